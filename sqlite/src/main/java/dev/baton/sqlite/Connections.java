package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.BatonException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/** The connections to a database: one that writes, one that reads, one that watches. */
final class Connections implements AutoCloseable {

    /** Older ones can damage a file in WAL mode when two connections write and checkpoint at once. */
    private static final int[] OLDEST = {3, 51, 3};

    private final List<Connection> connections;
    private final List<Jdbc> jdbc;

    private Connections(List<Connection> connections) {
        this.connections = connections;
        this.jdbc = connections.stream().map(Jdbc::new).toList();
    }

    static Connections open(Path file, long nowMicros) {
        try {
            var files = new Connections(List.of(connect(file), connect(file), connect(file)));
            try {
                refuseOldVersion(files.writing());
                Migrator.migrate(files.writing(), nowMicros);
                return files;
            } catch (SQLException | RuntimeException e) {
                files.close();
                throw e;
            }
        } catch (SQLException e) {
            throw Failures.of(e);
        }
    }

    Jdbc writing() {
        return jdbc.get(0);
    }

    Jdbc reading() {
        return jdbc.get(1);
    }

    Jdbc watching() {
        return jdbc.get(2);
    }

    static <T> T inSnapshot(Jdbc jdbc, Operation<T> question) throws SQLException {
        jdbc.execute("BEGIN");
        try {
            return question.run();
        } finally {
            jdbc.execute("ROLLBACK");
        }
    }

    private static Connection connect(Path file) throws SQLException {
        var config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setBusyTimeout(5_000);
        config.setPragma(SQLiteConfig.Pragma.MMAP_SIZE, "0");
        var source = new SQLiteDataSource(config);
        source.setUrl("jdbc:sqlite:" + file);
        return source.getConnection();
    }

    private static void refuseOldVersion(Jdbc jdbc) throws SQLException {
        String version =
                jdbc.first(SqliteSql.VERSION, row -> row.text("version")).orElseThrow();
        if (isOlder(version)) {
            throw new BatonException(
                    "SQLITE_TOO_OLD",
                    "This is SQLite " + version + ", which can damage a file that two connections write. "
                            + "Use sqlite-jdbc 3.51.3.0 or newer; nothing was changed.");
        }
    }

    static boolean isOlder(String version) {
        String[] parts = version.split("\\.", -1);
        for (int i = 0; i < OLDEST.length; i++) {
            int part = i < parts.length ? Integer.parseInt(parts[i]) : 0;
            if (part != OLDEST[i]) {
                return part < OLDEST[i];
            }
        }
        return false;
    }

    @Override
    public void close() {
        for (int i = 0; i < connections.size(); i++) {
            try {
                jdbc.get(i).close();
                connections.get(i).close();
            } catch (SQLException e) {
                throw Failures.of(e);
            }
        }
    }
}
