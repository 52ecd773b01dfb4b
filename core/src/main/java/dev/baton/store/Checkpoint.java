package dev.baton.store;

import dev.baton.job.JobId;

/** What an attempt wants kept for those after it, as JSON; its owner is known by its fence. */
public record Checkpoint(JobId id, long fence, String json) {}
