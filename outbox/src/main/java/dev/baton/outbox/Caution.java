package dev.baton.outbox;

import dev.baton.job.Doubt;
import dev.baton.job.Outcome;
import dev.baton.job.Run;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Why a payment that nobody doubts is not sent all the same: because of what its rail, or our own store, has forgotten. */
final class Caution {

    /** It may have been sent after the backup was made that the store was restored from. */
    static final String RESTORED = "RESTORED";
    /** Its rail may not know any more that it has seen it. */
    static final String TOO_LATE = "TOO_LATE";

    private static final int TIME_IN_ID = 16;

    private Caution() {}

    /** What becomes of a payment instead of being sent; empty if it may go on to the gate. */
    static Optional<Outcome> before(Run run, Rail rail, Optional<Instant> restoredAt) {
        Note note = Note.of(run);
        if (restoredAt.isPresent()
                && createdAt(run).isBefore(restoredAt.get())
                && note.restoredAt() != restoredAt.get().toEpochMilli()) {
            return Optional.of(restored(run, rail, note.restored(restoredAt.get())));
        }
        boolean doubted = note.doubtedAt() != 0;
        if (doubted && isForgotten(Instant.ofEpochMilli(note.doubtedAt()), run.beganAt(), rail)) {
            run.checkpoint(note.undoubted()); // whoever releases it has the last word
            return Optional.of(tooLate());
        }
        return Optional.empty();
    }

    /** As if it had been sent, and nobody knew what came of it. */
    private static Outcome restored(Run run, Rail rail, Note note) {
        String why = "It is older than the restore of its store, and may have been sent before that.";
        if (rail.kind() == RailKind.NEITHER) {
            run.checkpoint(note.called(run.fence()));
            return Outcome.hold(RESTORED, why);
        }
        run.checkpoint(note);
        return Outcome.unknown(RESTORED, why);
    }

    static Outcome tooLate() {
        return Outcome.hold(TOO_LATE, "Its rail may have taken it so long ago that it does not know any more.");
    }

    /** Since when nobody knows whether the rail has taken it. */
    static Instant since(List<Doubt> doubts, Run run) {
        boolean restored = doubts.stream().anyMatch(doubt -> doubt.code().equals(RESTORED));
        return restored
                ? createdAt(run)
                : doubts.stream()
                        .map(Doubt::claimedAt)
                        .min(Comparator.naturalOrder())
                        .orElseThrow();
    }

    /** Whether a call that begins now may come to a rail that has forgotten what it was sent then. */
    static boolean isForgotten(Instant since, Instant now, Rail rail) {
        return rail.remembersFor()
                .filter(memory -> now.plus(rail.timeout()).isAfter(since.plus(memory)))
                .isPresent();
    }

    private static Instant createdAt(Run run) {
        return Instant.ofEpochMilli(run.id().value().getMostSignificantBits() >>> TIME_IN_ID);
    }
}
