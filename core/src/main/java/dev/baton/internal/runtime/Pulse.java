package dev.baton.internal.runtime;

import dev.baton.supervise.Timeline;
import java.time.Duration;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Whether a loop makes progress: a step that takes for ever, in a store that does not answer, is no life. */
final class Pulse {

    private final Timeline time;
    private volatile long since;
    private volatile @Nullable Thread inStep;

    Pulse(Timeline time) {
        this.time = time;
    }

    void stepBegins() {
        since = time.nanos();
        inStep = Thread.currentThread();
    }

    void stepEnded() {
        inStep = null;
    }

    /** Not if it is kept waiting by others of this process: they live, or it would not. */
    boolean isStuckFor(Duration atLeast, Predicate<Thread> keptWaiting) {
        Thread stepping = inStep;
        return stepping != null && time.nanos() - since >= atLeast.toNanos() && !keptWaiting.test(stepping);
    }
}
