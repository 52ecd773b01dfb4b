package dev.baton.store;

import dev.baton.job.Doubt;
import dev.baton.job.JobId;
import dev.baton.job.Turn;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A job in the hands of a node.
 *
 * @param turn its place, if it is in a lane that orders it
 * @param fence the number under which alone its outcome is accepted
 * @param known what there is to know from before
 */
public record Claim(JobId id, Route route, Payload payload, Optional<Turn> turn, long fence, Known known) {

    /**
     * What is known of a job from before.
     *
     * @param tally how often it was tried, this attempt included
     * @param number its number, if it has a lane, whether that orders it or not
     * @param dueAt since when it could have been claimed
     * @param doubts the attempts of which nobody knows the end, oldest first
     * @param checkpoint what its attempts kept, as JSON
     * @param cancelWanted whether somebody wants it cancelled once the doubt is gone
     */
    public record Known(
            JobView.Tally tally,
            Optional<Turn> number,
            Instant dueAt,
            List<Doubt> doubts,
            Optional<String> checkpoint,
            boolean cancelWanted) {}

    /** The same for those who know nothing of limit keys. */
    Claim plain() {
        return new Claim(id, route.plain(), payload, turn, fence, known);
    }

    /** How often it was tried, this attempt included. */
    public JobView.Tally tally() {
        return known.tally();
    }

    /** Its number, if it has a lane, whether that orders it or not. */
    public Optional<Turn> number() {
        return known.number();
    }

    /** Since when it could have been claimed. */
    public Instant dueAt() {
        return known.dueAt();
    }
}
