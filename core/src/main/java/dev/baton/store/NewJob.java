package dev.baton.store;

import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import java.util.Optional;

/**
 * A job that is to be added.
 *
 * @param ties what it shares with others
 * @param care what else is wanted of the store
 */
public record NewJob(JobId id, Route route, Payload payload, Urgency urgency, Ties ties, Care care) {

    /**
     * What a job shares with others.
     *
     * @param lane the lane in which it takes the next number
     * @param numberedOnly whether the lane does no more for it, so that it stands in nobody's way and nobody in its
     * @param key the unique key it is to have
     */
    public record Ties(Optional<String> lane, boolean numberedOnly, Optional<KeyRequest> key) {

        /** Of a job that is in order, if it has a lane. */
        public Ties(Optional<String> lane, Optional<KeyRequest> key) {
            this(lane, false, key);
        }
    }

    /**
     * What a store does for a job beside having it run.
     *
     * @param witnessed whether there is to be evidence of what happens to it; then it has a lane
     * @param held why it is held from the start, if it is
     * @param over what it is over with from the start, if it is
     */
    public record Care(boolean witnessed, Optional<HeldFirst> held, Optional<OverFirst> over) {

        /** It waits to be run, and there is no evidence. */
        public static final Care NONE = new Care(false, Optional.empty());

        /** Of a job that is not over. */
        public Care(boolean witnessed, Optional<HeldFirst> held) {
            this(witnessed, held, Optional.empty());
        }
    }

    /** What is witnessed has a chain, which is that of its lane; and nothing is both held and over. */
    public NewJob {
        if (care.held().isPresent() && care.over().isPresent()) {
            throw new BatonException("NOT_OVER", "What is held is not over; nothing was stored.");
        }
        if (care.witnessed() && ties.lane().isEmpty()) {
            throw new BatonException(
                    "LANE_REQUIRED",
                    "Jobs of " + route.type()
                            + " are witnessed, lane by lane, and this one has no lane; nothing was stored.");
        }
    }

    /** A job that waits to be run, without evidence. */
    public NewJob(
            JobId id, Route route, Payload payload, Urgency urgency, Optional<String> lane, Optional<KeyRequest> key) {
        this(id, route, payload, urgency, new Ties(lane, key), Care.NONE);
    }

    /** A job without lane or key. */
    public NewJob(JobId id, Route route, Payload payload, Urgency urgency) {
        this(id, route, payload, urgency, Optional.empty(), Optional.empty());
    }

    /** The same with this care. */
    public NewJob with(Care other) {
        return new NewJob(id, route, payload, urgency, ties, other);
    }

    /** The lane in which it takes the next number. */
    public Optional<String> lane() {
        return ties.lane();
    }

    /** Whether its lane only numbers it. */
    public boolean numberedOnly() {
        return ties.numberedOnly();
    }

    /** The same, only numbered by its lane or in order, too. */
    public NewJob numberedOnly(boolean only) {
        return new NewJob(id, route, payload, urgency, new Ties(ties.lane(), only, ties.key()), care);
    }

    /** The unique key it is to have. */
    public Optional<KeyRequest> key() {
        return ties.key();
    }

    /** Whether there is to be evidence of what happens to it. */
    public boolean witnessed() {
        return care.witnessed();
    }

    /** Why it is held from the start, if it is. */
    public Optional<HeldFirst> held() {
        return care.held();
    }

    /** What it is over with from the start, if it is. */
    public Optional<OverFirst> over() {
        return care.over();
    }
}
