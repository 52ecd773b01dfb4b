package dev.baton.job;

import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A handler's view of the attempt it is in. Safe for use by several threads.
 *
 * <p>An interface so that a handler can be tested without an engine.
 */
public interface Run {

    /** The job's id: the same in every attempt, so it does well as a reference towards others. */
    JobId id();

    /** What to call the job. */
    String label();

    /** Which attempt this is, counted from 1. */
    int attempt();

    /** The number under which this attempt owns the job: larger than that of any attempt before it. */
    long fence();

    /** The job's place, if it is in a lane, or its number, if a lane only numbers it. */
    Optional<Turn> turn();

    /** When this attempt began, by the clock of the store. */
    Instant beganAt();

    /** How long this attempt has been going on, by the clock of the engine, which never goes back. */
    Duration took();

    /** When the time of this attempt is over. */
    Instant deadline();

    /** Has the time of this attempt be over so long from now, instead of what was said before; not later than its type has it. */
    void limit(Duration fromNow);

    /**
     * Whether this attempt may do now what cannot be undone: whether the job is still its own, and nobody has switched it off or wants
     * it to end. Asks the store, so it costs a round trip. The answer holds for the moment: do it at once, or ask again. Whatever it
     * throws, it is no yes.
     */
    Clearance clearance();

    /**
     * Says how far the work is, for people who look; a total of 0 means that nobody knows. Cheap: only the newest is kept, and
     * it is written about once a second.
     */
    void progress(long done, long total, String text);

    /**
     * Keeps this, as JSON, for the attempts after this one: after a failure, a crash, or when somebody has the job tried again. It
     * is durable when this returns, and replaces what was kept before. One transaction each, so not for every row.
     *
     * @throws BatonException with the code {@code STALE_FENCE} if this attempt has lost the job; it should end then
     */
    void checkpoint(Object value);

    /** As {@link #checkpoint(Object)}, within the handler's own transaction: kept if and only if that commits. */
    void checkpoint(Connection transaction, Object value);

    /** What this attempt, or one before it, kept last. */
    <T> Optional<T> lastCheckpoint(Class<T> type);

    /**
     * Keeps this, as JSON of at most 4,096 characters, with the record of this attempt, however it ends: done, failed, thrown out of or
     * timed out. For what people and auditors want to know of the attempt and the engine has no use for. Cheap: it is written with the
     * end of the attempt. It replaces what was said before, and an attempt that is lost with its process has none.
     *
     * @throws BatonException with the code {@code TOO_LARGE} or {@code BAD_CHARACTER}; what was said before stays
     */
    void facts(Object values);

    /**
     * Ends the job as done within the handler's own transaction: what else is in it and the end of the job are committed together, or
     * neither is. Commit and return after this; what the handler answers counts no more. If the transaction does not commit, the
     * attempt has failed with the code {@code FINISH_NOT_COMMITTED}.
     *
     * @throws BatonException with the code {@code STALE_FENCE} if this attempt has lost the job: roll back then. {@code
     *     FINISH_IN_RUN} for jobs of a lane whose type is replayable
     */
    void finishIn(Connection transaction);

    /** As {@link #finishIn(Connection)}, with a result that is stored as JSON. */
    void finishIn(Connection transaction, Object result);

    /**
     * True once this attempt should end: its job was cancelled, its time is over, it lost the job, or the engine stops. The
     * handler's thread is interrupted as well.
     */
    boolean cancelled();
}
