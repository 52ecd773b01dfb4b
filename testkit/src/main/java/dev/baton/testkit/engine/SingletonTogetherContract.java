package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.observe.Event;
import dev.baton.store.NodeId;
import dev.baton.store.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tasks that run on one of several nodes at a time. */
abstract class SingletonTogetherContract {

    private final Solo solo = new Solo();

    abstract EngineUnderTest it();

    /** Time passes fast here, and stores are slow: a node has to be silent for long to be taken for dead. */
    private Baton start(String node) {
        return start(node, new FaultyStore(it().store()), Duration.ofMinutes(5));
    }

    private Baton start(String node, FaultyStore store, Duration lease) {
        Baton baton = Baton.on(store.store())
                .timeline(it().clock)
                .heartbeat(lease.dividedBy(10), lease)
                .listener(it().events::accept)
                .handle(NOTE, this, (note, run, context) -> {})
                .singleton("bridge", fence -> solo.on(node, fence))
                .start();
        it().closeLater(baton);
        return baton;
    }

    @Test
    void one_node_runs_it_and_when_that_one_stops_another_does_and_never_two_at_once() throws Exception {
        Baton first = start("a");
        it().passTimeUntil(() -> solo.running() == 1);
        start("b");
        start("c");
        it().passTimeUntil(() -> it().clock.nanos() > Duration.ofSeconds(40).toNanos());
        assertThat(solo.owners).containsExactly("a");

        it().close(first);
        it().passTimeUntil(() -> solo.owners.size() == 2);

        assertThat(solo.owners.get(1)).isIn("b", "c");
        assertThat(solo.mostAtOnce()).isEqualTo(1);
        assertThat(solo.fences).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void a_node_that_is_taken_for_dead_is_told_to_stop_and_another_has_a_larger_fence() throws Exception {
        start("a");
        it().passTimeUntil(() -> solo.running() == 1);
        NodeId a = it().store().liveNodes().get(0).node();
        start("b");

        Polling.until(() -> it().store().liveNodes().stream() // not while it claims
                .filter(live -> live.node().equals(a))
                .allMatch(live -> it().store().declareDead(live, it().clock.instant())));
        it().passTimeUntil(() -> solo.owners.size() >= 2);

        var told = new Event.SingletonStopped(
                "bridge", solo.fences.get(0), true); // by a beat, or by looking after its jobs
        it().passTimeUntil(() -> it().events.events().contains(told));
        assertThat(solo.fences).isSorted().doesNotHaveDuplicates();
        it().passTimeUntil(() -> solo.running() == 1);
    }

    @Test
    void a_node_that_cannot_reach_its_store_for_a_whole_lease_stops_it_by_itself() throws Exception {
        var store = new FaultyStore(it().store());
        start("a", store, Duration.ofMinutes(1));
        it().passTimeUntil(() -> solo.running() == 1);
        var away = new StoreUnavailableException("STORE_UNAVAILABLE", "the network is down", new Exception());
        for (String verb :
                List.of("beat", "heldBy", "claim", "finish", "standings", "insert", "recover", "liveNodes")) {
            for (int i = 0; i < 10_000; i++) {
                store.before(verb, away);
            }
        }
        long began = it().clock.nanos();

        it().passTimeUntil(() -> solo.running() == 0);

        assertThat(Duration.ofNanos(it().clock.nanos() - began)).isLessThan(Duration.ofSeconds(90));
    }
}
