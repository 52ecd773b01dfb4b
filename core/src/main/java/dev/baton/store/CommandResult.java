package dev.baton.store;

import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobState;

/** What came of an operator's command. */
public sealed interface CommandResult {

    /**
     * For callers who have nothing to do with a refusal but to report it.
     *
     * @throws BatonException with the code {@code STATE_CONFLICT}, {@code KEY_TAKEN}, {@code IN_DOUBT}, {@code NOT_IN_LANE} or {@code NOT_FOUND} if it was refused
     */
    default Applied orThrow() {
        if (this instanceof Applied applied) {
            return applied;
        } else if (this instanceof WrongState wrong) {
            throw new BatonException(
                    "STATE_CONFLICT", "The job is " + wrong.state() + ", and that does not allow it; nothing changed.");
        } else if (this instanceof KeyTaken taken) {
            throw new BatonException("KEY_TAKEN", "Job " + taken.by() + " has its unique key by now; nothing changed.");
        } else if (this instanceof InDoubt) {
            throw new BatonException(
                    "IN_DOUBT",
                    "Nobody knows whether the work of this job was done; nothing changed. Find out, then release it (it was "
                            + "not), confirm it (it was) or discard it.");
        } else if (this instanceof NotInLane) {
            throw new BatonException(
                    "NOT_IN_LANE", "The job is in no lane, so nobody waits behind it; nothing changed.");
        }
        throw new BatonException("NOT_FOUND", "There is no such job; nothing changed.");
    }

    /** It was carried out, and recorded with what it changed. */
    record Applied(String before, String after) implements CommandResult {}

    /** Not from this state; nothing was changed. */
    record WrongState(JobState state) implements CommandResult {}

    /** Another job has its unique key; nothing was changed. */
    record KeyTaken(JobId by) implements CommandResult {}

    /** Nobody knows whether its work was done, and somebody has to say so first; nothing was changed. */
    record InDoubt() implements CommandResult {}

    /** It is in no lane; nothing was changed. */
    record NotInLane() implements CommandResult {}

    /** There is no such job; nothing was changed. */
    record NotFound() implements CommandResult {}
}
