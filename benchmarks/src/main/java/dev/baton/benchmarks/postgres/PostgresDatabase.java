package dev.baton.benchmarks.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.BatonBuilder;
import dev.baton.benchmarks.Database;
import dev.baton.benchmarks.RawTables;
import dev.baton.benchmarks.Running;
import dev.baton.benchmarks.verdict.Findings;
import dev.baton.benchmarks.verdict.Ledger;
import dev.baton.benchmarks.verdict.LedgerCheck;
import dev.baton.benchmarks.verdict.StandingCheck;
import dev.baton.postgres.PostgresStore;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;

/** A schema with the store's tables. */
final class PostgresDatabase implements Database {

    /** As many as a pool has that nobody has thought about. */
    static final int CONNECTIONS = 10;

    private final String url;
    private final String schema;
    private final Ledger ledger = new Ledger();
    private long past;

    private PostgresDatabase(String url, String schema) {
        this.url = url;
        this.schema = schema;
    }

    /** A fresh one. */
    static PostgresDatabase at(String url, String schema) {
        var database = new PostgresDatabase(url, schema);
        try (HikariDataSource pool = database.pool()) {
            PostgresStore.on(pool).schema(schema).open().close();
        }
        return database;
    }

    @Override
    public Ledger ledger() {
        return ledger;
    }

    @Override
    public Running start(UnaryOperator<BatonBuilder> setUp) {
        HikariDataSource pool = pool();
        return Running.start(PostgresStore.on(pool).schema(schema).open(), setUp, pool::close);
    }

    private HikariDataSource pool() {
        var config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(0);
        return new HikariDataSource(config);
    }

    @Override
    public RawTables plain() throws SQLException {
        return new PostgresRawTables(PlainSession.open(url, schema));
    }

    @Override
    public Map<String, String> settings() {
        return Map.of("url", url, "schema", schema);
    }

    @Override
    public boolean takesSeveralWriters() {
        return true;
    }

    @Override
    public Connection connect() throws SQLException {
        var properties = new Properties();
        properties.setProperty("currentSchema", schema);
        return DriverManager.getConnection(url, properties);
    }

    @Override
    public Outside outside() throws SQLException {
        PlainSession plain = PlainSession.open(url, schema);
        return new Outside() {
            @Override
            public boolean isAnythingStanding() throws SQLException {
                try (ResultSet row = plain.statement(PostgresBenchSql.STANDING).executeQuery()) {
                    return row.next() && row.getBoolean("standing");
                }
            }

            @Override
            public void close() throws SQLException {
                plain.close();
            }
        };
    }

    @Override
    public void loadPast(int jobs, IntConsumer loaded) throws SQLException {
        past += jobs;
        try (PlainSession plain = PlainSession.open(url, schema)) {
            PostgresPast.load(plain, jobs, loaded);
        }
    }

    @Override
    public Findings check() throws SQLException {
        try (Connection connection = connect()) {
            return LedgerCheck.ofPostgres(connection, ledger, past);
        }
    }

    @Override
    public Findings checkStanding() throws SQLException {
        try (Connection connection = connect()) {
            return StandingCheck.ofPostgres(connection, ledger);
        }
    }
}
