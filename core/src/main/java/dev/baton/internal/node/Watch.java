package dev.baton.internal.node;

import dev.baton.observe.Event;
import dev.baton.store.JobStore;
import dev.baton.store.NodeBeat;
import dev.baton.store.NodeId;
import dev.baton.supervise.Timeline;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Watches the beats of the other nodes. Death is observed, not computed: a node is dead when the same beat was seen for a whole
 * lease, on the clock of the one who looks and without a gap in his looking. So neither an outage of the store nor a clock that
 * jumps kills anybody who lives.
 */
public final class Watch {

    private final JobStore store;
    private final Timeline time;
    private final Duration lease;
    private final Consumer<Event> events;
    private final Map<NodeId, Seen> seen = new HashMap<>();
    private long lastLook;

    private record Seen(long beat, long since) {}

    /** Takes others for dead after this long. It has to look at least four times as often. */
    public Watch(JobStore store, Timeline time, Duration lease, Consumer<Event> events) {
        this.store = store;
        this.time = time;
        this.lease = lease;
        this.events = events;
        this.lastLook = time.nanos();
    }

    /** Looks once. */
    public void look(NodeId myself) {
        var live = new HashMap<NodeId, Seen>();
        for (NodeBeat beat : store.liveNodes()) {
            if (!beat.node().equals(myself)) {
                live.put(beat.node(), new Seen(beat.beat(), time.nanos()));
            }
        }
        boolean gap = time.nanos() - lastLook > lease.toNanos() / 2;
        lastLook = time.nanos();
        seen.keySet().retainAll(live.keySet());
        live.forEach((node, now) -> {
            Seen before = seen.get(node);
            if (gap || before == null || before.beat() != now.beat()) {
                seen.put(node, now);
            } else if (now.since() - before.since() >= lease.toNanos()) {
                declareDead(new NodeBeat(node, now.beat()), Duration.ofNanos(now.since() - before.since()));
            }
        });
    }

    private void declareDead(NodeBeat silent, Duration silence) {
        if (store.declareDead(silent, store.clock().instant())) {
            events.accept(new Event.NodeDied(silent.node(), silence));
        }
    }
}
