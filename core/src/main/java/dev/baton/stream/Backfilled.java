package dev.baton.stream;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Live events that begin when one connects, with all that went before them. It connects first and takes the number of the first live
 * event for the cutoff, or the head if none comes soon; then asks the history for everything up to the cutoff, and then goes on with
 * what is live, of which nothing was lost meanwhile. Events of the cutoff itself may come from both sides, so that whoever reads must
 * bear to see an event twice: give the jobs that are made of them unique keys. Immutable.
 *
 * @param <E> an event
 */
public final class Backfilled<E> implements EventSource<E> {

    private final EventSource<E> live;
    private final History<E> history;
    private final Span span;
    private final Duration firstEvent;

    /**
     * Which numbers are asked for.
     *
     * @param first where to begin if nothing was read before
     * @param step how many are asked for at once
     * @param late by how many numbers an event may come later than others
     */
    record Span(long first, long step, long late) {}

    private Backfilled(EventSource<E> live, History<E> history, Span span, Duration firstEvent) {
        this.live = Objects.requireNonNull(live, "live");
        this.history = Objects.requireNonNull(history, "history");
        this.span = span;
        this.firstEvent = Objects.requireNonNull(firstEvent, "firstEvent");
    }

    /** A live source, whose position is not asked for, and what went before it. */
    public static <E> Backfilled<E> of(EventSource<E> live, History<E> history) {
        return new Backfilled<>(live, history, new Span(0, 1_000, 0), Duration.ofSeconds(5));
    }

    /** The first number to ask for when nothing was read before. Default: 0. */
    public Backfilled<E> from(long first) {
        return new Backfilled<>(live, history, new Span(first, span.step(), span.late()), firstEvent);
    }

    /** How many numbers to ask the history for at once. What it answers is in memory, so keep that small. Default: 1,000. */
    public Backfilled<E> step(long numbers) {
        if (numbers < 1) {
            throw new IllegalArgumentException("A step is at least 1; got " + numbers);
        }
        return new Backfilled<>(live, history, new Span(span.first(), numbers, span.late()), firstEvent);
    }

    /**
     * By how many numbers an event may come later than one that follows it. After a break so many are read once more. Default: 0,
     * where events of a number may be in disorder, and no others.
     */
    public Backfilled<E> late(long numbers) {
        if (numbers < 0) {
            throw new IllegalArgumentException("Events are not late by less than 0 numbers; got " + numbers);
        }
        return new Backfilled<>(live, history, new Span(span.first(), span.step(), numbers), firstEvent);
    }

    /**
     * How long to wait for the first live event before the head is asked for, at every connection; nothing of the past is read meanwhile, and
     * a task with {@code hangAfter} needs more than this. Default: 5 s.
     */
    public Backfilled<E> firstEvent(Duration wait) {
        return new Backfilled<>(live, history, span, wait);
    }

    @Override
    public EventStream<E> connect(Optional<String> position) throws Exception {
        long next = position.map(read -> Long.parseLong(read) + 1).orElse(span.first());
        EventStream<E> connected = live.connect(Optional.empty());
        boolean done = false;
        try {
            Batch<E> early = connected.next(1, firstEvent);
            long cutoff = early.events().isEmpty()
                    ? history.head()
                    : early.events().stream().mapToLong(history::numberOf).min().getAsLong();
            var stream =
                    new BackfilledStream<>(connected, history, span, early, new BackfilledStream.Gap(next, cutoff));
            done = true;
            return stream;
        } finally {
            if (!done) {
                connected.close();
            }
        }
    }
}
