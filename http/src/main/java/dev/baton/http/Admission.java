package dev.baton.http;

import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * How many requests are worked on at once; one more is refused, and never kept waiting. How many jobs may be pending says the engine, by {@link
 * dev.baton.BatonBuilder#backlog} and {@link dev.baton.BatonBuilder#queueBacklog}. Safe for use by several threads.
 */
public final class Admission {

    private final Semaphore places;

    private Admission(int most) {
        this.places = new Semaphore(most);
    }

    /** At most so many. */
    public static Admission atOnce(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("At least one request at once; got " + most);
        }
        return new Admission(most);
    }

    /** A place for a request, which has to be closed, or nothing if all are taken. */
    Optional<Place> take() {
        return places.tryAcquire() ? Optional.of(new Place()) : Optional.empty();
    }

    /** A request's place, until it is answered. */
    final class Place implements AutoCloseable {
        @Override
        public void close() {
            places.release();
        }
    }
}
