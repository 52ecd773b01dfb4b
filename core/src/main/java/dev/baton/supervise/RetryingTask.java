package dev.baton.supervise;

import java.time.Duration;
import java.util.Objects;

/** Runs a cycle for ever, with a fixed pause after each end. */
final class RetryingTask implements Task {

    private final Duration pause;
    private final Task cycle;

    RetryingTask(Duration pause, Task cycle) {
        this.pause = Check.positive("pause", pause);
        this.cycle = Objects.requireNonNull(cycle, "cycle");
    }

    @Override
    public void run(TaskRun run) throws InterruptedException {
        while (true) {
            Round.run("cycle", this::mustNotReturn, run);
            run.sleep(pause);
        }
    }

    private void mustNotReturn(TaskRun run) throws Exception {
        cycle.run(run);
        throw SupervisorException.withoutTrace("CYCLE_ENDED", "The cycle returned; it is meant to go on.");
    }
}
