package dev.baton.internal.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.observe.Event;
import dev.baton.store.NodeBeat;
import dev.baton.store.NodeId;
import dev.baton.store.memory.MemoryStore;
import dev.baton.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Death is observed, not computed. */
class WatchTest {

    private static final Duration LEASE = Duration.ofSeconds(15);
    private static final NodeId MYSELF = new NodeId(new UUID(1, 1));
    private static final NodeId OTHER = new NodeId(new UUID(2, 2));

    private final ManualClock clock = new ManualClock();
    private final MemoryStore store = new MemoryStore(clock);
    private final List<Event> events = new ArrayList<>();
    private final Watch watch = new Watch(store, clock, LEASE, events::add);

    @BeforeEach
    void join() {
        store.join(MYSELF, Set.of(), clock.instant());
        store.join(OTHER, Set.of(), clock.instant());
    }

    private void lookFor(Duration time) {
        for (Duration passed = Duration.ZERO; passed.compareTo(time) < 0; passed = passed.plusSeconds(3)) {
            watch.look(MYSELF);
            clock.advance(Duration.ofSeconds(3));
        }
        watch.look(MYSELF);
    }

    private List<NodeId> live() {
        return store.liveNodes().stream().map(NodeBeat::node).toList();
    }

    @Test
    @Tag("R-000-70")
    void a_node_that_is_silent_for_a_whole_lease_is_dead_and_not_before() {
        lookFor(LEASE.minusSeconds(3));
        assertThat(live()).contains(OTHER);

        lookFor(Duration.ofSeconds(3));

        assertThat(live()).containsExactly(MYSELF);
        assertThat(events).containsExactly(new Event.NodeDied(OTHER, LEASE));
    }

    @Test
    @Tag("R-000-71")
    void a_node_that_beats_lives_however_long_it_is_watched() {
        for (int i = 0; i < 100; i++) {
            lookFor(Duration.ofSeconds(12));
            assertThat(store.beat(OTHER, clock.instant())).isTrue();
        }

        assertThat(live()).contains(OTHER);
        assertThat(events).isEmpty();
    }

    @Test
    void who_did_not_look_for_a_while_knows_nothing_and_begins_anew() {
        watch.look(MYSELF);
        clock.advance(Duration.ofHours(1));

        watch.look(MYSELF);
        assertThat(live()).as("nobody knows whether it beat meanwhile").contains(OTHER);
        lookFor(LEASE);

        assertThat(live()).containsExactly(MYSELF);
    }

    @Test
    void nobody_takes_himself_for_dead() {
        lookFor(Duration.ofMinutes(5));

        assertThat(live()).contains(MYSELF);
    }

    @Test
    void a_beat_between_the_look_and_the_verdict_saves_the_node() {
        lookFor(LEASE.minusSeconds(3));
        clock.advance(Duration.ofSeconds(3));
        NodeBeat seen = store.liveNodes().stream()
                .filter(beat -> beat.node().equals(OTHER))
                .findFirst()
                .orElseThrow();
        store.beat(OTHER, clock.instant());

        assertThat(store.declareDead(seen, clock.instant())).isFalse();
    }
}
