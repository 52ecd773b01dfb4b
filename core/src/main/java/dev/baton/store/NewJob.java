package dev.baton.store;

import dev.baton.job.JobId;
import java.util.Optional;

/**
 * A job that is to be added.
 *
 * @param lane the lane in which it takes the next number
 */
public record NewJob(
        JobId id, Route route, Payload payload, Urgency urgency, Optional<String> lane, Optional<KeyRequest> key) {

    /** A job without lane or key. */
    public NewJob(JobId id, Route route, Payload payload, Urgency urgency) {
        this(id, route, payload, urgency, Optional.empty(), Optional.empty());
    }
}
