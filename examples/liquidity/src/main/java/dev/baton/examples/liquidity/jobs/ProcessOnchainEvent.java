package dev.baton.examples.liquidity.jobs;

import static java.time.Duration.ofSeconds;

import dev.baton.examples.liquidity.onchain.OnchainEvent;
import dev.baton.examples.liquidity.trading.Orders;
import dev.baton.examples.liquidity.trading.Positions;
import dev.baton.examples.liquidity.trading.Trade;
import dev.baton.job.JobRequest;
import dev.baton.job.JobType;
import dev.baton.job.Retry;

/** The one kind of job there is: an event of the order book is taken into account, and what it leaves open is hedged. */
public final class ProcessOnchainEvent {

    /** Four attempts, after 1, 2 and 4 s; on a queue of its own. */
    public static final JobType<OnchainEvent> TYPE = JobType.of("onchain-event.process", OnchainEvent.class)
            .queue("onchain-events")
            .retry(Retry.exponential(ofSeconds(1)).cap(ofSeconds(30)).attempts(4))
            .label(event -> event.kind().topic() + " " + event.key());

    private ProcessOnchainEvent() {}

    /** All that the job needs. */
    public record Context(Positions positions, Orders orders) {}

    /**
     * The job for an event, whoever has come across it: the receiver, the backfill and the old queue may see the same one, and it is one
     * job. Those of a symbol are done in the order in which they came.
     */
    public static JobRequest<OnchainEvent> of(OnchainEvent event) {
        return TYPE.job(event).lane(event.symbol()).uniqueKey(event.key());
    }

    /** Does it. May be repeated: a trade counts once, and an order that was made and not placed is found again. */
    public static void run(OnchainEvent event, Context context) throws Exception {
        context.positions()
                .add(new Trade(
                        event.tx(),
                        event.logIndex(),
                        event.kind().topic(),
                        event.block(),
                        event.symbol(),
                        event.units()));
        context.orders().hedge(event.symbol());
    }
}
