package dev.baton.stream;

import java.util.Optional;

/**
 * Where events come from: something to connect to, again and again, each time from where it was left.
 *
 * @param <E> an event
 */
@FunctionalInterface
public interface EventSource<E> {

    /**
     * Connects, so that all events come that follow this position; without one, all there are. What throws is tried again later.
     * An event may come again, and whoever reads must bear it; none may be left out.
     *
     * @param position as a {@link Batch} of an earlier connection said it
     */
    EventStream<E> connect(Optional<String> position) throws Exception;
}
