package dev.baton.postgres;

import dev.baton.store.JobStore;
import dev.baton.testkit.store.CallerTransaction;
import dev.baton.testkit.store.walk.WalkedStore;
import dev.baton.testserver.SharedServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Collectors;

/** A schema that is emptied between walks. What a caller's commit leaves to be looked at is looked at right after it. */
final class WalkedSchema implements WalkedStore {

    private static final List<String> EVERYTHING = List.of(
            "job",
            "lane",
            "lane_note",
            "pending",
            "running",
            "parked",
            "checkpoint",
            "attempt",
            "key",
            "key_note",
            "node",
            "node_route",
            "switch",
            "operator_action");

    private final OwnSchema schema = new OwnSchema();
    private final InstantSource clock;
    private final String removal;
    private PostgresStore store;

    WalkedSchema(InstantSource clock) {
        this.clock = clock;
        this.store = schema.open(clock);
        this.removal = EVERYTHING.stream()
                        .map(table -> "DELETE FROM " + schema.name() + ".baton_" + table)
                        .collect(Collectors.joining("; "))
                + "; SELECT setval('" + schema.name() + ".baton_fence', 1, false)";
    }

    @Override
    public JobStore store() {
        return store;
    }

    @Override
    public CallerTransaction begin() {
        CallerTransaction transaction = schema.begin();
        return CallerTransaction.of(
                transaction.handle(),
                () -> {
                    transaction.commit();
                    store.workNotesOff();
                },
                transaction::close);
    }

    @Override
    public void reopen() {
        store.close();
        store = schema.open(clock);
    }

    @Override
    public void empty() {
        try (Connection connection = SharedServer.pool().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(removal);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        store.close();
        schema.close();
    }
}
