package dev.baton.internal.dispatch;

import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.job.PayloadCodec;
import dev.baton.observe.Event;
import dev.baton.store.Claim;
import dev.baton.store.Ending;
import dev.baton.store.Payload;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.slf4j.MDC;

/**
 * Calls a handler and says what came of it. Whatever a handler throws ends its own attempt and nothing else; whatever it leaves
 * behind on its thread is cleared away.
 */
public final class Handling {

    private static final ThreadLocal<Boolean> INSIDE = ThreadLocal.withInitial(() -> false);

    private final InstantSource clock;
    private final PayloadCodec codec;
    private final Verdict verdict;
    private final Consumer<Event> events;

    /** Calls handlers by this clock. */
    public Handling(InstantSource clock, RandomGenerator random, PayloadCodec codec, Consumer<Event> events) {
        this.clock = clock;
        this.codec = codec;
        this.verdict = new Verdict(clock, random, codec);
        this.events = events;
    }

    /** Is the caller a handler? */
    public static boolean isHandlersThread() {
        return INSIDE.get();
    }

    Instant now() {
        return clock.instant();
    }

    Duration waited(Claim claim) {
        Duration waited = Duration.between(claim.dueAt(), clock.instant());
        return waited.isNegative() ? Duration.ZERO : waited;
    }

    /** Runs the handler on this thread. Never throws. */
    Ending run(Attempt attempt) {
        Thread current = Thread.currentThread();
        ClassLoader loader = current.getContextClassLoader();
        try {
            prepare(current, attempt);
            return outcome(attempt);
        } catch (Throwable defect) {
            // For instance no memory to even say what went wrong.
            return verdict.undescribed(
                    attempt.registration().type().retry(), attempt.claim().tally());
        } finally {
            attempt.leave();
            clear(current, loader);
        }
    }

    private static void prepare(Thread current, Attempt attempt) {
        INSIDE.set(true);
        current.setName("baton-" + attempt.claim().route().type() + " " + attempt.id());
        MDC.put("job_id", attempt.id().toString());
        MDC.put("job_type", attempt.claim().route().type());
        attempt.enter(current);
    }

    private static void clear(Thread current, ClassLoader loader) {
        Thread.interrupted();
        INSIDE.remove();
        MDC.clear();
        current.setContextClassLoader(loader);
        current.setName("baton-handler");
    }

    private Ending outcome(Attempt attempt) {
        Claim claim = attempt.claim();
        JobType<?> type = attempt.registration().type();
        Registration.Call call;
        try {
            call = decoded(attempt);
        } catch (Exception undecodable) {
            return new Ending.Dead(Verdict.UNDECODABLE, Verdict.described(undecodable));
        } catch (Throwable passing) {
            return onThrown(passing, attempt);
        }
        try {
            Outcome answer = call.with(attempt);
            return verdict.on(answer, type.retry(), claim.tally(), lost -> resultLost(claim, lost));
        } catch (Throwable thrown) {
            return onThrown(thrown, attempt);
        }
    }

    private Registration.Call decoded(Attempt attempt) {
        Payload payload = attempt.claim().payload();
        if (!payload.isIntact()) {
            throw new IllegalStateException("The stored payload is not the one that was accepted; its hash differs");
        }
        return attempt.registration().with(payload, attempt.claim().route().version(), codec);
    }

    /** What a handler throws that was told to end is no fault of its job. */
    private Ending onThrown(Throwable thrown, Attempt attempt) {
        Attempt.Reason told = attempt.told();
        if (told == null) {
            Claim claim = attempt.claim();
            events.accept(new Event.HandlerThrew(
                    claim.id(), claim.route().type(), claim.route().queue(), attempt.attempt(), thrown));
            JobType<?> type = attempt.registration().type();
            return verdict.on(
                    verdict.on(thrown, type), type.retry(), attempt.claim().tally(), lost -> {});
        }
        return switch (told) {
            case STOPPING, LOST -> new Ending.Released();
            case CANCELLED, TIMED_OUT -> leftAlone(attempt);
        };
    }

    /** How an attempt ends that was told to end and did not answer. */
    Ending leftAlone(Attempt attempt) {
        if (attempt.told() == Attempt.Reason.CANCELLED) {
            return new Ending.Cancelled();
        } else if (attempt.told() == Attempt.Reason.LOST) {
            return new Ending.Released();
        }
        return verdict.timedOut(
                attempt.timeout(),
                attempt.registration().type().retry(),
                attempt.claim().tally());
    }

    private void resultLost(Claim claim, Throwable failure) {
        events.accept(new Event.ResultLost(
                claim.id(), claim.route().type(), claim.route().queue(), failure));
    }
}
