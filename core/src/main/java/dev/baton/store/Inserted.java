package dev.baton.store;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.Turn;
import java.time.Instant;
import java.util.Optional;

/**
 * What became of a job that was to be added.
 *
 * @param id the job that stands for it: itself, or the one that has its key
 * @param answer whether it was added
 * @param state where that job stands
 * @param turn that job's place, if it is in a lane, or its number, if the lane only numbers it
 * @param createdAt when that job was added
 */
public record Inserted(JobId id, Answer answer, JobState state, Optional<Turn> turn, Instant createdAt) {

    /** Whether a job was added. */
    public enum Answer {
        /** It was added. */
        ADDED,
        /** It was not: the job that has its key, or its id, stands for it. */
        EXISTING,
        /** It was added behind the running job that has its key, and waits until that one is done, cancelled or dead. */
        ADDED_BEHIND
    }
}
