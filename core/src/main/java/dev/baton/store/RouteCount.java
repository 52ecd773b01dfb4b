package dev.baton.store;

import dev.baton.job.JobState;

/**
 * How many jobs of a route stand in a state.
 *
 * @param more whether jobs of the route in the same place (pending, running or parked) were not looked at, so that there may
 *     be more in this state than were counted
 */
public record RouteCount(Route route, JobState state, long count, boolean more) {}
