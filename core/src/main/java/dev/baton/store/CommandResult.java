package dev.baton.store;

import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobState;

/** What came of an operator's command. */
public sealed interface CommandResult {

    /**
     * For callers who have nothing to do with a refusal but to report it.
     *
     * @throws BatonException with the {@link #code} of the refusal
     */
    default Applied orThrow() {
        if (this instanceof Applied applied) {
            return applied;
        } else if (this instanceof WrongState wrong) {
            throw new BatonException(
                    code(), "The job is " + wrong.state() + ", and that does not allow it; nothing changed.");
        } else if (this instanceof KeyTaken taken) {
            throw new BatonException(code(), "Job " + taken.by() + " has its unique key by now; nothing changed.");
        } else if (this instanceof InDoubt) {
            throw new BatonException(
                    code(),
                    "Nobody knows whether the work of this job was done; nothing changed. If it is held, find out, then release "
                            + "it (it was not), confirm it (it was) or discard it; if it is pending, its type finds out.");
        } else if (this instanceof InHand) {
            throw new BatonException(
                    code(),
                    "A transaction that has not ended, such as one of its handler's, has the job in hand; nothing changed. Try again.");
        } else if (this instanceof NotInLane) {
            throw new BatonException(code(), "The job is in no lane, so nobody waits behind it; nothing changed.");
        }
        throw new BatonException(code(), "There is no such job, cursor or schedule; nothing changed.");
    }

    /**
     * In one stable word: {@code APPLIED}, or why not, {@code STATE_CONFLICT}, {@code KEY_TAKEN}, {@code IN_DOUBT}, {@code
     * IN_HAND}, {@code NOT_IN_LANE} or {@code NOT_FOUND}.
     */
    String code();

    /** It was carried out, and recorded with what it changed. */
    record Applied(String before, String after) implements CommandResult {
        @Override
        public String code() {
            return "APPLIED";
        }
    }

    /** Not from this state; nothing was changed. */
    record WrongState(JobState state) implements CommandResult {
        @Override
        public String code() {
            return "STATE_CONFLICT";
        }
    }

    /** Another job has its unique key; nothing was changed. */
    record KeyTaken(JobId by) implements CommandResult {
        @Override
        public String code() {
            return "KEY_TAKEN";
        }
    }

    /** Nobody knows whether its work was done, and somebody has to say so first; nothing was changed. */
    record InDoubt() implements CommandResult {
        @Override
        public String code() {
            return "IN_DOUBT";
        }
    }

    /** It is running, and a transaction that has not ended has it in hand; nothing was changed. */
    record InHand() implements CommandResult {
        @Override
        public String code() {
            return "IN_HAND";
        }
    }

    /** It is in no lane; nothing was changed. */
    record NotInLane() implements CommandResult {
        @Override
        public String code() {
            return "NOT_IN_LANE";
        }
    }

    /** There is no such job, cursor or schedule; nothing was changed. */
    record NotFound() implements CommandResult {
        @Override
        public String code() {
            return "NOT_FOUND";
        }
    }
}
