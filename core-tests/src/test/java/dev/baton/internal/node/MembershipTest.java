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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MembershipTest {

    private static final Duration LEASE = Duration.ofSeconds(15);

    private final ManualClock clock = new ManualClock();
    private final MemoryStore store = new MemoryStore(clock);
    private final List<Event> events = new ArrayList<>();
    private long ids;
    private final Membership membership = new Membership(
            store,
            clock,
            () -> new UUID(7, ++ids),
            new Membership.Rhythm(Duration.ofSeconds(3), LEASE),
            Set.of(),
            events::add);

    @Test
    @Tag("R-000-69")
    void a_node_may_claim_for_a_lease_after_its_last_good_beat_and_not_longer() {
        membership.join();

        clock.advance(LEASE.minusNanos(1));
        assertThat(membership.isTrusted()).isTrue();
        clock.advance(Duration.ofNanos(1));
        assertThat(membership.isTrusted()).isFalse();

        assertThat(membership.beat()).isEqualTo(Duration.ofSeconds(3));
        assertThat(membership.isTrusted()).isTrue();
    }

    @Test
    void a_node_that_was_taken_for_dead_goes_on_under_a_new_id() {
        membership.join();
        NodeId first = membership.node();
        store.declareDead(new NodeBeat(first, 0), clock.instant());

        membership.beat();

        assertThat(membership.node()).isNotEqualTo(first);
        assertThat(store.liveNodes()).extracting(NodeBeat::node).containsExactly(membership.node());
        assertThat(events).containsExactly(new Event.NodeReplaced(first, membership.node()));
        assertThat(membership.isTrusted()).isTrue();
    }

    @Test
    void a_node_that_leaves_is_no_longer_live() {
        membership.join();

        membership.leave();

        assertThat(store.liveNodes()).isEmpty();
    }
}
