package dev.baton.store;

import dev.baton.job.JobId;

/** The end of an attempt: whose, under which fence, and how. */
public record Finish(JobId id, long fence, Ending ending) {}
