package dev.baton.postgres;

import dev.baton.job.BatonException;
import dev.baton.store.OutcomeUnknownException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one connection that is kept open, so that a node beats however busy the pool is; the same one hears from other processes that
 * there is work. It is taken once, when a node joins or somebody wants to be hinted, and again only if it broke. An answer is not
 * waited for for ever: on a connection that leads nowhere any more, that would be the end of the node.
 */
final class Line implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresStore.class);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);

    private final DataSource source;
    private final Transactions transactions;
    private final String channel;
    /** Fair: who listens asks for it again and again, and who beats must get it in between. */
    private final ReentrantLock lock = new ReentrantLock(true);

    private @Nullable Kept kept;
    private volatile boolean closed;

    /** A connection as it was when it was taken, to be given back so. */
    private record Kept(Connection connection, boolean commitsByItself, int timeout, Optional<Integer> listensAs) {}

    Line(DataSource source, Transactions transactions, String channel) {
        this.source = source;
        this.transactions = transactions;
        this.channel = channel;
    }

    /** Takes the connection, if it is not there yet. */
    void open() {
        lock.lock();
        try {
            kept();
        } catch (SQLException e) {
            throw Failures.of(e);
        } finally {
            lock.unlock();
        }
    }

    boolean isOpen() {
        lock.lock();
        try {
            return kept != null;
        } finally {
            lock.unlock();
        }
    }

    /** Runs this in a transaction; once more on another connection, if this one turns out to be broken. */
    <T> T write(Work<T> work) {
        lock.lock();
        try {
            try {
                return transactions.writeOn(kept().connection(), work);
            } catch (BatonException e) {
                if (!isBroken(e)) {
                    throw e;
                }
                LOG.debug("line_broken", e);
                giveUp();
                return transactions.writeOn(kept().connection(), work);
            }
        } catch (SQLException e) {
            throw Failures.of(e);
        } finally {
            lock.unlock();
        }
    }

    private static boolean isBroken(BatonException e) {
        return e instanceof OutcomeUnknownException
                || (e.getCause() instanceof SQLException cause && Failures.isDisconnection(cause));
    }

    /**
     * Waits so long for a word from another process. True if there was one, and whenever it has begun to listen: what was said before
     * that nobody has heard.
     */
    boolean listen(Duration atMost) throws SQLException {
        lock.lock();
        try {
            return listenOn(kept(), atMost);
        } catch (SQLException e) {
            giveUp();
            throw e;
        } finally {
            lock.unlock();
        }
    }

    private boolean listenOn(Kept on, Duration atMost) throws SQLException {
        PGConnection heard = on.connection().unwrap(PGConnection.class);
        if (on.listensAs().isEmpty()) {
            try (var statement = on.connection().createStatement()) {
                statement.execute(WakeSql.LISTEN.formatted(channel));
            }
            kept = new Kept(on.connection(), on.commitsByItself(), on.timeout(), Optional.of(heard.getBackendPID()));
            return true;
        }
        int myself = on.listensAs().get();
        boolean fromOthers = false;
        for (PGNotification each : heard.getNotifications((int) atMost.toMillis())) {
            fromOthers |= each.getPID() != myself;
        }
        return fromOthers;
    }

    private Kept kept() throws SQLException {
        if (kept == null) {
            Connection connection = source.getConnection();
            try {
                kept = prepared(connection);
            } finally {
                if (kept == null) {
                    connection.close();
                }
            }
        }
        return kept;
    }

    private Kept prepared(Connection connection) throws SQLException {
        if (closed) {
            throw Transactions.storeClosed();
        }
        var as = new Kept(connection, connection.getAutoCommit(), connection.getNetworkTimeout(), Optional.empty());
        connection.setNetworkTimeout(Runnable::run, (int) ANSWER_WITHIN.toMillis());
        connection.setAutoCommit(true);
        return as;
    }

    /** It is broken, or nobody knows what is still to come on it. */
    private void giveUp() {
        Kept broken = kept;
        kept = null;
        if (broken != null) {
            quietly(() -> broken.connection().abort(Runnable::run));
            quietly(broken.connection()::close);
        }
    }

    /** Gives the connection back as it was. If it is just being taken, who takes it does so. */
    @Override
    public void close() {
        closed = true;
        try {
            if (lock.tryLock(ANSWER_WITHIN.toNanos(), TimeUnit.NANOSECONDS)) {
                try {
                    giveBack();
                } finally {
                    lock.unlock();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void giveBack() {
        try {
            Kept last = kept;
            if (last != null) {
                giveBack(last);
            }
        } catch (SQLException e) {
            LOG.debug("line_broken", e);
            giveUp();
        }
    }

    private void giveBack(Kept last) throws SQLException {
        if (last.listensAs().isPresent()) {
            try (var statement = last.connection().createStatement()) {
                statement.execute(WakeSql.UNLISTEN.formatted(channel));
            }
        }
        last.connection().setAutoCommit(last.commitsByItself());
        last.connection().setNetworkTimeout(Runnable::run, last.timeout());
        last.connection().close();
        kept = null;
    }

    private interface Step {
        void take() throws SQLException;
    }

    private static void quietly(Step step) {
        try {
            step.take();
        } catch (SQLException broken) {
            LOG.debug("line_broken", broken);
        }
    }
}
