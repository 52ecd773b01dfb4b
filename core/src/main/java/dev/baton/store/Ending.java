package dev.baton.store;

import dev.baton.job.JobState.Command;
import dev.baton.store.AttemptView.Detail;
import java.time.Instant;
import java.util.Optional;

/** How an attempt ended, as its owner decided it. */
public sealed interface Ending {

    /** The command this is, in the table of moves. */
    Command command();

    /** What is told of it. */
    default Detail detail() {
        return Detail.NONE;
    }

    /** Done, with a result as JSON. */
    record Done(Optional<String> result) implements Ending {
        @Override
        public Command command() {
            return Command.FINISH_DONE;
        }

        @Override
        public Detail detail() {
            return Detail.done(result);
        }
    }

    /** Failed, to be tried again. */
    record Retry(Instant dueAt, String code, String message) implements Ending {
        @Override
        public Command command() {
            return Command.FINISH_RETRY;
        }

        @Override
        public Detail detail() {
            return Detail.of(code, message);
        }
    }

    /** To come back later; nothing was used up. */
    record Snooze(Instant until) implements Ending {
        @Override
        public Command command() {
            return Command.FINISH_SNOOZE;
        }
    }

    /** Failed for good, or for the last time. */
    record Dead(String code, String message) implements Ending {
        @Override
        public Command command() {
            return Command.FINISH_DEAD;
        }

        @Override
        public Detail detail() {
            return Detail.of(code, message);
        }
    }

    /** Nobody knows. */
    record Held(String code, String message) implements Ending {
        @Override
        public Command command() {
            return Command.FINISH_HELD;
        }

        @Override
        public Detail detail() {
            return Detail.of(code, message);
        }
    }

    /**
     * Nobody knows, and its type says how to find out: it comes back in doubt, and that is asked first.
     *
     * @param charged whether the attempt counts as one that failed
     */
    record Unknown(Instant dueAt, String code, String message, boolean charged) implements Ending {
        @Override
        public Command command() {
            return Command.FINISH_UNKNOWN;
        }

        @Override
        public Detail detail() {
            return Detail.of(code, message);
        }
    }

    /** Left alone, as somebody had asked. */
    record Cancelled() implements Ending {
        @Override
        public Command command() {
            return Command.FINISH_CANCELLED;
        }
    }

    /** Given back without having begun: as if it had never been claimed, and due since then as it was before. */
    record Unstarted(Instant dueAt) implements Ending {
        @Override
        public Command command() {
            return Command.RELEASE;
        }
    }

    /** Given back, interrupted by a stop; nothing was used up. */
    record Released() implements Ending {
        @Override
        public Command command() {
            return Command.RELEASE;
        }
    }
}
