package dev.baton.store;

import dev.baton.job.JobId;
import dev.baton.store.AttemptView.Detail;
import java.util.Optional;

/**
 * The end of an attempt: whose, under which fence, and how.
 *
 * @param facts what is to be kept with the attempt, as JSON, whatever becomes of its job
 */
public record Finish(JobId id, long fence, Ending ending, Optional<String> facts) {

    /** Without facts. */
    public Finish(JobId id, long fence, Ending ending) {
        this(id, fence, ending, Optional.empty());
    }

    /** What is told of the attempt. */
    public Detail detail() {
        return ending.detail().with(facts);
    }

    /** The same end of it otherwise: what happened in the attempt stays. */
    public Finish as(Ending other) {
        return new Finish(id, fence, other, facts);
    }
}
