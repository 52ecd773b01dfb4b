package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.BatonException;
import dev.baton.store.StoreUnavailableException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
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
        createPrivately(file);
        var opened = new ArrayList<Connection>();
        try {
            for (int i = 0; i < 3; i++) {
                opened.add(connect(file));
            }
            var connections = new Connections(opened);
            refuseOldVersion(connections.writing());
            Migrator.migrate(connections.writing(), nowMicros);
            return connections;
        } catch (SQLException e) {
            new Connections(opened).close();
            throw Failures.of(e);
        } catch (RuntimeException e) {
            new Connections(opened).close();
            throw e;
        }
    }

    /** Each of them. */
    List<Jdbc> all() {
        return jdbc;
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
        Connection connection = source.getConnection();
        try (var jdbc = new Jdbc(connection)) {
            // Who can write to the file must not have us call a function by a view, a trigger or an index.
            jdbc.execute("PRAGMA trusted_schema = OFF");
        }
        return connection;
    }

    /**
     * Jobs are nobody else's business: a new file is readable and writable by its owner alone, and SQLite gives its companions
     * the same mode. A file that exists is not touched: closing it here would drop the locks of others in this process.
     */
    private static void createPrivately(Path file) {
        boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        if (Files.exists(file) || !posix) {
            return;
        }
        try {
            var ownersAlone = PosixFilePermissions.fromString("rw-------");
            Files.createFile(file, PosixFilePermissions.asFileAttribute(ownersAlone));
        } catch (FileAlreadyExistsException somebodyElseMadeIt) {
            // As good.
        } catch (IOException e) {
            throw new StoreUnavailableException(
                    "STORE_UNAVAILABLE",
                    "The file " + file + " cannot be made; look at its folder. Nothing was done.",
                    e);
        }
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
