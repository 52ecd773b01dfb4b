package dev.baton.stream;

import java.util.List;

/**
 * What can be asked about events of the past, where each belongs to a number that grows: a block of a chain, a day.
 *
 * @param <E> an event
 */
public interface History<E> {

    /** The largest number there is by now. */
    long head() throws Exception;

    /** All events from this number to that one, both included, in their order. */
    List<E> events(long from, long to) throws Exception;

    /** The number that an event belongs to. */
    long numberOf(E event);
}
