package dev.baton.sqlite;

import dev.baton.internal.fault.FaultPoint;
import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.BatonException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.sqlite.BusyHandler;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/** The connections to a database: one that writes, one that reads, one that watches. */
final class Connections implements AutoCloseable {

    /** Older ones can damage a file in WAL mode when two connections write and checkpoint at once. */
    private static final int[] OLDEST = {3, 51, 3};

    /** How long a transaction waits for its turn; longer than any that is not stuck. */
    static final Duration BUSY_WAIT = Duration.ofSeconds(5);

    private static final Duration WAL_AGAIN = Duration.ofMillis(5);

    /**
     * Of the one that writes, which SQLite would give an eighth of it: in lanes and histories every job touches pages of several indexes, and
     * what has no room is read again, and written twice in one transaction.
     */
    private static final String CACHE = "PRAGMA cache_size = -16000";
    /** Four times as many pages as usual: what is written again and again goes from the log into the file less often. */
    private static final String LOG_SIZE = "PRAGMA wal_autocheckpoint = 4000";

    private final List<Connection> connections;
    private final List<Jdbc> jdbc;

    private Connections(List<Connection> connections) {
        this.connections = connections;
        this.jdbc = connections.stream().map(Jdbc::new).toList();
    }

    /** Refuses a file that is damaged or not for us before anything is written to it. */
    static Connections open(DatabaseFile file, long nowMicros, Opening opening) {
        var opened = new ArrayList<Connection>();
        try {
            look(file, opening);
            for (int i = 0; i < 3; i++) {
                opened.add(connect(file, opening, false));
                useWal(opened.get(i), opening.busyWait());
            }
            var connections = new Connections(opened);
            BusyHandler.setHandler(opened.get(0), new OftenAgain(opening.busyWait()));
            connections.writing().execute(CACHE);
            connections.writing().execute(LOG_SIZE);
            Migrator.migrate(connections.writing(), nowMicros);
            FaultPoint.BOOT_AFTER_MIGRATE.hit();
            file.becomeOurs();
            return connections;
        } catch (SQLException e) {
            new Connections(opened).close();
            throw Failures.of(e);
        } catch (RuntimeException | Error e) {
            new Connections(opened).close();
            throw e;
        }
    }

    /**
     * On a connection of its own that only reads: one that writes, when it is closed again, brings a log that was left behind
     * into the file, which is not to be touched if it is refused.
     */
    private static void look(DatabaseFile file, Opening opening) throws SQLException {
        try (Connection connection = connect(file, opening, !file.hasHotJournal())) {
            refuse(file, connection);
        }
    }

    /** One that only reads, for who wants to know what is in the file, if that is for us. */
    static Connection looking(DatabaseFile file) throws SQLException {
        Connection connection = connect(file, Opening.safely(), !file.hasHotJournal());
        try {
            refuse(file, connection);
            return connection;
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private static void refuse(DatabaseFile file, Connection connection) throws SQLException {
        try (var jdbc = new Jdbc(connection)) {
            refuseOldVersion(jdbc);
            file.requireWholePages(jdbc.first("PRAGMA page_size", row -> row.number("page_size"))
                    .orElseThrow());
            Migrator.refuseUnknown(jdbc, file);
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

    Jdbc asking() {
        return jdbc.get(2);
    }

    static <T> T inSnapshot(Jdbc jdbc, Operation<T> question) throws SQLException {
        jdbc.executeAgain("BEGIN");
        try {
            return question.run();
        } finally {
            jdbc.executeAgain("ROLLBACK");
        }
    }

    private static Connection connect(DatabaseFile file, Opening opening, boolean readOnly) throws SQLException {
        var config = new SQLiteConfig();
        config.setReadOnly(readOnly);
        config.setSynchronous(
                opening.waitsForDisk() ? SQLiteConfig.SynchronousMode.FULL : SQLiteConfig.SynchronousMode.OFF);
        config.setBusyTimeout(Math.toIntExact(opening.busyWait().toMillis()));
        config.setPragma(SQLiteConfig.Pragma.MMAP_SIZE, "0");
        config.setGetGeneratedKeys(false); // otherwise the driver asks for them after every row that is added
        var source = new SQLiteDataSource(config);
        source.setUrl("jdbc:sqlite:" + file.path());
        Connection connection = source.getConnection();
        try (var jdbc = new Jdbc(connection)) {
            // Who can write to the file must not have us call a function by a view, a trigger or an index.
            jdbc.execute("PRAGMA trusted_schema = OFF");
            beginByHand(connection, jdbc);
        }
        return connection;
    }

    /**
     * Transactions begin and end by our own statements. A driver that believes to commit by itself asks the database after every
     * statement whether a transaction is open; told that it does not, and with the one ended that it began, it leaves that to us.
     */
    private static void beginByHand(Connection connection, Jdbc jdbc) throws SQLException {
        connection.setAutoCommit(false);
        jdbc.execute("COMMIT");
    }

    /**
     * The file remembers it. If it was not so before, that takes the file for a moment, for which SQLite does not wait as it
     * does for other things: of several that open a new file at once, all but one would be refused.
     */
    private static void useWal(Connection connection, Duration busyWait) throws SQLException {
        Duration waited = Duration.ZERO;
        while (!tryWal(connection, waited.compareTo(busyWait) < 0)) {
            LockSupport.parkNanos(WAL_AGAIN.toNanos());
            waited = waited.plus(WAL_AGAIN);
        }
    }

    private static boolean tryWal(Connection connection, boolean again) throws SQLException {
        try (var jdbc = new Jdbc(connection)) {
            String mode = jdbc.first("PRAGMA journal_mode = WAL", row -> row.text("journal_mode"))
                    .orElse("none");
            if (!mode.equals("wal")) {
                throw new BatonException(
                        "NO_WAL", "The file cannot be put into WAL mode and stays in mode " + mode + ".");
            }
            return true;
        } catch (SQLException e) {
            if (again && Failures.isBusy(e)) {
                return false;
            }
            throw e;
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
