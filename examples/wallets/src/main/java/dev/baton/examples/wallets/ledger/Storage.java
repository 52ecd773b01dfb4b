package dev.baton.examples.wallets.ledger;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.examples.tables.Database;
import dev.baton.examples.tables.Migration;
import dev.baton.postgres.PostgresStore;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.JobStore;
import java.nio.file.Path;

/**
 * Where our own tables are, and Baton's beside them: a SQLite file, for one node, or a PostgreSQL database, for as many as there are.
 * Safe for use by several threads.
 */
public final class Storage implements AutoCloseable {

    private static final String POSTGRES = "jdbc:postgresql:";
    private static final int CONNECTIONS = 10;
    private static final Migration OURS = new Migration(Storage.class, "001-tables.sql");

    private final String where;
    private final Database database;

    private Storage(String where, Database database) {
        this.where = where;
        this.database = database;
    }

    /** What is there: a JDBC URL of PostgreSQL, or the path of a file. */
    public static Storage at(String where) {
        return new Storage(where, where.startsWith(POSTGRES) ? pool(where) : Database.inFile(Path.of(where)));
    }

    private static Database pool(String url) {
        var config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(0);
        return new Database(new HikariDataSource(config));
    }

    /** Brings Baton's tables up to date, then ours, and opens the store. */
    public JobStore migrated() throws Exception {
        JobStore store =
                where.startsWith(POSTGRES) ? PostgresStore.of(database.source()) : SqliteStore.open(Path.of(where));
        try {
            migrate();
            return store;
        } catch (Exception e) {
            store.close();
            throw e;
        }
    }

    /** Brings our own tables up to date. */
    public void migrate() throws Exception {
        OURS.apply(database);
    }

    /** Our own tables. */
    public Database database() {
        return database;
    }

    @Override
    public void close() {
        if (database.source() instanceof HikariDataSource pool) {
            pool.close();
        }
    }
}
