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
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

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
            Optional.empty());

    private final Map<String, Rail> rails;
    private final Settings settings;

    private record Settings(int concurrency, Retry retry, ParkedHead parkedHead, Optional<Instant> restoredAt) {}

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
        return new Rails(rails, new Settings(most, settings.retry, settings.parkedHead, settings.restoredAt));
    }

    /**
     * When a payment that was not taken, or of which nobody knows, is tried or asked about again, and how often. Default: after 1 s,
     * doubling up to a minute, 20 attempts in all.
     */
    public Rails retry(Retry retry) {
        return new Rails(
                rails,
                new Settings(
                        settings.concurrency,
                        Objects.requireNonNull(retry, "retry"),
                        settings.parkedHead,
                        settings.restoredAt));
    }

    /**
     * What a payment that failed for good, or is held, means to those behind it. To have them pass it by is to send a participant's
     * payments out of order. Default: it blocks them.
     */
    public Rails parkedHead(ParkedHead meaning) {
        return new Rails(
                rails,
                new Settings(
                        settings.concurrency,
                        settings.retry,
                        Objects.requireNonNull(meaning, "meaning"),
                        settings.restoredAt));
    }

    /**
     * When the store was restored from a backup. Payments that were made before may have been sent since the backup, though the store
     * says that they were not; so each is taken once for one of which nobody knows: an idempotent rail is sent it again, a
     * queryable one is asked, and what goes over any other is held. Every process that sends has to say so, until none of these payments
     * is left; to go on saying it does no harm. Default: it was not.
     */
    public Rails restored(Instant at) {
        return new Rails(
                rails, new Settings(settings.concurrency, settings.retry, settings.parkedHead, Optional.of(at)));
    }

    /** When the store was restored, if it was. */
    Optional<Instant> restoredAt() {
        return settings.restoredAt;
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
        return setup;
    }

    /** For a process that only enqueues payments, which others send. */
    public BatonBuilder announcedTo(BatonBuilder setup) {
        return setup.enqueues(type());
    }

    /** Nothing is repeated blindly on any rail: who is asked knows what the rail can stand. */
    JobType<Payment> type() {
        Duration longest = rails.values().stream()
                .map(Rail::timeout)
                .max(Comparator.naturalOrder())
                .orElseThrow();
        return JobType.of(TYPE, Payment.class)
                .queue("outbox")
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
