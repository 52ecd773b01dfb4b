package dev.baton.supervise;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A task for a {@link Rehearsal}: it says when and how its run ends instead of running. */
record Scripted(@Nullable Duration lasts, @Nullable Throwable failure, boolean obedient) implements Task {

    static Throwable crash() {
        return new IllegalStateException("crash");
    }

    static Scripted forEver() {
        return new Scripted(null, null, true);
    }

    static Scripted crashes() {
        return crashesAfter(Duration.ZERO);
    }

    static Scripted crashesAfter(Duration lasts) {
        return new Scripted(lasts, crash(), true);
    }

    static Scripted returns() {
        return returnsAfter(Duration.ZERO);
    }

    static Scripted returnsAfter(Duration lasts) {
        return new Scripted(lasts, null, true);
    }

    /** The same, but deaf to interrupts. */
    Scripted deaf() {
        return new Scripted(lasts, failure, false);
    }

    @Override
    public void run(TaskRun run) {
        throw new IllegalStateException("a script is rehearsed, not run");
    }
}
