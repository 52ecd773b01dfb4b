package dev.baton.internal.runtime;

import dev.baton.supervise.Timeline;
import java.time.Duration;

/** Whether a loop makes progress: a step that takes for ever, in a store that does not answer, is no life. */
final class Pulse {

    private final Timeline time;
    private volatile long since;
    private volatile boolean inStep;

    Pulse(Timeline time) {
        this.time = time;
    }

    void stepBegins() {
        since = time.nanos();
        inStep = true;
    }

    void stepEnded() {
        inStep = false;
    }

    boolean isStuckFor(Duration atLeast) {
        return inStep && time.nanos() - since >= atLeast.toNanos();
    }
}
