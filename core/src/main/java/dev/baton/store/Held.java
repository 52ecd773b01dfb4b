package dev.baton.store;

import dev.baton.job.JobId;

/** A job that a node holds, and whether somebody wants it cancelled. */
public record Held(JobId id, long fence, boolean cancelWanted) {}
