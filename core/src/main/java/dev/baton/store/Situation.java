package dev.baton.store;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.Turn;
import java.util.List;
import java.util.Optional;

/**
 * A job and all in the store that may keep it from running.
 *
 * @param before who of its lane has to leave before it
 * @param keyHolder who has to end before it gets its unique key
 * @param off the switches that concern it and are off
 * @param served whether a live node takes jobs of its route
 */
public record Situation(
        JobView job, Optional<InTheWay> before, Optional<JobId> keyHolder, List<Switch> off, boolean served) {

    /** A job of the same lane that stands before it. */
    public record InTheWay(JobId id, Turn turn, JobState state) {}
}
