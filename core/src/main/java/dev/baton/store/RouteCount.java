package dev.baton.store;

import dev.baton.job.JobState;

/**
 * How many jobs of a route stand in a state.
 *
 * @param more whether there are more than were counted
 */
public record RouteCount(Route route, JobState state, long count, boolean more) {}
