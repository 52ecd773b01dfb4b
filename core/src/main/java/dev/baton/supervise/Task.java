package dev.baton.supervise;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Future;

/**
 * Work that a {@link Supervisor} keeps alive. It is registered as a supplier, and every start runs a fresh one, so what a
 * task keeps in its own fields begins anew with each run; what must outlive a run is handed to the constructor.
 *
 * <p>Returning means the work is complete; throwing anything means this run failed and another one is due. A task is asked
 * to stop by an interrupt and by {@link TaskRun#stopping()}.
 */
@FunctionalInterface
public interface Task {

    /** Does the work, on a thread of its own. */
    void run(TaskRun run) throws Exception;

    /**
     * A task that ticks at once and then once per period. A tick that took too long swallows the ticks it missed; a tick
     * that throws an exception is reported and the loop goes on; only an {@link Error} leaves it.
     */
    static IntervalTask every(Duration period, IntervalTask.Tick tick) {
        Objects.requireNonNull(tick, "tick");
        return IntervalTask.of(period, run -> tick.run());
    }

    /** As {@link #every(Duration, IntervalTask.Tick)}, for ticks that sleep, beat or report something on the way. */
    static IntervalTask every(Duration period, Task tick) {
        return IntervalTask.of(period, tick);
    }

    /**
     * A task that runs the cycle again and again, for connections that are meant to stay up. However a cycle ends, by
     * returning or by an exception, the end is reported and the next cycle begins after the pause. Only an {@link Error}
     * leaves the loop.
     */
    static Task retrying(Duration pause, Task cycle) {
        return new RetryingTask(pause, cycle);
    }

    /**
     * A task that waits for work which was started elsewhere. It completes when the future does, also by cancellation, and
     * fails with the future's own exception. The future stays its owner's: stopping the task does not cancel it. The result
     * is told once: if the same task is run again after that, it says that nothing is left to wait for, and completes. So
     * make it once and register {@code () -> task}; a supplier that makes a new one tells the same failure again.
     */
    static Task of(Future<?> future) {
        return new AwaitingTask(future);
    }
}
