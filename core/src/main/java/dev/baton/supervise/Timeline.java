package dev.baton.supervise;

import java.time.Duration;

/**
 * The time a supervisor lives in: monotonic, and never a wall clock. The system's own by default; tests pass one that they
 * move by hand. Safe for use by several threads.
 */
public interface Timeline {

    /** The JVM's own monotonic clock, with one thread that waits for alarms and ends when none are left. */
    static Timeline system() {
        return new SystemTimeline();
    }

    /** Now, in nanoseconds from an arbitrary start. Only differences mean anything. */
    long nanos();

    /** Runs the action once, when the delay has passed. The action is quick and does not block. */
    Alarm after(Duration delay, Runnable action);

    /** An action that waits for its time. */
    interface Alarm {
        /** Calls the action off. Of no effect if it has begun, or was cancelled before. */
        void cancel();
    }
}
