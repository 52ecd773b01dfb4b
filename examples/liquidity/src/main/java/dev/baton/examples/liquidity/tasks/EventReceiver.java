package dev.baton.examples.liquidity.tasks;

import dev.baton.Baton;
import dev.baton.StreamBridge;
import dev.baton.examples.liquidity.onchain.OnchainEvent;
import dev.baton.examples.liquidity.onchain.OnchainEvent.Kind;
import dev.baton.examples.liquidity.onchain.Orderbook;
import dev.baton.job.JobRequest;
import dev.baton.stream.Backfilled;
import dev.baton.stream.EventSource;
import dev.baton.stream.EventStream;
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

    /** Subscribes: from now on nothing is missed that the past does not have. */
    public EventStream<OnchainEvent> connect() throws Exception {
        return orderbook.live(kind).connect(Optional.empty());
    }

    /**
     * Pushes jobs for all that was missed, and returns when that is done. The cutoff is what this connection says is new, or else the
     * newest block. If another node is receiving, nothing is missed, and nothing is done.
     */
    public void backfill(EventStream<OnchainEvent> connected, Baton baton) throws Exception {
        var untilLive = new UntilLive(name(), connected);
        bridge(position -> untilLive).on(baton).run(untilLive);
    }

    /** Follows the stream from where the backfill ended, over a connection of its own, before which it asks for what came meanwhile. */
    public Task follow(Baton baton) {
        return bridge(orderbook.live(kind)).on(baton);
    }

    private StreamBridge<OnchainEvent> bridge(EventSource<OnchainEvent> live) {
        return StreamBridge.of(name(), Backfilled.of(live, orderbook.past(kind)), job);
    }
}
