package dev.baton.outbox;

import dev.baton.job.JobId;
import dev.baton.store.JobView;
import java.time.Instant;
import java.util.Optional;

/**
 * Where a payment stood at one moment.
 *
 * @param id its id, which is the reference that its rail knows
 * @param sequence its number among the participant's payments
 * @param last how its last attempt ended
 */
public record PaymentStatus(
        JobId id, String participant, long sequence, String rail, PaymentState state, Optional<Last> last) {

    /**
     * How an attempt ended, or what an operator did.
     *
     * @param code the rail's, ours, or the operator's command; empty if the rail has taken the payment
     * @param at when: of a payment that is held or has failed, since when it waits for people
     * @param attempt which attempt it was
     */
    public record Last(String code, String message, Instant at, int attempt) {}

    static PaymentStatus of(JobView job) {
        var turn = job.facts().turn().orElseThrow();
        Optional<Last> last = job.last()
                .map(ended ->
                        new Last(ended.detail().code(), ended.detail().message(), ended.endedAt(), ended.number()));
        return new PaymentStatus(
                job.id(),
                Rails.participant(turn.lane()),
                turn.sequence(),
                job.route().queue().substring(Rail.queue("").length()),
                PaymentState.of(job),
                last);
    }
}
