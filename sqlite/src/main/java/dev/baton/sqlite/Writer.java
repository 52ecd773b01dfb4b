package dev.baton.sqlite;

import dev.baton.internal.fault.AtCommit;
import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.BatonException;
import dev.baton.store.OutcomeUnknownException;
import dev.baton.store.StoreUnavailableException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * The one thread that writes. It takes all operations that have come in while its last transaction was being committed and
 * makes them one transaction, each in a savepoint of its own: many callers share one wait for the disk, and one that fails
 * harms nobody else. A caller is answered when the commit is durable.
 */
final class Writer implements AutoCloseable {

    private static final int GROUP_MAX = 2_000;

    private final Jdbc jdbc;
    private final OpenedFile file;
    private final Manners manners;
    private final BlockingQueue<Pending<?>> waiting = new LinkedBlockingQueue<>();
    private final Thread thread;
    private volatile boolean closed;

    private static final class Pending<T> {
        private final Operation<T> operation;
        private final CompletableFuture<T> answer = new CompletableFuture<>();
        private @Nullable Runnable ending;

        Pending(Operation<T> operation) {
            this.operation = operation;
        }

        void run() throws SQLException {
            T result = operation.run();
            ending = () -> answer.complete(result);
        }

        void fail(RuntimeException failure) {
            ending = () -> answer.completeExceptionally(failure);
        }

        void end() {
            if (ending != null) {
                ending.run();
            }
        }
    }

    Writer(Jdbc jdbc, OpenedFile file, Manners manners, String name) {
        this.jdbc = jdbc;
        this.file = file;
        this.manners = manners;
        thread = new Thread(this::writeAll, "baton-sqlite-writer " + name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Runs this in a transaction and waits until it is durable. */
    <T> T write(Operation<T> operation) {
        var pending = new Pending<>(operation);
        waiting.add(pending);
        if (closed) {
            refuseAll();
        }
        try {
            return pending.answer.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : e;
        }
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
        var group = new ArrayList<Pending<?>>();
        group.add(waiting.take());
        manners.beforeGroup();
        waiting.drainTo(group, GROUP_MAX - 1);
        try {
            writeGroup(group);
        } catch (SQLException e) {
            rollback(e);
            group.forEach(each -> each.fail(Failures.of(e)));
        } catch (RuntimeException | Error unexpected) {
            rollback(unexpected);
            group.forEach(each -> each.fail(new BatonException("STORE_FAILED", "The writer failed.", unexpected)));
        } finally {
            group.forEach(Pending::end);
        }
    }

    private void writeGroup(List<Pending<?>> group) throws SQLException {
        jdbc.execute("BEGIN IMMEDIATE");
        jdbc.first(Watcher.VERSION, row -> row.number("data_version")).ifPresent(manners::saw);
        for (Pending<?> each : group) {
            runInSavepoint(each);
        }
        Optional<StoreUnavailableException> replaced = file.replaced();
        if (replaced.isPresent()) {
            rollback(replaced.get());
            group.forEach(each -> each.fail(replaced.get()));
            return;
        }
        AtCommit.before();
        try {
            jdbc.execute("COMMIT");
            AtCommit.after();
            manners.afterGroup();
        } catch (SQLException | RuntimeException | Error e) {
            boolean full = e instanceof SQLException refused
                    && Failures.of(refused).code().equals("DISK_FULL");
            if (full) {
                throw e;
            }
            rollback(e);
            group.forEach(each -> each.fail(new OutcomeUnknownException("The commit failed half way.", e)));
        }
    }

    /** What fails here concerns this operation; unless its savepoint is gone, and with it the whole transaction. */
    private void runInSavepoint(Pending<?> each) throws SQLException {
        jdbc.execute("SAVEPOINT baton");
        try {
            each.run();
        } catch (SQLException e) {
            rollbackToSavepoint(e);
            each.fail(Failures.of(e));
        } catch (RuntimeException | Error e) {
            rollbackToSavepoint(new SQLException("an operation failed", e));
            each.fail(
                    e instanceof RuntimeException failure
                            ? failure
                            : new BatonException("STORE_FAILED", "The operation failed; nothing was done.", e));
        }
        jdbc.execute("RELEASE baton");
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
            each.fail(new BatonException("STORE_CLOSED", "The store is closed; nothing was done."));
            each.end();
        }
    }

    /** Ends after the transaction under way; what waits is refused. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        Threads.joinUninterruptibly(thread);
        refuseAll();
    }
}
