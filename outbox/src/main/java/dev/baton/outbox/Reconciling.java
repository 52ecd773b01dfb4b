package dev.baton.outbox;

import dev.baton.job.Doubt;
import dev.baton.job.Outcome;
import dev.baton.job.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Decides about a payment of which nobody knows whether its rail has taken it. To answer nothing is to say that it was not, and to have it
 * sent now, under the same reference, once it has passed the gate again.
 */
final class Reconciling {

    static final String LOOKUP_FAILED = "LOOKUP_FAILED";
    static final String LOOKUP_UNCLEAR = "LOOKUP_UNCLEAR";

    /** What is said of attempts that only asked; they have sent nothing. */
    private static final Set<String> ASKED = Set.of("SNOOZED", LOOKUP_FAILED, LOOKUP_UNCLEAR);
    /** What is said of attempts whose call had returned when they ended. Of all others, lost or killed, it may still go on. */
    private static final Set<String> RETURNED = Set.of(
            Dispatching.OUTCOME_UNKNOWN,
            Dispatching.WRONG_REFERENCE,
            Dispatching.DISPATCH_ERROR,
            "TIMEOUT",
            "INTERRUPTED",
            "CANCELLED",
            "EXCEPTION");

    private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

    private Reconciling() {}

    static Optional<Outcome> reconcile(Payment payment, List<Doubt> doubts, Run run, Rails rails)
            throws InterruptedException {
        if (doubts.stream().anyMatch(doubt -> doubt.code().equals(PaymentImport.IMPORTED_IN_DOUBT))) {
            return Optional.of(Outcome.hold(
                    PaymentImport.IMPORTED_IN_DOUBT,
                    "The rail knows what was sent before it was imported under another reference."));
        }
        Rail rail = rails.rail(payment.rail());
        return switch (rail.kind()) {
            case IDEMPOTENT -> Optional.of(sendAgain(payment, doubts, run, rails));
            case QUERYABLE -> lookUp(payment, doubts, run, rail);
            case NEITHER -> held(doubts, run);
        };
    }

    /**
     * It stays in doubt while it is sent again: that the rail is busy now says nothing of what it has taken before. Only that it has taken
     * it, or never will, is an end.
     */
    private static Outcome sendAgain(Payment payment, List<Doubt> doubts, Run run, Rails rails)
            throws InterruptedException {
        Rail rail = rails.rail(payment.rail());
        Instant since = Caution.since(doubts, run);
        Instant safe = safe(doubts, rail);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        } else if (run.cancelled()) {
            return Outcome.hold(
                    Dispatching.OUTCOME_UNKNOWN, "It is to end, and to send it again is no way to find out.");
        } else if (Caution.isForgotten(since, later(safe, run.beganAt()), rail)) {
            return Caution.tooLate();
        } else if (run.beganAt().isBefore(safe)) {
            return Outcome.snooze(safe);
        } else if (!rail.takes(payment)) {
            return Outcome.hold(
                    "INVALID_DESTINATION", "The rail " + rail.name() + " does not take its destination now.");
        }
        return remembered(Dispatching.dispatch(payment, run, rails), since, run, rail);
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    /** Whoever has it sent once more, after it was refused in the end, may do so when the rail has forgotten all of it. */
    private static Outcome remembered(Outcome outcome, Instant since, Run run, Rail rail) {
        if (outcome instanceof Outcome.Failed && rail.remembersFor().isPresent()) {
            run.checkpoint(Note.of(run).doubted(since));
        }
        return outcome;
    }

    /**
     * From when on nothing can be under way to the rail any more. An attempt that had lost its payment could not pass the gate, so its call
     * began before that, and took no longer than its time-out; what it sent arrives within the quiet time. When it was claimed says
     * nothing: its process may have been paused before the gate.
     */
    static Instant safe(List<Doubt> doubts, Rail rail) {
        return doubts.stream()
                .filter(doubt -> !ASKED.contains(doubt.code()))
                .map(doubt -> RETURNED.contains(doubt.code())
                        ? doubt.endedAt()
                        : doubt.endedAt().plus(rail.timeout()))
                .max(Comparator.naturalOrder())
                .orElseThrow(() -> new IllegalStateException("Nobody has tried to send what is in doubt"))
                .plus(rail.quiet());
    }

    /** That it was taken is believed at once; everything else only when no call can change it any more. */
    private static Optional<Outcome> lookUp(Payment payment, List<Doubt> doubts, Run run, Rail rail)
            throws InterruptedException {
        Dispatch dispatch = Dispatch.of(payment, run);
        Instant since = Caution.since(doubts, run);
        Instant safe = safe(doubts, rail);
        run.limit(rail.timeout());
        Found found;
        try {
            found = new RailCall(rail, dispatch, run).find();
        } catch (InterruptedException told) {
            throw told;
        } catch (Exception failed) {
            return Optional.of(Outcome.retry(LOOKUP_FAILED, String.valueOf(failed)));
        }
        boolean early = run.beganAt().isBefore(safe);
        if (found instanceof Found.Seen seen) {
            return seen(seen.reply(), dispatch, rail, early ? Optional.of(safe) : Optional.empty())
                    .map(outcome -> remembered(outcome, since, run, rail));
        } else if (early) {
            return Optional.of(Outcome.snooze(safe));
        } else if (found instanceof Found.UnderWay) {
            Duration wait = rail.quiet().compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : rail.quiet();
            return Optional.of(Outcome.snooze(run.beganAt().plus(wait)));
        } else if (Caution.isForgotten(since, run.beganAt(), rail)) {
            return Optional.of(Caution.tooLate());
        }
        return Optional.empty();
    }

    private static Optional<Outcome> seen(Reply reply, Dispatch dispatch, Rail rail, Optional<Instant> notBefore) {
        Codes.Meaning meaning = rail.meaningOf(reply, dispatch.reference());
        if (meaning == Codes.Meaning.ACCEPTED) {
            return Optional.of(Outcome.done(Accepted.by(reply)));
        } else if (notBefore.isPresent()) {
            return Optional.of(Outcome.snooze(notBefore.get()));
        }
        return switch (meaning) {
            case TERMINAL -> Optional.of(Outcome.fail(reply.code(), reply.message()));
            case RETRYABLE -> Optional.empty();
            case ACCEPTED, UNKNOWN ->
                Optional.of(
                        Outcome.retry(LOOKUP_UNCLEAR, "The rail answered " + reply.code() + ". " + reply.message()));
        };
    }

    /** Sent again only if none of those in doubt has said that it is about to call the rail. */
    private static Optional<Outcome> held(List<Doubt> doubts, Run run) {
        long first = doubts.stream().mapToLong(Doubt::fence).min().orElse(0);
        boolean called = Note.of(run).called() >= first;
        Doubt last = doubts.get(doubts.size() - 1);
        return called
                ? Optional.of(Outcome.hold(
                        Dispatching.OUTCOME_UNKNOWN,
                        "Nobody but people can find out; an attempt ended with " + last.code() + "."))
                : Optional.empty();
    }
}
