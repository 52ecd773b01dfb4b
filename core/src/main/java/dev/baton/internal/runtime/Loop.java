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

    private final String name;
    private final Step step;
    private final Signal wake;
    private final Pulse pulse;
    private final Consumer<Event> events;
    private int failures;

    /** One bounded piece of work. Answers when the next is due. */
    interface Step {
        Duration runOnce();
    }

    Loop(String name, Step step, Signal wake, Pulse pulse, Consumer<Event> events) {
        this.name = name;
        this.step = step;
        this.wake = wake;
        this.pulse = pulse;
        this.events = events;
    }

    @Override
    public void run(TaskRun run) throws InterruptedException {
        while (!run.stopping()) {
            Duration pause = takeStep();
            if (failures > 0) {
                // Hints do not shorten the pause after a failure: under load they come all the time.
                run.sleep(pause);
            } else {
                wake.await(pause);
            }
        }
    }

    private Duration takeStep() {
        pulse.stepBegins();
        try {
            Duration next = step.runOnce();
            if (failures > 0) {
                events.accept(new Event.StepRecovered(name, failures));
                failures = 0;
            }
            return next;
        } catch (RuntimeException e) {
            failures++;
            if (Integer.bitCount(failures) == 1) {
                // The 1st, 2nd, 4th, 8th … time: a long outage does not fill the log.
                events.accept(new Event.StepFailed(name, failures, e));
            }
            return PAUSES.plainDelayAfter(failures);
        } finally {
            pulse.stepEnded();
        }
    }
}
