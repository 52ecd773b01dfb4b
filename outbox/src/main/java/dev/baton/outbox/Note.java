package dev.baton.outbox;

import dev.baton.job.Run;
import java.time.Instant;

/**
 * What is kept of a payment for the attempts after this one, as its checkpoint. A payment to which nothing special happens has none.
 *
 * @param called the fence of the last attempt that was about to call a rail which cannot be asked; 0 if there was none
 * @param doubtedAt since when nobody knew, in milliseconds, of a payment that its rail refused in the end; 0 if that did not happen
 * @param restoredAt after which restore it was taken for one that may have been sent, in milliseconds; 0 if after none
 */
record Note(long called, long doubtedAt, long restoredAt) {

    private static final Note NONE = new Note(0, 0, 0);

    static Note of(Run run) {
        return run.lastCheckpoint(Note.class).orElse(NONE);
    }

    Note called(long fence) {
        return new Note(fence, doubtedAt, restoredAt);
    }

    Note doubted(Instant since) {
        return new Note(called, since.toEpochMilli(), restoredAt);
    }

    Note undoubted() {
        return new Note(called, 0, restoredAt);
    }

    Note restored(Instant at) {
        return new Note(called, doubtedAt, at.toEpochMilli());
    }
}
