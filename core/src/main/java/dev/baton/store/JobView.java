package dev.baton.store;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import java.time.Instant;
import java.util.Optional;

/**
 * A job as it stood at one moment, without its data.
 *
 * @param label what to call it
 * @param standing where it stood
 * @param last how its last attempt ended
 */
public record JobView(
        JobId id, Route route, String label, Instant createdAt, Standing standing, Optional<AttemptView> last) {

    /**
     * Where a job stood.
     *
     * @param state in one word
     * @param tally how often it was tried
     * @param dueAt when it is due, while it is pending
     * @param hold who has it, while it is running
     */
    public record Standing(JobState state, Tally tally, Optional<Instant> dueAt, Optional<Hold> hold) {}

    /**
     * How often a job was tried, and what came of it.
     *
     * @param attempts how often it was claimed
     * @param failures how often it failed or timed out since it began, or since an operator had it tried again
     * @param lost how often it was lost with its process since then
     */
    public record Tally(int attempts, int failures, int lost) {

        /** Not tried yet. */
        public static final Tally NONE = new Tally(0, 0, 0);
    }

    /** Who has a running job, whether somebody wants it cancelled, and how far it is. */
    public record Hold(NodeId owner, long fence, boolean cancelWanted, Optional<Progress.Mark> progress) {}
}
