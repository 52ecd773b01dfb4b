package dev.baton.benchmarks.postgres;

import dev.baton.benchmarks.Database;
import dev.baton.benchmarks.Kind;
import dev.baton.benchmarks.NaiveQueue;
import dev.baton.benchmarks.Site;
import dev.baton.testserver.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A server with a schema for each measurement: one that is there, or one of the bench's own, which ends with it. */
public final class PostgresSite implements Site {

    /** As a careful owner sets up a small machine: commits wait for the disk, and checkpoints do not come all the time. */
    private static final String[] SETTINGS = {
        "fsync=on",
        "synchronous_commit=on",
        "full_page_writes=on",
        "shared_buffers=512MB",
        "max_wal_size=4GB",
        "max_connections=200"
    };

    private final String url;
    private final @Nullable PostgresServer server;
    private final String prefix;
    private final List<Database> databases = new ArrayList<>();
    private final List<String> schemas = new ArrayList<>();

    private PostgresSite(String url, @Nullable PostgresServer server) {
        this.url = url;
        this.server = server;
        this.prefix = "bench_" + ProcessHandle.current().pid() + "_";
    }

    /** On this server, in schemas of their own; without an address on a fresh one, on this machine. */
    public static PostgresSite on(Optional<String> url) {
        if (url.isPresent()) {
            return new PostgresSite(url.get(), null);
        }
        PostgresServer server = PostgresServer.fresh(SETTINGS);
        return new PostgresSite(server.url(), server);
    }

    /** Where the server is, for others who are measured on it. */
    public String url() {
        return url;
    }

    @Override
    public Kind kind() {
        return Kind.POSTGRES;
    }

    @Override
    public void describe(BiConsumer<String, String> setting) throws SQLException {
        try (PlainSession plain = PlainSession.open(url, "public")) {
            String where = server == null ? "that was there" : "started for this, on this machine, on " + fileSystem();
            setting.accept(
                    "store", "PostgreSQL " + text(plain, PostgresBenchSql.VERSION, "version") + ", a server " + where);
            var settings = new StringJoiner(", ");
            try (ResultSet rows = plain.statement(PostgresBenchSql.SETTINGS).executeQuery()) {
                while (rows.next()) {
                    settings.add(rows.getString("name") + "=" + rows.getString("value"));
                }
            }
            setting.accept("server", settings + "; all else as it comes");
            setting.accept(
                    "connections",
                    "HikariCP with at most " + PostgresDatabase.CONNECTIONS
                            + " for each engine, over TCP, pgjdbc as it comes");
        }
    }

    private static String text(PlainSession plain, String sql, String column) throws SQLException {
        try (ResultSet row = plain.statement(sql).executeQuery()) {
            row.next();
            return row.getString(column);
        }
    }

    private static String fileSystem() {
        try {
            return Files.getFileStore(Path.of(System.getProperty("java.io.tmpdir")))
                    .type();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The server keeps its data among the temporary files, too. */
    @Override
    public Optional<Path> disk() {
        try {
            return server == null ? Optional.empty() : Optional.of(Files.createTempFile("baton-bench-", ".disk"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Database database(String name) {
        Database database = PostgresDatabase.at(url, schema(name));
        databases.add(database);
        return database;
    }

    private String schema(String name) {
        String schema = prefix + name.replace('-', '_');
        schemas.add(schema);
        return schema;
    }

    @Override
    public List<Database> databases() {
        return databases;
    }

    @Override
    public NaiveQueue naive(String name) throws SQLException {
        String schema = schema(name);
        run(PostgresBenchSql.makeSchema(schema));
        PlainSession plain = PlainSession.open(url, schema);
        plain.execute(PostgresBenchSql.NAIVE_JOBS);
        plain.execute(PostgresBenchSql.NAIVE_INDEX);
        plain.execute(PostgresBenchSql.NAIVE_ATTEMPTS);
        return new NaiveQueue(plain);
    }

    /** A schema of its own for another engine. */
    public String schemaFor(String peer) throws SQLException {
        String schema = schema(peer);
        run(PostgresBenchSql.dropSchema(schema));
        run(PostgresBenchSql.makeSchema(schema));
        return schema;
    }

    private void run(String sql) throws SQLException {
        try (PlainSession plain = PlainSession.open(url, "public")) {
            plain.execute(sql);
        }
    }

    @Override
    public void close() {
        if (server != null) {
            end(server);
            return;
        }
        try {
            for (String schema : schemas) {
                run(PostgresBenchSql.dropSchema(schema));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** When this process is told to end, the server ends by itself. */
    private static void end(PostgresServer server) {
        try {
            server.close();
        } catch (IllegalStateException ending) {
            // It could not take back what it had asked for at the end of this process.
        }
    }
}
