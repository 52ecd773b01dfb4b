package dev.baton.sqlite;

import dev.baton.store.JdbcTransaction;
import dev.baton.store.JobStore;
import dev.baton.testkit.store.CallerTransaction;
import dev.baton.testkit.store.walk.WalkedStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * A file that is emptied between walks. It does not wait for the disk, and its writer leaves nobody a moment: both cost far more
 * than a step, and a walk asks nothing about power cuts or neighbours.
 */
final class WalkedFile implements WalkedStore {

    private static final List<String> EVERYTHING = List.of(
            "baton_job",
            "baton_lane",
            "baton_pending",
            "baton_running",
            "baton_parked",
            "baton_checkpoint",
            "baton_cursor",
            "baton_schedule",
            "baton_attempt",
            "baton_key",
            "baton_node",
            "baton_node_route",
            "baton_switch",
            "baton_operator_action",
            "baton_evidence",
            "baton_chain",
            "baton_anchor",
            "baton_limit",
            "baton_limit_slot",
            "baton_limit_each",
            "baton_limit_key",
            "baton_limit_key_slot");

    /** What keeps evidence from being removed. */
    private static final List<String> KEEPERS = List.of(
            "baton_evidence_delete",
            "baton_chain_delete",
            "baton_anchor_delete",
            "baton_attempt_witnessed_delete",
            "baton_action_witnessed_delete");

    private final Path file;
    private final InstantSource clock;
    private final Deque<Connection> applications = new ConcurrentLinkedDeque<>();
    private SqliteStore store;

    WalkedFile(Path file, InstantSource clock) {
        this.file = file;
        this.clock = clock;
        this.store = open();
    }

    private SqliteStore open() {
        return SqliteStore.open(file, clock, Opening.carelessly());
    }

    @Override
    public JobStore store() {
        return store;
    }

    /** On a connection that was used before, if one is free. */
    @Override
    public CallerTransaction begin() {
        Connection free = applications.poll();
        Connection connection = free == null ? connect() : free;
        return CallerTransaction.of(new JdbcTransaction(connection), () -> run(connection::commit), () -> {
            run(connection::rollback);
            applications.push(connection);
        });
    }

    private Connection connect() {
        try {
            Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
            try (Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA synchronous = OFF");
                statement.execute(
                        "PRAGMA busy_timeout = " + Duration.ofSeconds(20).toMillis());
            }
            connection.setAutoCommit(false);
            return connection;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** With everything that is connected to it, so that the log goes into the file. */
    @Override
    public void reopen() {
        close();
        store = open();
    }

    @Override
    public void empty() {
        store.liveNodes().forEach(node -> store.leave(node.node(), clock.instant()));
        try (CallerTransaction transaction = begin();
                Statement statement =
                        ((JdbcTransaction) transaction.handle()).connection().createStatement()) {
            for (String keeper : KEEPERS) {
                statement.execute("DROP TRIGGER IF EXISTS " + keeper);
            }
            for (String table : EVERYTHING) {
                statement.execute("DELETE FROM " + table);
            }
            statement.execute("UPDATE baton_fence SET last = 0");
            transaction.commit();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** What differs is found a few steps later then, and a walk that fails is taken again with a look after every step. */
    @Override
    public int comparedEvery() {
        return 10;
    }

    @Override
    public void close() {
        applications.forEach(connection -> run(connection::close));
        applications.clear();
        store.close();
    }

    private interface Change {
        void run() throws SQLException;
    }

    private static void run(Change change) {
        try {
            change.run();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
