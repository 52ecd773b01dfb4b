package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.BatonException;
import java.sql.SQLException;
import java.util.concurrent.locks.ReentrantLock;

/** Answers questions on a connection of its own, one at a time, each from one snapshot. */
final class Reader implements AutoCloseable {

    private final Jdbc jdbc;
    private final Verbs verbs;
    private final ReentrantLock lock = new ReentrantLock();
    private boolean closed;

    /** A question to the verbs on this connection. */
    @FunctionalInterface
    interface Question<T> {
        T ask(Verbs of) throws SQLException;
    }

    Reader(Jdbc jdbc) {
        this.jdbc = jdbc;
        this.verbs = new Verbs(jdbc);
    }

    <T> T read(Question<T> question) {
        return answer(() -> Connections.inSnapshot(jdbc, () -> question.ask(verbs)));
    }

    /** The same for a question that is one statement: that sees one moment by itself, and need not be told to. */
    <T> T readAtOnce(Question<T> question) {
        return answer(() -> question.ask(verbs));
    }

    private <T> T answer(Operation<T> question) {
        lock.lock();
        try {
            if (closed) {
                throw new BatonException("STORE_CLOSED", "The store is closed.");
            }
            return question.run();
        } catch (SQLException e) {
            throw Failures.of(e);
        } finally {
            lock.unlock();
        }
    }

    /** After the question that is being answered. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
    }
}
