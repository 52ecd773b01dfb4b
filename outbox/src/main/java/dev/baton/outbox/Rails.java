package dev.baton.outbox;

import dev.baton.BatonBuilder;
import dev.baton.job.BatonException;
import dev.baton.job.CrashPolicy;
import dev.baton.job.JobType;
import dev.baton.job.ParkedHead;
import dev.baton.job.Retry;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The rails of a process, and how it sends payments over them. A payment is a job; all are of one type, whatever their rail, as a unique
 * key counts within its type. Immutable.
 */
public final class Rails {

    /** The type of every payment, by which all of them are switched off. */
    static final String TYPE = "outbox.payment";

    private static final String LANES = "outbox" + Ids.BETWEEN;
    /** For all that an attempt does beside its calls, such as to ask the store whether it may. */
    private static final Duration ASIDE = Duration.ofSeconds(30);

    private static final Settings USUAL = new Settings(
            0,
            Retry.exponential(Duration.ofSeconds(1)).cap(Duration.ofMinutes(1)).attempts(20),
            ParkedHead.BLOCKS,
            Optional.empty(),
            Optional.empty(),
            List.of());

    private final Map<String, Rail> rails;
    private final Settings settings;

    private record Settings(
            int concurrency,
            Retry retry,
            ParkedHead parkedHead,
            Optional<Instant> restoredAt,
            Optional<Repair> repair,
            List<OutboxListener> listeners) {

        Settings concurrency(int most) {
            return new Settings(most, retry, parkedHead, restoredAt, repair, listeners);
        }

        Settings retry(Retry other) {
            return new Settings(concurrency, other, parkedHead, restoredAt, repair, listeners);
        }

        Settings parkedHead(ParkedHead meaning) {
            return new Settings(concurrency, retry, meaning, restoredAt, repair, listeners);
        }

        Settings restoredAt(Instant when) {
            return new Settings(concurrency, retry, parkedHead, Optional.of(when), repair, listeners);
        }

        Settings repair(Repair other) {
            return new Settings(concurrency, retry, parkedHead, restoredAt, Optional.of(other), listeners);
        }

        Settings listener(OutboxListener another) {
            return new Settings(
                    concurrency,
                    retry,
                    parkedHead,
                    restoredAt,
                    repair,
                    Stream.concat(listeners.stream(), Stream.of(another)).toList());
        }
    }

    private Rails(Map<String, Rail> rails, Settings settings) {
        this.rails = rails;
        this.settings = settings;
    }

    /** These, each under a name of its own. */
    public static Rails of(Rail... rails) {
        var named = new LinkedHashMap<String, Rail>();
        for (Rail rail : rails) {
            if (named.put(rail.name(), rail) != null) {
                throw new BatonException("DUPLICATE", "There are two rails with the name " + rail.name() + ".");
            }
        }
        if (named.isEmpty()) {
            throw new BatonException("REQUIRED", "Without a rail nothing can be sent.");
        }
        return new Rails(Map.copyOf(named), USUAL);
    }

    /**
     * How many payments this process sends at once, over all rails; a call that ignores its interrupt counts until it returns. Default: as
     * many as the engine has slots, where such a call gives up its slot.
     */
    public Rails concurrency(int most) {
        if (most < 1) {
            throw new BatonException("OUT_OF_RANGE", "The concurrency of an outbox is at least 1; got " + most + ".");
        }
        return new Rails(rails, settings.concurrency(most));
    }

    /**
     * When a payment that was not taken, or of which nobody knows, is tried or asked about again, and how often. Default: after 1 s,
     * doubling up to a minute, 20 attempts in all.
     */
    public Rails retry(Retry retry) {
        return new Rails(rails, settings.retry(Objects.requireNonNull(retry, "retry")));
    }

    /**
     * What a payment that failed for good, or is held, means to those behind it. To have them pass it by is to send a participant's
     * payments out of order. Default: it blocks them.
     */
    public Rails parkedHead(ParkedHead meaning) {
        return new Rails(rails, settings.parkedHead(Objects.requireNonNull(meaning, "meaning")));
    }

    /**
     * When the store was restored from a backup. Payments that were made before may have been sent since the backup, though the store
     * says that they were not; so each is taken once for one of which nobody knows: an idempotent rail is sent it again, a
     * queryable one is asked, and what goes over any other is held. Every process that sends has to say so, until none of these payments
     * is left; to go on saying it does no harm. Default: it was not.
     */
    public Rails restored(Instant at) {
        return new Rails(rails, settings.restoredAt(at));
    }

    /** When the store was restored, if it was. */
    Optional<Instant> restoredAt() {
        return settings.restoredAt;
    }

    /**
     * How soon payments of a dead process are taken back; for the engine as a whole, as all its jobs are. Default: as the engine is set up,
     * which is {@link Repair#USUAL} unless it is told otherwise.
     */
    public Rails repair(Repair repair) {
        return new Rails(rails, settings.repair(Objects.requireNonNull(repair, "repair")));
    }

    /** Tells this one, too, what happens: {@link OutboxMetrics} or {@link OutboxAlerts}, for instance. Default: the log alone. */
    public Rails listener(OutboxListener listener) {
        return new Rails(rails, settings.listener(Objects.requireNonNull(listener, "listener")));
    }

    /** Has the engine that is being set up send payments over these rails. */
    public BatonBuilder dispatchedBy(BatonBuilder setup) {
        JobType<Payment> type = type();
        setup.decide(type, this, Dispatching::dispatch).reconcile(type, this, Reconciling::reconcile);
        if (settings.concurrency > 0) {
            setup.concurrency(type, settings.concurrency);
        }
        for (Rail rail : rails.values()) {
            setup.queues(rail.queue());
            rail.concurrency().ifPresent(most -> setup.queueConcurrency(rail.queue(), most));
        }
        settings.repair.ifPresent(repair -> repair.in(setup));
        return heard(setup);
    }

    /** For a process that only enqueues payments, which others send. */
    public BatonBuilder announcedTo(BatonBuilder setup) {
        return heard(setup.enqueues(type()));
    }

    private BatonBuilder heard(BatonBuilder setup) {
        settings.listeners.forEach(listener -> listener.listensTo(setup));
        return setup;
    }

    /** How rails are called. */
    Calls calls() {
        return new Calls(settings.listeners, System::nanoTime);
    }

    /** Nothing is repeated blindly on any rail: who is asked knows what the rail can stand. */
    JobType<Payment> type() {
        Duration longest = rails.values().stream()
                .map(Rail::timeout)
                .max(Comparator.naturalOrder())
                .orElseThrow();
        return JobType.of(TYPE, Payment.class)
                .queue("outbox")
                .witnessed()
                .onCrash(CrashPolicy.RECONCILE)
                .parkedHead(settings.parkedHead)
                .retry(settings.retry)
                .timeout(longest.multipliedBy(2).plus(ASIDE)) // a lookup and a call
                .label(payment -> "payment " + payment.instruction().unique());
    }

    /** The rail of this name. */
    Rail rail(String name) {
        Rail rail = rails.get(name);
        if (rail == null) {
            throw new BatonException("UNKNOWN_RAIL", "There is no rail " + name + " here; nothing was stored or sent.");
        }
        return rail;
    }

    /** The lane of a participant's payments; no lane of the application's has such a name by chance. */
    static String lane(String participant) {
        return LANES + participant;
    }

    static String participant(String lane) {
        return lane.substring(LANES.length());
    }
}
