package dev.baton.postgres;

import dev.baton.internal.fault.AtCommit;
import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.BatonException;
import dev.baton.store.OutcomeUnknownException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Our own transactions, each on a connection that is borrowed for it and given back as it was. What they need they set for
 * themselves alone, so that it matters neither what a pool has set before nor who gets the connection next.
 */
final class Transactions {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresStore.class);
    /** How often a transaction is begun again that met another and had to give way. */
    private static final int TRIES = 10;

    private static final String COMMIT_LOST =
            "The connection was lost during a commit, which may have happened or not. Ask again.";
    private static final Duration PAUSE_MAX = Duration.ofMillis(10);

    private final DataSource source;
    private final Schema schema;
    private final String more;
    private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** On a server of which nothing is known yet. */
    Transactions(DataSource source, Schema schema) {
        this(source, schema, List.of());
    }

    /** The same, each of which begins with these as well, as this server understands them. */
    Transactions(DataSource source, Schema schema, List<String> more) {
        this.source = source;
        this.schema = schema;
        this.more = more.stream().map(each -> ";\n" + each).collect(Collectors.joining());
    }

    Schema schema() {
        return schema;
    }

    /** Runs this in a transaction, which is committed when this returns. */
    <T> T write(Work<T> work) {
        return repeatedly(() -> once(TransactionSql.BEGIN_WRITE, work, true));
    }

    /** The same for what is better left for later than waited for. */
    <T> T writeImpatiently(Work<T> work) {
        return repeatedly(() -> once(TransactionSql.BEGIN_IMPATIENTLY, work, true));
    }

    /** The same for one that begins in another way. */
    <T> T write(String begin, Work<T> work) {
        return repeatedly(() -> once(begin, work, true));
    }

    /** Runs this, and takes it back. */
    <T> T rehearse(Work<T> work) {
        return repeatedly(() -> once(TransactionSql.BEGIN_WRITE, work, false));
    }

    /** Asks this of one snapshot. */
    <T> T read(Work<T> work) {
        return repeatedly(() -> once(TransactionSql.BEGIN_READ, work, true));
    }

    /**
     * Runs this statement as a transaction of its own, in one round trip, where connections commit by themselves; where they do not, or
     * it fails, nothing was done and there is no answer. What it needs it sets itself.
     */
    <T> Optional<T> alone(String sql, Jdbc.Reader<T> reader, @Nullable Object... namesAndValues) {
        refuseIfClosed();
        Connection connection;
        try {
            connection = connection();
        } catch (SQLException e) {
            throw Failures.of(e);
        }
        try (connection;
                Session session = new Session(connection, schema)) {
            return connection.getAutoCommit() ? alone(session, sql, reader, namesAndValues) : Optional.empty();
        } catch (SQLException e) {
            if (Failures.isDisconnection(e)) {
                throw new OutcomeUnknownException(COMMIT_LOST, e);
            }
            LOG.debug("statement_failed", e);
            return Optional.empty();
        }
    }

    /** Asks this in one round trip, where connections commit by themselves; where they do not, of one snapshot as well. */
    <T> List<T> ask(String sql, Jdbc.Reader<T> reader, @Nullable Object... namesAndValues) {
        refuseIfClosed();
        try (Connection connection = connection();
                Session session = new Session(connection, schema)) {
            if (connection.getAutoCommit()) {
                return session.query(sql, reader, namesAndValues);
            }
        } catch (SQLException e) {
            throw Failures.of(e);
        }
        return read(on -> on.query(sql, reader, namesAndValues));
    }

    private static <T> Optional<T> alone(
            Session session, String sql, Jdbc.Reader<T> reader, @Nullable Object[] namesAndValues) throws SQLException {
        AtCommit.before();
        Optional<T> answer = session.first(sql, reader, namesAndValues);
        refuseIfInDoubt(session.warningOf(sql));
        AtCommit.after();
        return answer;
    }

    /** Runs this in a transaction on a connection that stays whose it is. */
    <T> T writeOn(Connection connection, Work<T> work) {
        return repeatedly(() -> {
            refuseIfClosed();
            var own = new Borrowed(connection, new Session(connection, schema));
            try {
                return once(own, TransactionSql.BEGIN_WRITE, work, true);
            } finally {
                own.end();
            }
        });
    }

    /** Whether this thread is waiting for a connection, which a pool gives it when others of this process have given theirs back. */
    boolean isWaiting(Thread thread) {
        return waiting.contains(thread);
    }

    /** Refuses everything from now on. */
    void close() {
        closed = true;
    }

    private interface Attempt<T> {
        T run() throws SQLException;
    }

    private static <T> T repeatedly(Attempt<T> attempt) {
        for (int i = 1; ; i++) {
            try {
                return attempt.run();
            } catch (SQLException e) {
                if (i == TRIES || !Failures.isCollision(e)) {
                    throw Failures.of(e);
                }
                LOG.debug("transaction_repeated", e);
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(i * PAUSE_MAX.toNanos() / TRIES + 1));
            }
        }
    }

    private <T> T once(String begin, Work<T> work, boolean commit) throws SQLException {
        refuseIfClosed();
        Connection connection = connection();
        var borrowed = new Borrowed(connection, new Session(connection, schema));
        try {
            return once(borrowed, begin, work, commit);
        } finally {
            borrowed.giveBack();
        }
    }

    private Connection connection() throws SQLException {
        waiting.add(Thread.currentThread());
        try {
            return source.getConnection();
        } finally {
            waiting.remove(Thread.currentThread());
        }
    }

    private <T> T once(Borrowed borrowed, String begin, Work<T> work, boolean commit) throws SQLException {
        AtCommit.forget();
        borrowed.begin();
        begin(borrowed.session(), begin);
        T answer = work.run(borrowed.session());
        if (commit) {
            borrowed.session().appendEvidence();
            AtCommit.before();
            commit(borrowed.connection());
            borrowed.done();
            AtCommit.after();
        }
        return answer;
    }

    /** A standby has no feature that would let it write, and says so. */
    private void begin(Session session, String begin) throws SQLException {
        try {
            session.execute(begin + more);
        } catch (SQLException e) {
            if (Failures.isUnsupported(e)) {
                throw Failures.readOnly(e);
            }
            throw e;
        }
    }

    private void refuseIfClosed() {
        if (closed) {
            throw storeClosed();
        }
    }

    static BatonException storeClosed() {
        return new BatonException("STORE_CLOSED", "The store is closed.");
    }

    /** If the answer is lost, or comes with a warning such as one about a standby that did not confirm, nobody knows. */
    private static void commit(Connection connection) throws SQLException {
        connection.clearWarnings();
        try {
            connection.commit();
        } catch (SQLException e) {
            if (Failures.isDisconnection(e)) {
                throw new OutcomeUnknownException(COMMIT_LOST, e);
            }
            throw e;
        }
        refuseIfInDoubt(Optional.ofNullable(connection.getWarnings()));
    }

    private static void refuseIfInDoubt(Optional<SQLWarning> warning) {
        if (warning.isPresent()) {
            throw new OutcomeUnknownException(
                    "A commit came back with a warning, so that it may not last. Ask again.", warning.get());
        }
    }
}
