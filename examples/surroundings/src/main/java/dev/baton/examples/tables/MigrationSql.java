package dev.baton.examples.tables;

/** The statements that keep the history of an application's own migrations. */
final class MigrationSql {

    static final String LOCK_ON_POSTGRES = "SELECT pg_advisory_xact_lock(1001) IS NULL";
    static final String HISTORY = "CREATE TABLE IF NOT EXISTS example_migration (version INTEGER PRIMARY KEY)";
    static final String MIGRATED = "SELECT count(*) FROM example_migration WHERE version = ?";
    static final String ADD_MIGRATED = "INSERT INTO example_migration (version) VALUES (?)";

    private MigrationSql() {}
}
