package dev.baton.sqlite;

import dev.baton.internal.fault.AtCommit;
import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.BatonException;
import dev.baton.store.OutcomeUnknownException;
import dev.baton.store.StoreUnavailableException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that writes. It takes all operations that have come in while its last transaction was being committed and
 * makes them one transaction: many callers share one wait for the disk. If one of them fails, all is taken back and done again,
 * each in a savepoint of its own, so that it harms nobody else. A caller is answered when the commit is durable.
 */
final class Writer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SqliteStore.class);
    private static final int GROUP_MAX = 2_000;
    /** A number that changes with every commit but the asking connection's own. */
    private static final String VERSION = "PRAGMA data_version";

    private final Jdbc jdbc;
    private final OpenedFile file;
    private final Manners manners;
    private final BlockingQueue<Pending<?>> waiting = new LinkedBlockingQueue<>();
    private final GroupTime time = new GroupTime();
    /** Made while there is memory for it: who is told nothing else is told this. */
    private final RuntimeException unsure = new OutcomeUnknownException(
            "The writer failed in the middle of it.", new IllegalStateException("no more is known"));

    private final Thread thread;
    /** Whoever has it writes, and has the connection to himself. */
    private final ReentrantLock turn = new ReentrantLock();

    /** For those who write beside it. */
    private final Turns turns = new Turns();

    private final AtomicBoolean othersWrote = new AtomicBoolean();
    private boolean committing;
    private volatile boolean closed;

    Writer(Jdbc jdbc, OpenedFile file, Manners manners, String name) {
        this.jdbc = jdbc;
        this.file = file;
        this.manners = manners;
        haveOthersWritten(); // before this they may have
        thread = new Thread(this::writeAll, "baton-sqlite-writer " + name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Runs this in a transaction and waits until it is durable. */
    <T> T write(Operation<T> operation) {
        return write(new Pending<>(operation, false));
    }

    /**
     * The same for who has so little to write that it takes as long to wake another thread for it, and to be woken: if nobody else
     * writes or waits to, that is done on the caller's own.
     */
    <T> T writeHere(Operation<T> operation, Predicate<? super T> mayClaim, Runnable hint) {
        var pending = new Pending<>(operation, false);
        return hinted(pending, writeHere(pending), mayClaim, hint);
    }

    /** The same; afterwards a hint that there may be something to claim, unless a claim in the same transaction has seen it. */
    <T> T write(Operation<T> operation, Runnable hint) {
        return write(operation, any -> true, hint);
    }

    /** The same where it depends on the answer whether there may be. */
    <T> T write(Operation<T> operation, Predicate<? super T> mayClaim, Runnable hint) {
        var pending = new Pending<>(operation, false);
        return hinted(pending, write(pending), mayClaim, hint);
    }

    private static <T> T hinted(Pending<T> written, T answer, Predicate<? super T> mayClaim, Runnable hint) {
        if (!written.isSeen() && mayClaim.test(answer)) {
            hint.run();
        }
        return answer;
    }

    /**
     * The same as {@link #writeHere}, after all that others do in the same transaction: what a claim could find in the next one, it finds in
     * this, and what follows it waits for one commit less.
     */
    <T> T writeLast(Operation<T> operation) {
        return writeHere(new Pending<>(operation, true));
    }

    private <T> T writeHere(Pending<T> pending) {
        return tryHere(pending) ? pending.await() : write(pending);
    }

    private <T> T write(Pending<T> pending) {
        waiting.add(pending);
        if (closed) {
            refuseAll();
        }
        return pending.await();
    }

    /** Have others written to the file since this was last asked? Not asked of it while we write: that looks now and then itself. */
    boolean haveOthersWritten() {
        if (turn.tryLock()) {
            try {
                if (!closed) {
                    lookForOthers();
                }
            } catch (SQLException e) {
                LOG.debug("look_failed", e); // it is looked at again; who polls finds the work all the same
            } finally {
                turn.unlock();
            }
        }
        return othersWrote.getAndSet(false);
    }

    /** Whether it writes. */
    Turns turns() {
        return turns;
    }

    /** Of the transaction under way; for operations only. */
    GroupTime time() {
        return time;
    }

    private void writeAll() {
        try {
            while (!closed) {
                writeNextGroup();
            }
        } catch (InterruptedException closing) {
            // close() wants it so.
        } finally {
            closed = true;
            refuseAll();
        }
    }

    private void writeNextGroup() throws InterruptedException {
        Pending<?> first = waiting.take();
        turn.lock();
        try {
            writeFrom(first);
        } finally {
            turn.unlock();
        }
    }

    /** True if this is over, one way or the other. */
    private boolean tryHere(Pending<?> only) {
        if (!waiting.isEmpty() || !turn.tryLock()) {
            return false;
        }
        try {
            if (closed) {
                return false;
            }
            writeFrom(only);
            return true;
        } finally {
            turn.unlock();
        }
    }

    /** Writes this, and with it all that waits. */
    private void writeFrom(Pending<?> first) {
        var group = new ArrayList<Pending<?>>();
        group.add(first);
        committing = false;
        RuntimeException failure = unsure;
        try {
            manners.beforeGroup();
            failure = writeGroup(group);
        } catch (SQLException e) {
            rollback(e);
            failure = Failures.of(e);
        } catch (RuntimeException | Error unexpected) {
            rollback(unexpected);
            failure = committing ? unsure : new BatonException("STORE_FAILED", "The writer failed.", unexpected);
        } finally {
            turns.leave();
            for (Pending<?> each : group) {
                each.end(failure);
            }
        }
    }

    /** Nothing if all of it is committed; otherwise why not, or why nobody knows. */
    private @Nullable RuntimeException writeGroup(List<Pending<?>> group) throws SQLException {
        begin();
        Optional<Throwable> failure = runTogether(group);
        if (failure.isPresent()) {
            rollback(failure.get());
            group.forEach(each -> each.seen(false));
            begin();
            for (Pending<?> each : inOrder(group)) {
                runInSavepoint(each);
            }
        }
        Optional<StoreUnavailableException> replaced = file.replaced();
        if (replaced.isPresent()) {
            rollback(replaced.get());
            return replaced.get();
        }
        AtCommit.before();
        committing = true;
        try {
            jdbc.executeAgain("COMMIT");
            AtCommit.after();
            manners.afterGroup();
            return null;
        } catch (SQLException | RuntimeException | Error e) {
            boolean full = e instanceof SQLException refused
                    && Failures.of(refused).code().equals("DISK_FULL");
            if (full) {
                throw e;
            }
            rollback(e);
            return new OutcomeUnknownException("The commit failed half way.", e);
        }
    }

    private void begin() throws SQLException {
        time.begin();
        AtCommit.forget();
        jdbc.executeAgain("BEGIN IMMEDIATE");
        turns.take();
        if (manners.isTimeToLook()) {
            lookForOthers();
        }
    }

    /** Only this connection knows what others have committed: to any other its own commits are as good as theirs. */
    private void lookForOthers() throws SQLException {
        Optional<Boolean> wrote = jdbc.first(VERSION, row -> manners.saw(row.number("data_version")));
        if (wrote.orElse(false)) {
            othersWrote.set(true);
        }
    }

    /**
     * Runs these and all that comes in meanwhile, without savepoints, for which SQLite copies every page before it is changed. If one
     * of them fails, nothing of this counts, and each is to be tried in a savepoint of its own.
     */
    private Optional<Throwable> runTogether(List<Pending<?>> group) {
        try {
            int done = 0;
            while (done < group.size()) {
                for (Pending<?> each : group.subList(done, group.size())) {
                    if (!each.isLast()) {
                        each.run();
                    }
                }
                done = group.size();
                waiting.drainTo(group, GROUP_MAX - group.size());
            }
            runLast(group);
            return Optional.empty();
        } catch (SQLException | RuntimeException | Error failure) {
            return Optional.of(failure);
        }
    }

    private static void runLast(List<Pending<?>> group) throws SQLException {
        for (Pending<?> each : group) {
            if (each.isLast()) {
                each.run();
                group.forEach(before -> before.seen(true));
            }
        }
    }

    private static List<Pending<?>> inOrder(List<Pending<?>> group) {
        var ordered = new ArrayList<Pending<?>>(group);
        ordered.sort(Comparator.comparing(Pending::isLast));
        return ordered;
    }

    /** What fails here concerns this operation; unless its savepoint is gone, and with it the whole transaction. */
    private void runInSavepoint(Pending<?> each) throws SQLException {
        jdbc.executeAgain("SAVEPOINT baton");
        try {
            each.run();
        } catch (SQLException e) {
            rollbackToSavepoint(e);
            each.refuse(Failures.of(e));
        } catch (RuntimeException | Error e) {
            rollbackToSavepoint(new SQLException("an operation failed", e));
            each.refuse(
                    e instanceof RuntimeException failure
                            ? failure
                            : new BatonException("STORE_FAILED", "The operation failed; nothing was done.", e));
        }
        jdbc.executeAgain("RELEASE baton");
    }

    private void rollbackToSavepoint(SQLException cause) throws SQLException {
        try {
            jdbc.execute("ROLLBACK TO baton");
        } catch (SQLException gone) {
            cause.addSuppressed(gone);
            throw cause;
        }
    }

    private void rollback(Throwable cause) {
        try {
            jdbc.execute("ROLLBACK");
        } catch (SQLException nothingToRollBack) {
            cause.addSuppressed(nothingToRollBack);
        }
    }

    private void refuseAll() {
        for (Pending<?> each = waiting.poll(); each != null; each = waiting.poll()) {
            each.end(new BatonException("STORE_CLOSED", "The store is closed; nothing was done."));
        }
    }

    /** Ends after the transaction under way; what waits is refused. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        Threads.joinUninterruptibly(thread);
        turn.lock(); // somebody may be writing on his own thread
        try {
            refuseAll();
        } finally {
            turn.unlock();
        }
    }
}
