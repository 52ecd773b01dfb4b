package dev.baton.stream;

import java.util.List;
import java.util.Optional;

/**
 * Events that came one after another, in their order.
 *
 * @param position from where to go on once all of them are stored; none if one has to go on from where one was
 * @param <E> an event
 */
public record Batch<E>(List<E> events, Optional<String> position) {

    /** Events, with a position or without. */
    public Batch {
        events = List.copyOf(events);
    }

    /** Nothing has come. */
    public static <E> Batch<E> none() {
        return new Batch<>(List.of(), Optional.empty());
    }

    /** One event, after which to go on from this position. */
    public static <E> Batch<E> of(E event, String position) {
        return new Batch<>(List.of(event), Optional.of(position));
    }

    /** One event that says nothing about where to go on. */
    public static <E> Batch<E> of(E event) {
        return new Batch<>(List.of(event), Optional.empty());
    }

    /** Has nothing come, not even a position? */
    public boolean isEmpty() {
        return events.isEmpty() && position.isEmpty();
    }
}
