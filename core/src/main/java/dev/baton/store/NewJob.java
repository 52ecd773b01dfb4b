package dev.baton.store;

import dev.baton.job.JobId;
import java.time.Instant;
import java.util.Optional;

/**
 * A job that is to be added.
 *
 * @param priority larger ones first
 * @param dueAt not to be claimed before
 */
public record NewJob(JobId id, Route route, Payload payload, int priority, Instant dueAt, Optional<KeyRequest> key) {}
