package dev.baton.job;

import java.time.Instant;

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

    /** When the time of this attempt is over. */
    Instant deadline();

    /**
     * Says how far the work is, for people who look; a total of 0 means that nobody knows. Cheap: only the newest is kept, and
     * it is written about once a second.
     */
    void progress(long done, long total, String text);

    /**
     * True once this attempt should end: its job was cancelled, its time is over, it lost the job, or the engine stops. The
     * handler's thread is interrupted as well.
     */
    boolean cancelled();
}
