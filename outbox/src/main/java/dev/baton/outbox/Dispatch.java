package dev.baton.outbox;

import dev.baton.job.Run;

/**
 * A payment on its way to a rail.
 *
 * @param reference what we call it: the same in every attempt, and no other payment's. It is the payment's id
 * @param sequence its number among the participant's payments, from 1 on
 * @param attempt which attempt this is
 * @param fence the number under which this attempt owns the payment: larger than that of any before it
 */
public record Dispatch(String reference, Payment payment, long sequence, int attempt, long fence) {

    static Dispatch of(Payment payment, Run run) {
        long sequence = run.turn().orElseThrow().sequence();
        return new Dispatch(run.id().toString(), payment, sequence, run.attempt(), run.fence());
    }
}
