package dev.baton.stream;

import java.time.Duration;

/**
 * One connection to a source of events, until it ends. For one thread. Nothing comes that was not asked for, so that who is slow
 * holds up the source and not the memory.
 *
 * @param <E> an event
 */
public interface EventStream<E> extends AutoCloseable {

    /**
     * The next events, about so many at most. Waits for the first of them, for as long as this says, and for no more. Nothing yet is
     * {@link Batch#none()}; a stream that has ended, was cut or is silent for too long throws.
     */
    Batch<E> next(int atMost, Duration wait) throws Exception;

    /** Ends it, at once. */
    @Override
    void close();
}
