package dev.baton.stream;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;

/** First the past up to the cutoff, step by step, then what came meanwhile, then what comes. */
final class BackfilledStream<E> implements EventStream<E> {

    private final EventStream<E> live;
    private final History<E> history;
    private final Backfilled.Span span;
    private final long cutoff;
    private final Queue<E> past = new ArrayDeque<>();
    private Batch<E> early;
    private long next;
    /** All up to here is complete, and was said to be. */
    private long said;
    /** The largest number that an event had. */
    private long highest;

    /** What is missing: from the next number to the cutoff. */
    record Gap(long next, long cutoff) {}

    BackfilledStream(EventStream<E> live, History<E> history, Backfilled.Span span, Batch<E> early, Gap gap) {
        this.live = live;
        this.history = history;
        this.span = span;
        this.early = early;
        this.next = gap.next();
        this.cutoff = gap.cutoff();
        this.said = gap.next() - 1;
        this.highest = gap.cutoff();
    }

    @Override
    public Batch<E> next(int atMost, Duration wait) throws Exception {
        if (past.isEmpty() && next <= cutoff) {
            long to = Math.min(cutoff, next + span.step() - 1);
            past.addAll(history.events(next, to));
            next = to + 1;
            return some(atMost);
        }
        if (!past.isEmpty()) {
            return some(atMost);
        }
        Batch<E> came = early.events().isEmpty() ? live.next(atMost, wait) : early;
        early = Batch.none();
        came.events().forEach(event -> highest = Math.max(highest, history.numberOf(event)));
        // More events of the highest number may follow.
        return new Batch<>(came.events(), completeTo(highest - 1 - span.late()));
    }

    /** A step is complete with its last event. */
    private Batch<E> some(int atMost) {
        List<E> some = new ArrayList<>();
        while (some.size() < atMost && !past.isEmpty()) {
            some.add(past.remove());
        }
        return new Batch<>(
                some, past.isEmpty() ? completeTo(Math.min(next - 1, cutoff - span.late())) : Optional.empty());
    }

    /** Never back to where one was before. */
    private Optional<String> completeTo(long number) {
        if (number <= said) {
            return Optional.empty();
        }
        said = number;
        return Optional.of(Long.toString(number));
    }

    @Override
    public void close() {
        live.close();
    }
}
