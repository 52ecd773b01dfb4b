package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.BatonException;
import dev.baton.store.JdbcTransaction;
import dev.baton.store.StoreTransaction;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/** Those who have a transaction of their own on a file, of which verbs become a part. */
final class Callers {

    private final Path file;
    private final OpenedFile opened;
    private final Runnable writes;
    private final Turns turns;
    private final Runnable commits;

    /** Says when somebody wants to write, who comes when our own writer has gone, and when he has done so and is about to commit it. */
    Callers(Path file, OpenedFile opened, Runnable writes, Turns turns, Runnable commits) {
        this.file = file;
        this.opened = opened;
        this.writes = writes;
        this.turns = turns;
        this.commits = commits;
    }

    /** Something to do on a connection. */
    @FunctionalInterface
    interface Part<T> {
        T run(Verbs on) throws SQLException;
    }

    /** Part of the caller's transaction: all of it, or nothing. */
    <T> T within(StoreTransaction caller, Part<T> part) {
        if (!(caller instanceof JdbcTransaction transaction)) {
            throw new BatonException(
                    "WRONG_TRANSACTION", "This store takes a JdbcTransaction on a connection to its file.");
        }
        Connection connection = transaction.connection();
        try (var jdbc = new Jdbc(connection)) {
            if (connection.getAutoCommit()) {
                throw new BatonException(
                        "WRONG_TRANSACTION",
                        "The connection commits by itself; nothing was stored. Begin a transaction.");
            }
            opened.replaced().ifPresent(replaced -> {
                throw replaced;
            });
            writes.run();
            turns.awaitLeft(Connections.BUSY_WAIT);
            T answer = CallersPart.run(jdbc, file, () -> part.run(new Verbs(jdbc)));
            commits.run();
            return answer;
        } catch (SQLException e) {
            throw Failures.of(e);
        }
    }
}
