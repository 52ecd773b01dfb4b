package dev.baton.store;

import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import java.util.Optional;

/**
 * A job that is to be added.
 *
 * @param lane the lane in which it takes the next number
 * @param witnessed whether there is to be evidence of what happens to it; then it has a lane
 * @param held why it is held from the start, if it is
 */
public record NewJob(
        JobId id,
        Route route,
        Payload payload,
        Urgency urgency,
        Optional<String> lane,
        Optional<KeyRequest> key,
        boolean witnessed,
        Optional<HeldFirst> held) {

    /** What is witnessed has a chain, which is that of its lane. */
    public NewJob {
        if (witnessed && lane.isEmpty()) {
            throw new BatonException(
                    "LANE_REQUIRED",
                    "Jobs of " + route.type()
                            + " are witnessed, lane by lane, and this one has no lane; nothing was stored.");
        }
    }

    /** A job that waits to be run. */
    public NewJob(
            JobId id,
            Route route,
            Payload payload,
            Urgency urgency,
            Optional<String> lane,
            Optional<KeyRequest> key,
            boolean witnessed) {
        this(id, route, payload, urgency, lane, key, witnessed, Optional.empty());
    }

    /** A job that waits to be run, without evidence. */
    public NewJob(
            JobId id, Route route, Payload payload, Urgency urgency, Optional<String> lane, Optional<KeyRequest> key) {
        this(id, route, payload, urgency, lane, key, false);
    }

    /** A job without lane or key. */
    public NewJob(JobId id, Route route, Payload payload, Urgency urgency) {
        this(id, route, payload, urgency, Optional.empty(), Optional.empty());
    }
}
