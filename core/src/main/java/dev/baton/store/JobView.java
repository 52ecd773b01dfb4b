package dev.baton.store;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.Turn;
import java.time.Instant;
import java.util.Optional;

/**
 * A job as it stood at one moment, without its data.
 *
 * @param facts what never changes
 * @param standing where it stood
 * @param last how its last attempt ended
 */
public record JobView(JobId id, Route route, Facts facts, Standing standing, Optional<AttemptView> last) {

    /**
     * What was said of a job when it was added.
     *
     * @param label what to call it
     * @param priority larger ones first
     * @param key its unique key
     * @param turn its place, if it is in a lane, or its number, if the lane only numbers it
     * @param replaces the job in whose place somebody put it
     */
    public record Facts(
            String label,
            int priority,
            Optional<String> key,
            Instant createdAt,
            Optional<Turn> turn,
            Optional<JobId> replaces) {}

    /** The same as it is listed: without what its handler answered and wrote down. */
    public JobView brief() {
        return new JobView(id, route, facts, standing, last.map(AttemptView::brief));
    }

    /** The job that somebody put in its place. */
    public Optional<JobId> replacedBy() {
        return last.filter(ended -> ended.kind() == AttemptView.Kind.CANCELLED)
                .flatMap(ended -> ended.detail().replacedBy());
    }

    /** What to call it. */
    public String label() {
        return facts.label();
    }

    /**
     * Where a job stood.
     *
     * @param state in one word
     * @param tally how often it was tried
     * @param dueAt when it is due, while it is pending
     * @param hold who has it, while it is running
     * @param inLane whether it stands in its lane, where others wait for it; not if the lane only numbers it
     */
    public record Standing(JobState state, Tally tally, Optional<Instant> dueAt, Optional<Hold> hold, boolean inLane) {}

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

    /** Who has a running job and since when, whether somebody wants it cancelled, and how far it is. */
    public record Hold(
            NodeId owner, long fence, Instant claimedAt, boolean cancelWanted, Optional<Progress.Mark> progress) {}
}
