package dev.baton.store;

import dev.baton.job.JobId;
import dev.baton.job.JobState;

/** What came of an operator's command. */
public sealed interface CommandResult {

    /** It was carried out, and recorded with what it changed. */
    record Applied(String before, String after) implements CommandResult {}

    /** Not from this state; nothing was changed. */
    record WrongState(JobState state) implements CommandResult {}

    /** Another job has its unique key; nothing was changed. */
    record KeyTaken(JobId by) implements CommandResult {}

    /** There is no such job; nothing was changed. */
    record NotFound() implements CommandResult {}
}
