package dev.baton.outbox;

import dev.baton.job.JobId;
import dev.baton.store.Inserted;
import java.time.Instant;
import java.util.List;

/**
 * What became of a payment that was to be enqueued.
 *
 * @param id the payment's id, which is the reference that its rail will know; if it was enqueued before, that of the first time
 * @param sequence its number among the participant's payments
 * @param duplicate whether it was enqueued before, in which case nothing was stored and no number used
 * @param state where it stood
 * @param createdAt when it was enqueued, the first time
 */
public record Enqueued(JobId id, long sequence, boolean duplicate, PaymentState state, Instant createdAt) {

    static List<Enqueued> all(List<Inserted> inserted) {
        return inserted.stream().map(Enqueued::of).toList();
    }

    static Enqueued of(Inserted inserted) {
        return new Enqueued(
                inserted.id(),
                inserted.turn().orElseThrow().sequence(),
                inserted.answer() == Inserted.Answer.EXISTING,
                PaymentState.of(inserted.state()),
                inserted.createdAt());
    }
}
