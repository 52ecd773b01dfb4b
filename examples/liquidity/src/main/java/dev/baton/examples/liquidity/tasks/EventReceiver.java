package dev.baton.examples.liquidity.tasks;

import dev.baton.Baton;
import dev.baton.StreamBridge;
import dev.baton.examples.liquidity.onchain.OnchainEvent;
import dev.baton.examples.liquidity.onchain.OnchainEvent.Kind;
import dev.baton.examples.liquidity.onchain.Orderbook;
import dev.baton.job.JobRequest;
import dev.baton.stream.Backfilled;
import dev.baton.stream.EventSource;
import dev.baton.supervise.Task;
import java.util.Optional;
import java.util.function.Function;

/**
 * Receives the events of one stream and pushes a job for each. How far it is, is stored with the jobs; so whoever goes on, this process
 * later or another node, begins where the last one ended.
 */
public final class EventReceiver {

    private final Kind kind;
    private final Orderbook orderbook;
    private final Function<OnchainEvent, JobRequest<OnchainEvent>> job;

    /** The receiver of one kind of events. */
    public EventReceiver(Kind kind, Orderbook orderbook, Function<OnchainEvent, JobRequest<OnchainEvent>> job) {
        this.kind = kind;
        this.orderbook = orderbook;
        this.job = job;
    }

    /** What its task is called, and its cursor. */
    public String name() {
        return "event-receiver-" + kind.topic();
    }

    /** Subscribes, and returns when the chain listens: from now on nothing is missed that the past does not have. */
    public UntilLive connect() throws Exception {
        return UntilLive.listening(name(), orderbook.live(kind).connect(Optional.empty()));
    }

    /**
     * Pushes jobs for all that was missed, and returns when that is done. The cutoff is what this connection has brought first, or else the
     * newest block. If another node is receiving, nothing is missed, and nothing is done.
     */
    public void backfill(UntilLive connected, Baton baton) throws Exception {
        bridge(position -> connected).on(baton).run(connected);
    }

    /** Follows the stream from where the backfill ended, over a connection of its own, before which it asks for what came meanwhile. */
    public Task follow(Baton baton) {
        return bridge(orderbook.live(kind)).on(baton);
    }

    private StreamBridge<OnchainEvent> bridge(EventSource<OnchainEvent> live) {
        return StreamBridge.of(name(), Backfilled.of(live, orderbook.past(kind)), job);
    }
}
