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
 * Decides about a payment of which nobody knows whether its rail has taken it. To answer nothing is to have it sent now, under the same
 * reference, once it has passed the gate again.
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
        Rail rail = rails.rail(payment.rail());
        return switch (rail.kind()) {
            case IDEMPOTENT -> sendAgain(run, safe(doubts, rail));
            case QUERYABLE -> lookUp(Dispatch.of(payment, run), run, rail, safe(doubts, rail));
            case NEITHER -> held(doubts, run);
        };
    }

    private static Optional<Outcome> sendAgain(Run run, Instant safe) {
        return run.beganAt().isBefore(safe) ? Optional.of(Outcome.snooze(safe)) : Optional.empty();
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
    private static Optional<Outcome> lookUp(Dispatch dispatch, Run run, Rail rail, Instant safe)
            throws InterruptedException {
        run.limit(rail.timeout());
        Found found;
        try {
            found = rail.find(dispatch);
        } catch (InterruptedException told) {
            throw told;
        } catch (Exception failed) {
            return Optional.of(Outcome.retry(LOOKUP_FAILED, String.valueOf(failed)));
        }
        boolean early = run.beganAt().isBefore(safe);
        if (found instanceof Found.Seen seen) {
            return seen(seen.reply(), dispatch, rail, early ? Optional.of(safe) : Optional.empty());
        } else if (early) {
            return Optional.of(Outcome.snooze(safe));
        } else if (found instanceof Found.UnderWay) {
            Duration wait = rail.quiet().compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : rail.quiet();
            return Optional.of(Outcome.snooze(run.beganAt().plus(wait)));
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
        boolean called =
                run.lastCheckpoint(Long.class).filter(fence -> fence >= first).isPresent();
        Doubt last = doubts.get(doubts.size() - 1);
        return called
                ? Optional.of(Outcome.hold(
                        Dispatching.OUTCOME_UNKNOWN,
                        "Nobody but people can find out; an attempt ended with " + last.code() + "."))
                : Optional.empty();
    }
}
