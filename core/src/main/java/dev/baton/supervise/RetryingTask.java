package dev.baton.supervise;

import java.time.Duration;
import java.util.Objects;

/** Runs a cycle for ever, with a fixed pause after each end. */
final class RetryingTask implements Task {

    private final Duration pause;
    private final Task cycle;

    RetryingTask(Duration pause, Task cycle) {
        this.pause = Check.notNegative("pause", pause);
        this.cycle = Objects.requireNonNull(cycle, "cycle");
    }

    @Override
    public void run(TaskRun run) throws InterruptedException {
        while (true) {
            run.beat();
            runOnce(run);
            run.sleep(pause);
        }
    }

    private void runOnce(TaskRun run) throws InterruptedException {
        try {
            cycle.run(run);
            run.warn(
                    "cycle ended", new SupervisorException("CYCLE_ENDED", "The cycle returned; it is meant to go on."));
        } catch (InterruptedException e) {
            if (run.stopping()) {
                throw e;
            }
            run.warn("cycle failed", e);
        } catch (Exception e) {
            run.warn("cycle failed", e);
        }
    }
}
