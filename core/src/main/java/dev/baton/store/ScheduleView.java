package dev.baton.store;

import dev.baton.job.JobId;
import java.time.Instant;
import java.util.Optional;

/**
 * A schedule, and how it stands.
 *
 * @param revision changes with everything that is changed about it
 * @param nextAt when it fires next, if it ever does; while it is paused, when it would have
 * @param last what it did last
 */
public record ScheduleView(
        ScheduleDefinition definition, long revision, boolean paused, Optional<Instant> nextAt, Last last) {

    /**
     * What a schedule did last.
     *
     * @param fireTime for which time it added a job last
     * @param job which that was
     */
    public record Last(Optional<Instant> fireTime, Optional<JobId> job) {

        /** Nothing yet. */
        public static final Last NONE = new Last(Optional.empty(), Optional.empty());
    }

    /** By which it is stored. */
    public String name() {
        return definition.name();
    }
}
