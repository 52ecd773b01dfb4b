package dev.baton.outbox;

import dev.baton.internal.fault.FaultPoint;
import dev.baton.job.BatonException;
import dev.baton.job.Clearance;
import dev.baton.job.Outcome;
import dev.baton.job.Run;
import java.time.Duration;
import java.util.Optional;

/**
 * Sends a payment, if it may. Until the rail is called nothing has happened, and that is certain; from then on only a code that the rail
 * has explained says what has.
 */
final class Dispatching {

    /** Nobody knows, by what the rail answered, or because it answered for another payment. */
    static final String OUTCOME_UNKNOWN = "OUTCOME_UNKNOWN";

    static final String WRONG_REFERENCE = "WRONG_REFERENCE";
    /** Nobody knows, as the call threw, or was interrupted on a rail that cannot be asked. */
    static final String DISPATCH_ERROR = "DISPATCH_ERROR";

    static final String DISPATCH_INTERRUPTED = "DISPATCH_INTERRUPTED";

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private Dispatching() {}

    static Outcome dispatch(Payment payment, Run run, Rails rails) throws InterruptedException {
        Rail rail;
        try {
            rail = rails.rail(payment.rail());
            if (!rail.takes(payment)) {
                return Outcome.fail(
                        "INVALID_DESTINATION", "The rail " + rail.name() + " does not take its destination.");
            }
        } catch (RuntimeException notSent) {
            return Outcome.retry("NOT_SENT", String.valueOf(notSent));
        }
        try {
            Optional<Outcome> instead = Caution.before(run, rail, rails.restoredAt());
            if (instead.isPresent()) {
                return instead.get();
            }
        } catch (BatonException unanswered) {
            return Outcome.snooze(run.beganAt().plus(PAUSE));
        }
        if (!isClear(run, rail)) {
            return Outcome.snooze(run.beganAt().plus(PAUSE));
        }
        run.limit(rail.timeout());
        Dispatch dispatch = Dispatch.of(payment, run);
        Outcome outcome = send(dispatch, rail, new RailCall(rail, dispatch, run), rails.calls());
        FaultPoint.RAIL_BEFORE_REPLY.hit();
        return outcome;
    }

    /**
     * The gate. A rail that cannot be asked has it written down first that a call is about to be made: of an attempt that was lost before,
     * everybody knows that it has sent nothing. A store that does not answer is no yes, and nothing was used up by asking.
     */
    private static boolean isClear(Run run, Rail rail) {
        try {
            if (rail.kind() == RailKind.NEITHER) {
                run.checkpoint(Note.of(run).called(run.fence()));
            }
            return run.clearance() == Clearance.CLEAR;
        } catch (BatonException unanswered) {
            return false;
        }
    }

    private static Outcome send(Dispatch dispatch, Rail rail, RailCall call, Calls calls) throws InterruptedException {
        Reply reply;
        try {
            FaultPoint.RAIL_AFTER_GATE.hit();
            reply = call.send(calls);
            FaultPoint.RAIL_AFTER_SEND.hit();
        } catch (InterruptedException told) {
            if (rail.kind() == RailKind.NEITHER) {
                return Outcome.hold(DISPATCH_INTERRUPTED, "The call was interrupted.");
            }
            throw told; // whoever interrupted it knows why
        } catch (Exception thrown) {
            return unknown(rail, DISPATCH_ERROR, String.valueOf(thrown));
        }
        return outcome(reply, dispatch, rail);
    }

    private static Outcome outcome(Reply reply, Dispatch dispatch, Rail rail) {
        return switch (rail.meaningOf(reply, dispatch.reference())) {
            case ACCEPTED -> Outcome.done(Accepted.by(reply));
            case TERMINAL -> Outcome.fail(reply.code(), reply.message());
            case RETRYABLE -> Outcome.retry(reply.code(), reply.message());
            case UNKNOWN ->
                unknown(
                        rail,
                        Rail.isAboutAnother(reply, dispatch.reference()) ? WRONG_REFERENCE : OUTCOME_UNKNOWN,
                        "The rail answered " + reply.code() + ". " + reply.message());
        };
    }

    private static Outcome unknown(Rail rail, String code, String message) {
        return rail.kind() == RailKind.NEITHER ? Outcome.hold(code, message) : Outcome.unknown(code, message);
    }
}
