package dev.baton.internal.enqueue;

import dev.baton.job.BatonException;
import dev.baton.job.KeyScope;
import dev.baton.store.Backlog;
import dev.baton.store.JobStore;
import dev.baton.store.NewJob;
import dev.baton.store.StoreTransaction;
import dev.baton.supervise.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lets in no more jobs than there may be pending. It remembers what it counted, for a moment, and what it has let in since; so what
 * this process adds never goes beyond a limit, but for what is taken within transactions of callers' that are not over.
 * What others add may, as long as the count is old.
 */
public final class Admitting {

    /** How old a count may be that lets something in. */
    private static final Duration FRESH = Duration.ofMillis(250);
    /** How old one may be that refuses something: who is refused and asks again does not have all counted each time. */
    private static final Duration REFUSES = Duration.ofMillis(20);

    private static final String FULL = "BACKLOG_FULL";

    private final Timeline time;
    private final List<Limit> limits = new ArrayList<>();

    /** At most so many of these parts. */
    public Admitting(Map<Backlog.Part, Long> most, Timeline time) {
        this.time = time;
        most.forEach((part, number) -> limits.add(new Limit(part, number)));
    }

    /** What was let in, until it is stored or refused by the store. */
    public static final class Room implements AutoCloseable {

        private final Map<Limit, Long> places;
        private boolean used;

        private Room(Map<Limit, Long> places) {
            this.places = places;
        }

        /** They are stored, or are part of a caller's transaction. */
        public void used() {
            used = true;
        }

        @Override
        public void close() {
            places.forEach((limit, number) -> limit.end(number, used));
        }
    }

    /**
     * Makes room for these. What is there already, under keys for ever, needs none, and is answered however full it is; not within a caller's
     * transaction, as who looks such keys up would need a connection beside it.
     *
     * @throws BatonException with the code {@code BACKLOG_FULL} if there is none for all of them; nothing was stored
     */
    public Room take(JobStore store, Optional<StoreTransaction> caller, List<NewJob> jobs) {
        if (limits.isEmpty()) {
            return new Room(Map.of());
        }
        try {
            return taken(store, caller, jobs);
        } catch (BatonException full) {
            if (full.code().equals(FULL) && caller.isEmpty() && jobs.stream().allMatch(job -> isThere(store, job))) {
                return new Room(Map.of());
            }
            throw full;
        }
    }

    /** Such a key is never given up. Asked for one after another up to the first that is not there: a batch is added as a whole. */
    private static boolean isThere(JobStore store, NewJob job) {
        return job.key()
                .filter(wanted -> wanted.scope() == KeyScope.FOREVER && !wanted.againIfRunning())
                .map(wanted -> store.keyed(job.route().type(), wanted.scope(), wanted.key(), 1)
                        .containsKey(wanted.key()))
                .orElse(false);
    }

    private Room taken(JobStore store, Optional<StoreTransaction> caller, List<NewJob> jobs) {
        var places = new LinkedHashMap<Limit, Long>();
        boolean all = false;
        try {
            for (Limit limit : limits) {
                long number =
                        jobs.stream().filter(job -> limit.part.has(job.route())).count();
                if (number > 0) {
                    limit.take(number, store, caller);
                    places.put(limit, number);
                }
            }
            all = true;
            return new Room(places);
        } finally {
            if (!all) {
                places.forEach((limit, number) -> limit.end(number, false));
            }
        }
    }

    /** One limit, and what is known of how far it is used up. Nobody counts while this is locked: who counts may wait for others. */
    private final class Limit {

        private final Backlog.Part part;
        private final long most;
        private long counted;
        private long countedAt;
        private long counts;
        /** Stored since the count began. */
        private long since;
        /** On the way to the store. */
        private long underWay;

        Limit(Backlog.Part part, long most) {
            this.part = part;
            this.most = most;
        }

        void take(long number, JobStore store, Optional<StoreTransaction> caller) {
            if (!takeIfKnown(number)) {
                count(store, caller);
                if (!takeNow(number)) {
                    throw full(number);
                }
            }
        }

        /** False if it is to be counted first. */
        private synchronized boolean takeIfKnown(long number) {
            Duration old = Duration.ofNanos(time.nanos() - countedAt);
            if (counts == 0 || old.compareTo(FRESH) > 0) {
                return false;
            }
            if (takeNow(number)) {
                return true;
            }
            if (old.compareTo(REFUSES) <= 0) {
                throw full(number);
            }
            return false;
        }

        private synchronized boolean takeNow(long number) {
            if (counted + since + underWay + number > most) {
                return false;
            }
            underWay += number;
            return true;
        }

        private void count(JobStore store, Optional<StoreTransaction> caller) {
            long before;
            long began;
            long earlier;
            synchronized (this) {
                before = since;
                began = time.nanos();
                earlier = counts;
            }
            long pending = store.backlog().pending(caller, part, most);
            synchronized (this) {
                if (counts != earlier) {
                    return; // somebody else has counted meanwhile, and what was stored is reckoned from there
                }
                // What was stored before the count began is in it; what was stored meanwhile may be counted twice.
                since -= before;
                counted = pending;
                countedAt = began;
                counts++;
            }
        }

        synchronized void end(long number, boolean stored) {
            underWay -= number;
            since += stored ? number : 0;
        }

        private BatonException full(long number) {
            String what = part.type().map(type -> "of the type " + type).orElse("")
                    + part.queue().map(queue -> "on the queue " + queue).orElse("");
            return new BatonException(
                    FULL,
                    "At most " + most + " jobs " + what + " may be pending, and " + number
                            + " more would be too many; nothing was stored. Try again when some have been done.");
        }
    }
}
