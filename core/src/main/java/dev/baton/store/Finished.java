package dev.baton.store;

import dev.baton.job.JobState;
import java.util.Optional;

/**
 * What became of the end of an attempt.
 *
 * @param answer whether it counted
 * @param state where the job stands since; empty if it did not count
 */
public record Finished(Answer answer, Optional<JobState> state) {

    /** Whether the end of an attempt counted. */
    public enum Answer {
        /** It was recorded now. */
        RECORDED,
        /** Its owner had recorded it before, by a commit whose answer was lost. */
        ALREADY_RECORDED,
        /** Its owner had lost the job; nothing was changed. */
        FENCED,
        /** A job before it in its lane is to run again first; it was given back, to run again after that. */
        OUT_OF_TURN,
        /**
         * Another transaction, which may be one of its handler's, has the job in hand and has not ended; nothing was changed. Ask again
         * after a while.
         */
        IN_HAND
    }
}
