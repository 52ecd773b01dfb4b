package dev.baton.http;

import java.util.concurrent.Semaphore;

/**
 * How many requests are worked on at once; one more is refused, and never kept waiting. How many jobs may be pending says the engine, by {@link
 * dev.baton.BatonBuilder#backlog} and {@link dev.baton.BatonBuilder#queueBacklog}. Safe for use by several threads.
 */
public final class Admission {

    private static final int OF_WHICH_LARGE = 8;

    private final Semaphore places;
    private final Semaphore large;

    private Admission(int most) {
        this.places = new Semaphore(most);
        this.large = new Semaphore(Math.max(1, most / OF_WHICH_LARGE));
    }

    /** At most so many, of which an eighth, but at least one, may be large, as those with many jobs are. */
    public static Admission atOnce(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("At least one request at once; got " + most);
        }
        return new Admission(most);
    }

    /** A place for a request, which has to be closed. */
    Place take() {
        return place(places);
    }

    /** A place for one of which it is known by now that it may be large, beside the one it has. */
    Place takeLarge() {
        return place(large);
    }

    private static Place place(Semaphore of) {
        if (!of.tryAcquire()) {
            throw new Refusal(
                    Problem.of(Code.RATE, "As many requests as may are being worked on; nothing was done. Try again."));
        }
        return of::release;
    }

    /** A request's place, until it is answered. */
    interface Place extends AutoCloseable {
        @Override
        void close();
    }
}
