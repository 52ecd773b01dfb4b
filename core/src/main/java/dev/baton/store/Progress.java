package dev.baton.store;

import dev.baton.job.JobId;

/** How far a handler is: so much of so much, and a few words. */
public record Progress(JobId id, long fence, Mark mark) {

    /** How far. A total of 0 means that nobody knows. */
    public record Mark(long done, long total, String text) {}
}
