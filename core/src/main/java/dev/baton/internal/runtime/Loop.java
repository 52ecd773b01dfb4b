package dev.baton.internal.runtime;

import dev.baton.job.Retry;
import dev.baton.observe.Event;
import dev.baton.supervise.Task;
import dev.baton.supervise.TaskRun;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Takes a step again and again, each when the one before said, or when it is woken. A step that throws is told of and taken
 * again after a pause that grows; an {@link Error} ends the run, and the supervisor starts another.
 */
final class Loop implements Task {

    private static final Retry PAUSES = Retry.exponential(Duration.ofMillis(50)).cap(Duration.ofSeconds(1));

    private final Stage stage;
    private final Consumer<Event> events;
    private int failures;

    /**
     * How long to pause after a step.
     *
     * @param wakeable does a hint end it?
     */
    record Pause(Duration atMost, boolean wakeable) {}

    Loop(Stage stage, Consumer<Event> events) {
        this.stage = stage;
        this.events = events;
    }

    @Override
    public void run(TaskRun run) throws InterruptedException {
        while (!run.stopping()) {
            Pause pause = takeStep();
            if (pause.wakeable()) {
                stage.wake().await(pause.atMost());
            } else {
                run.sleep(pause.atMost());
            }
        }
    }

    /** Hints do not shorten the pause after a failure: under load they come all the time. */
    Pause takeStep() {
        stage.pulse().stepBegins();
        try {
            Duration next = stage.step().runOnce();
            if (failures > 0) {
                events.accept(new Event.StepRecovered(stage.name(), failures));
                failures = 0;
            }
            return new Pause(next, true);
        } catch (RuntimeException e) {
            failures++;
            if (Integer.bitCount(failures) == 1) {
                // The 1st, 2nd, 4th, 8th … time: a long outage does not fill the log.
                events.accept(new Event.StepFailed(stage.name(), failures, e));
            }
            return new Pause(PAUSES.plainDelayAfter(failures), false);
        } finally {
            stage.pulse().stepEnded();
        }
    }
}
