package dev.baton.supervise;

import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/** Waits for a future that somebody else started. */
final class AwaitingTask implements Task {

    private final Future<?> future;
    private final AtomicBoolean delivered = new AtomicBoolean();

    AwaitingTask(Future<?> future) {
        this.future = Objects.requireNonNull(future, "future");
    }

    @Override
    public void run(TaskRun run) throws Exception {
        if (delivered.get()) {
            run.warn("nothing left to wait for", alreadyDelivered());
            return;
        }
        try {
            future.get();
            delivered.set(true);
        } catch (CancellationException cancelled) {
            delivered.set(true); // Its owner no longer wants the work: that is an end, not a failure.
        } catch (ExecutionException e) {
            delivered.set(true);
            throwUnlessCancelled(e);
        }
    }

    private static void throwUnlessCancelled(ExecutionException e) throws Exception {
        Throwable cause = e.getCause();
        if (cause instanceof Error error) {
            throw error;
        }
        if (!(cause instanceof CancellationException)) {
            throw cause instanceof Exception exception ? exception : e;
        }
    }

    private static SupervisorException alreadyDelivered() {
        return SupervisorException.withoutTrace(
                "FUTURE_ALREADY_DONE",
                "An earlier run has told how the future ended. It cannot be run again; register a task that can.");
    }
}
