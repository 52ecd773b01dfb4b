package dev.baton.postgres;

/** The statements around migrations; these themselves are numbered files. */
final class MigrationSql {

    private MigrationSql() {}

    /** One at a time in a schema, and nobody waits for ever: what is claimed meanwhile must not stand still behind us. */
    static final String LOCK = """
            SELECT pg_advisory_xact_lock(hashtextextended(:schema, 4210)) AS locked
            """;

    static final String HISTORY_CREATE = """
            CREATE TABLE IF NOT EXISTS baton_migration (
                name            text COLLATE "C" PRIMARY KEY,
                compatible_from text COLLATE "C" NOT NULL,
                applied_at      timestamptz NOT NULL DEFAULT clock_timestamp())
            """;

    static final String SCHEMA_KNOWN = """
            SELECT true AS yes FROM pg_namespace WHERE nspname = :schema
            """;

    static final String OUR_TABLES = """
            SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = :schema AND c.relname ~ '^baton[_]' AND c.relkind IN ('r', 'p', 'v')
            ORDER BY c.relname
            """;

    static final String HISTORY = """
            SELECT name, compatible_from FROM baton_migration ORDER BY name
            """;

    static final String HISTORY_INSERT = """
            INSERT INTO baton_migration (name, compatible_from) VALUES (:name, :compatible_from)
            """;

    /** The same as text, for those who apply what is printed. */
    static final String HISTORY_PRINT = """
            INSERT INTO baton_migration (name, compatible_from) VALUES ('%s', '%s');
            """;
}
