package dev.baton.store;

import dev.baton.job.JobId;
import java.time.Instant;

/**
 * A job in the hands of a node.
 *
 * @param tally this attempt included
 * @param fence the number under which alone its outcome is accepted
 * @param dueAt since when it could have been claimed
 */
public record Claim(JobId id, Route route, Payload payload, JobView.Tally tally, long fence, Instant dueAt) {}
