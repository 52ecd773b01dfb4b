package dev.baton.supervise;

import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Waits for a future that somebody else started. */
final class AwaitingTask implements Task {

    private final Future<?> future;

    AwaitingTask(Future<?> future) {
        this.future = Objects.requireNonNull(future, "future");
    }

    @Override
    public void run(TaskRun run) throws Exception {
        if (run.number() > 1 && future.isDone()) {
            run.warn("nothing to wait for", alreadyDone());
            return;
        }
        try {
            future.get();
        } catch (CancellationException cancelled) {
            // Its owner no longer wants the work: that is an end, not a failure.
        } catch (ExecutionException e) {
            throw unwrapped(e);
        }
    }

    private static SupervisorException alreadyDone() {
        return new SupervisorException(
                "FUTURE_ALREADY_DONE",
                "The awaited future had ended before this run began. It cannot be run again; register a task that can.");
    }

    private static Exception unwrapped(ExecutionException e) {
        Throwable cause = e.getCause();
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof Exception exception ? exception : e;
    }
}
