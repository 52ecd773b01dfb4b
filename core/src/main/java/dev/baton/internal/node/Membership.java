package dev.baton.internal.node;

import dev.baton.internal.fault.FaultPoint;
import dev.baton.observe.Event;
import dev.baton.store.JobStore;
import dev.baton.store.NodeId;
import dev.baton.store.Route;
import dev.baton.supervise.Timeline;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * This process among the nodes of a store. It counts its lease from the moment it sent its last good beat: past it others may
 * take it for dead, so it must claim and start nothing. Taken for dead, it goes on under a new id; what it still runs is
 * fenced.
 */
public final class Membership {

    private final JobStore store;
    private final Timeline time;
    private final Supplier<UUID> ids;
    private final Rhythm rhythm;
    private final Set<Route> serves;
    private final Consumer<Event> events;
    private volatile NodeId node;
    private volatile long lastGoodBeat;

    /** How often a node says that it lives, and how long it may be silent before others take it for dead. */
    public record Rhythm(Duration heartbeat, Duration lease) {}

    /** A process that has not joined yet, and is to take jobs of these routes. */
    public Membership(
            JobStore store,
            Timeline time,
            Supplier<UUID> ids,
            Rhythm rhythm,
            Set<Route> serves,
            Consumer<Event> events) {
        this.store = store;
        this.serves = serves;
        this.time = time;
        this.ids = ids;
        this.rhythm = rhythm;
        this.events = events;
        this.node = new NodeId(ids.get());
    }

    /** Who this process is now. */
    public NodeId node() {
        return node;
    }

    /** Becomes a live node. */
    public void join() {
        long sent = time.nanos();
        store.join(node, serves, store.clock().instant());
        lastGoodBeat = sent;
    }

    /** May this node claim and start jobs? */
    public boolean isTrusted() {
        return time.nanos() - lastGoodBeat < rhythm.lease().toNanos();
    }

    /** Was it heard of so lately that nobody can be about to take it for dead? For what cannot be undone. */
    public boolean isHeardOf() {
        return time.nanos() - lastGoodBeat < rhythm.heartbeat().multipliedBy(2).toNanos();
    }

    /** One beat. Answers when the next is due. */
    public Duration beat() {
        long sent = time.nanos();
        FaultPoint.HB_BEFORE_UPDATE.hit();
        if (store.beat(node, store.clock().instant())) {
            FaultPoint.HB_AFTER_UPDATE.hit();
            lastGoodBeat = sent;
        } else {
            rejoin();
        }
        return rhythm.heartbeat();
    }

    private void rejoin() {
        NodeId was = node;
        var fresh = new NodeId(ids.get());
        long sent = time.nanos();
        store.join(fresh, serves, store.clock().instant());
        node = fresh;
        lastGoodBeat = sent;
        events.accept(new Event.NodeReplaced(was, fresh));
    }

    /** The last word: what this node still holds may be taken by others at once. */
    public void leave() {
        store.leave(node, store.clock().instant());
    }
}
