package dev.baton.supervise;

import org.jspecify.annotations.Nullable;

/** How a supervisor ended: the one answer for all who wait for it. */
sealed interface Ending {

    /** What a waiter is to be told by an exception, made anew for each waiter; null if all is well. */
    default @Nullable SupervisorException problem() {
        return null;
    }

    /** As asked. */
    record ShutDown() implements Ending {}

    /** It gave up. */
    record TooManyDead(double share, double threshold) implements Ending {
        @Override
        public SupervisorException problem() {
            return new TooManyDeadTasksException(share, threshold);
        }
    }

    /** It broke, which only a defect in the supervisor itself can do. */
    record Broken(Throwable cause) implements Ending {
        @Override
        public SupervisorException problem() {
            return new SupervisorException(
                    "SUPERVISOR_FAILED",
                    "The supervisor itself failed and stopped its tasks. This is a defect in Baton; please report it.",
                    cause);
        }
    }
}
