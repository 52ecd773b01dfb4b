package dev.baton.store;

import dev.baton.job.JobState;
import java.util.Optional;

/** Which jobs to list; what is empty does not matter. */
public record JobFilter(Optional<String> queue, Optional<String> type, Optional<JobState> state) {

    /** All of them. */
    public static final JobFilter ALL = new JobFilter(Optional.empty(), Optional.empty(), Optional.empty());

    /** Only these, of the others. */
    public JobFilter state(JobState wanted) {
        return new JobFilter(queue, type, Optional.of(wanted));
    }

    /** Only of this type, of the others. */
    public JobFilter type(String wanted) {
        return new JobFilter(queue, Optional.of(wanted), state);
    }

    /** Only on this queue, of the others. */
    public JobFilter queue(String wanted) {
        return new JobFilter(Optional.of(wanted), type, state);
    }
}
