package dev.baton.internal.dispatch;

import dev.baton.internal.fault.FaultPoint;
import dev.baton.internal.tell.Secrets;
import dev.baton.job.CrashPolicy;
import dev.baton.job.Outcome;
import dev.baton.job.PayloadCodec;
import dev.baton.observe.Event;
import dev.baton.store.Claim;
import dev.baton.store.Ending;
import dev.baton.store.Payload;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.slf4j.MDC;

/**
 * Calls a handler and says what came of it. Whatever a handler throws ends its own attempt and nothing else; whatever it leaves
 * behind on its thread is cleared away.
 */
public final class Handling {

    private static final ThreadLocal<Boolean> INSIDE = ThreadLocal.withInitial(() -> false);
    private static final Ending NOBODY_KNOWS = new Ending.Held("EXCEPTION", "");
    private static final Ending GIVEN_BACK = new Ending.Released();

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

    /** Runs the handler on this thread. Throws only where there is nothing left to answer with. */
    Ending run(Attempt attempt) {
        Thread current = Thread.currentThread();
        ClassLoader loader = current.getContextClassLoader();
        Ending ending;
        try {
            prepare(current, attempt);
            ending = outcome(attempt);
        } catch (Throwable defect) {
            // For instance no memory to even say what went wrong.
            ending =
                    isCareful(attempt) ? verdict.inDoubt(attempt, "EXCEPTION", "", true) : verdict.undescribed(attempt);
        } finally {
            attempt.exit();
            clear(current, loader);
        }
        return attempt.isInDoubt() ? Verdict.stillInDoubt(ending) : ending;
    }

    /** What becomes of a job whose handler has begun if not even that can be said any more. */
    static Ending lastResort(Attempt attempt) {
        return isCareful(attempt) ? NOBODY_KNOWS : GIVEN_BACK;
    }

    private static boolean isCareful(Attempt attempt) {
        return attempt.registration().type().onCrash() != CrashPolicy.RERUN;
    }

    private static void prepare(Thread current, Attempt attempt) {
        Thread.interrupted(); // whom that was for has ended; who is told to end is told again
        INSIDE.set(true);
        current.setName("baton-" + attempt.claim().route().type() + " " + attempt.id());
        MDC.put("job_id", attempt.id().toString());
        MDC.put("job_type", attempt.claim().route().type());
        attempt.enterOn(current);
    }

    private static void clear(Thread current, ClassLoader loader) {
        Thread.interrupted();
        INSIDE.remove();
        try {
            MDC.clear();
        } catch (Throwable broken) {
            // Somebody's logging is broken; that is no reason to say anything about this job.
        }
        current.setContextClassLoader(loader);
        current.setName("baton-handler");
    }

    private Ending outcome(Attempt attempt) {
        try {
            Registration.Call call = decoded(attempt);
            attempt.decoded(call.payload());
            Optional<Ending> known = attempt.isInDoubt() ? ask(call, attempt) : Optional.empty();
            return known.isPresent() ? known.get() : handle(call, attempt);
        } catch (Throwable thrown) {
            return onThrown(thrown, attempt);
        }
    }

    /** What came of the attempts before this one, as far as that is known now; empty if the handler is to run. */
    private Optional<Ending> ask(Registration.Call call, Attempt attempt) throws Exception {
        if (attempt.registration().asked() == null) {
            return Optional.of(new Ending.Held("IN_DOUBT", "Nobody here knows what came of an earlier attempt."));
        }
        Optional<Outcome> answer = call.ask(attempt.claim().known().doubts(), attempt);
        if (attempt.isFinishedIn()) {
            return Optional.of(verdict.notCommitted(attempt, ""));
        }
        if (answer.isEmpty() || Verdict.isKnown(answer.get())) {
            attempt.resolved();
        }
        if (answer.isEmpty() && attempt.isCancelWanted()) {
            return Optional.of(new Ending.Cancelled());
        }
        return answer.map(outcome -> verdict.on(outcome, attempt, lost -> resultLost(attempt, lost)));
    }

    private Ending handle(Registration.Call call, Attempt attempt) throws Exception {
        attempt.enter();
        FaultPoint.EXEC_BEFORE_HANDLER.hit();
        Outcome answer = call.handle(attempt);
        FaultPoint.EXEC_AFTER_HANDLER.hit();
        return attempt.isFinishedIn()
                ? verdict.notCommitted(attempt, "")
                : verdict.on(answer, attempt, lost -> resultLost(attempt, lost));
    }

    private Registration.Call decoded(Attempt attempt) throws Undecodable {
        Payload payload = attempt.claim().payload();
        try {
            if (!payload.isIntact()) {
                throw new IllegalStateException(
                        "The stored payload is not the one that was accepted; its hash differs");
            }
            return attempt.registration().with(payload, attempt.claim().route().version(), codec);
        } catch (Exception e) {
            throw new Undecodable(e);
        }
    }

    /** A payload that cannot be read now cannot be read later. */
    private static final class Undecodable extends Exception {
        private static final long serialVersionUID = 1L;
        private final Exception why;

        Undecodable(Exception cause) {
            super(cause);
            why = cause;
        }
    }

    /** What a handler throws that was told to end is no fault of its job, unless it may have done something. */
    private Ending onThrown(Throwable thrown, Attempt attempt) {
        if (thrown instanceof Undecodable undecodable) {
            return new Ending.Dead(Verdict.UNDECODABLE, Verdict.described(undecodable.why, attempt));
        }
        if (attempt.told() == null) {
            Claim claim = attempt.claim();
            events.accept(new Event.HandlerThrew(
                    claim.id(), claim.route().type(), claim.route().queue(), attempt.attempt(), said(thrown, attempt)));
        }
        if (attempt.isFinishedIn()) {
            return verdict.notCommitted(attempt, Verdict.described(thrown, attempt));
        } else if (attempt.told() == null) {
            return verdict.onThrown(thrown, attempt, lost -> {});
        } else if (attempt.leavesDoubt()) {
            boolean charged = attempt.told() == Attempt.Reason.TIMED_OUT;
            return verdict.inDoubt(attempt, attempt.told().code(), Verdict.described(thrown, attempt), charged);
        }
        return switch (attempt.told()) {
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
        return verdict.timedOut(attempt);
    }

    private static boolean hasSecrets(Attempt attempt) {
        return Secrets.areIn(attempt.registration().type().payload());
    }

    private static Throwable said(Throwable failure, Attempt attempt) {
        return hasSecrets(attempt) ? Hiding.in(failure, attempt::hide) : failure;
    }

    private void resultLost(Attempt attempt, Throwable failure) {
        Claim claim = attempt.claim();
        events.accept(new Event.ResultLost(
                claim.id(), claim.route().type(), claim.route().queue(), said(failure, attempt)));
    }
}
