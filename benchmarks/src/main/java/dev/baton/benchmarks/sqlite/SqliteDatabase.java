package dev.baton.benchmarks.sqlite;

import dev.baton.BatonBuilder;
import dev.baton.benchmarks.Database;
import dev.baton.benchmarks.RawTables;
import dev.baton.benchmarks.Running;
import dev.baton.benchmarks.verdict.Findings;
import dev.baton.benchmarks.verdict.Ledger;
import dev.baton.benchmarks.verdict.LedgerCheck;
import dev.baton.benchmarks.verdict.StandingCheck;
import dev.baton.sqlite.SqliteStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;

/** A file with the store's tables. */
final class SqliteDatabase implements Database {

    private final Path path;
    private final Ledger ledger = new Ledger();
    private long past;

    private SqliteDatabase(Path path) {
        this.path = path;
    }

    /** A fresh one. */
    static SqliteDatabase at(Path path) {
        SqliteStore.open(path).close();
        return new SqliteDatabase(path);
    }

    @Override
    public Ledger ledger() {
        return ledger;
    }

    @Override
    public Running start(UnaryOperator<BatonBuilder> setUp) {
        return Running.start(SqliteStore.open(path), setUp, () -> {});
    }

    @Override
    public RawTables plain() throws SQLException {
        return new SqliteRawTables(PlainFile.open(path));
    }

    @Override
    public Map<String, String> settings() {
        return Map.of("file", path.toString());
    }

    @Override
    public boolean takesSeveralWriters() {
        return false;
    }

    @Override
    public Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + path);
    }

    @Override
    public Outside outside() throws SQLException {
        PlainFile plain = PlainFile.open(path);
        return new Outside() {
            @Override
            public boolean isAnythingStanding() throws SQLException {
                try (ResultSet row = plain.statement(SqliteBenchSql.STANDING).executeQuery()) {
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
        SqlitePast.load(path, jobs, loaded);
    }

    @Override
    public Findings check() throws SQLException {
        try (Connection connection = connect()) {
            return LedgerCheck.ofSqlite(connection, ledger, past);
        }
    }

    @Override
    public Findings checkStanding() throws SQLException {
        try (Connection connection = connect()) {
            return StandingCheck.ofSqlite(connection, ledger);
        }
    }
}
