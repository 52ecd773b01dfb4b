package dev.baton.postgres;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Where the next look may begin, so that it need not pass what is dead. As long as a transaction is open anywhere in the database,
 * rows that were removed since stay where they are, and whoever looks for the first one that is alive reads them all: a million of
 * them in a tenth of a second. It counts for a short while, or ten times as long as a look at everything takes, and only if a look at everything was slow and there really are many
 * dead rows; then everything is looked at again, for what stands before it: jobs that were given back, or committed late. Safe for
 * use by several threads.
 */
final class Beginning<P> {

    /** Faster ones are no trouble. */
    private static final Duration SLOW = Duration.ofMillis(10);

    private static final long MANY = 10_000;
    /** No more than a tenth of the time goes into looks at everything. */
    private static final int TIMES_AS_LONG = 10;

    private final Duration lastsLeast;
    private final LongSupplier nanos;
    private @Nullable P position;
    private Duration lasts;
    private long since;

    /** Where it lasts at least so long. */
    Beginning(Duration lastsLeast, LongSupplier nanos) {
        this.lastsLeast = lastsLeast;
        this.lasts = lastsLeast;
        this.nanos = nanos;
    }

    /** How many rows are dead, which is asked for only if it matters. */
    interface DeadRows<E extends Exception> {
        long count() throws E;
    }

    /** The one to begin at; empty if everything is to be looked at. */
    synchronized Optional<P> get() {
        if (position != null && left().isNegative()) {
            position = null;
        }
        return Optional.ofNullable(position);
    }

    /** How long until everything is looked at again. */
    synchronized Duration left() {
        return lasts.minusNanos(nanos.getAsLong() - since);
    }

    /** Everything was looked at, from that time on, and this is where what is alive begins. */
    <E extends Exception> void looked(long begun, P found, DeadRows<E> dead) throws E {
        Duration took = Duration.ofNanos(nanos.getAsLong() - begun);
        boolean helps = took.compareTo(SLOW) >= 0 && dead.count() >= MANY;
        Duration longer = took.multipliedBy(TIMES_AS_LONG);
        synchronized (this) {
            position = helps ? found : null;
            lasts = longer.compareTo(lastsLeast) > 0 ? longer : lastsLeast;
            since = nanos.getAsLong();
        }
    }

    /** There was a look from the one before it on, and this is where the next may begin. */
    synchronized void moveOn(P found) {
        if (position != null) {
            position = found;
        }
    }
}
