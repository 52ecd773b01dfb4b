package dev.baton.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.store.Cursor;
import dev.baton.store.JobStore;
import dev.baton.store.NodeBeat;
import dev.baton.store.NodeId;
import dev.baton.supervise.SupervisorEvent.TaskWarned;
import dev.baton.testkit.engine.BridgeUnderTest.Member;
import dev.baton.testkit.stream.EventFeed;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a bridge must do where several nodes run it on one store, beyond {@link StreamBridgeContract}. */
public abstract class ManyBridgesContract {

    private final BridgeUnderTest it = new BridgeUnderTest(new EventFeed());

    /** The same store for each node of a test, which closes it. */
    protected abstract JobStore open();

    /** To look at what the nodes share; it is closed after each test. */
    protected abstract JobStore shared();

    @AfterEach
    void close() {
        it.close();
        shared().close();
    }

    private NodeId reader() {
        return BridgeUnderTest.cursor(shared()).reader().orElseThrow();
    }

    private boolean isReadByAnotherThan(NodeId node) {
        Optional<NodeId> reader = BridgeUnderTest.cursor(shared()).reader();
        return reader.isPresent() && !reader.get().equals(node);
    }

    @Test
    @Tag("R-001-10")
    void of_many_nodes_one_reads_and_every_event_becomes_one_job() throws Exception {
        it.publish(100);
        for (int i = 0; i < 3; i++) {
            it.start(open());
        }

        it.awaitBooked(100);
        it.publish(100);
        it.awaitBooked(200);

        assertThat(it.feed.connected()).isEqualTo(1);
        assertThat(it.failures()).isZero();
    }

    @Test
    void when_the_one_that_reads_stops_another_goes_on() throws Exception {
        Member first = it.start(open());
        it.publish(50);
        it.awaitBooked(50);
        NodeId reader = reader();
        it.start(open());

        first.supervisor().close();
        it.publish(50);

        it.awaitBooked(100);
        assertThat(isReadByAnotherThan(reader)).isTrue();
    }

    @Test
    void one_that_was_taken_for_dead_and_lives_writes_nothing_more_and_waits_its_turn() throws Exception {
        Member zombie = it.start(open());
        it.publish(50);
        it.awaitBooked(50);
        Cursor held = BridgeUnderTest.cursor(shared());
        Member second = it.start(open());

        Polling.until(() -> beat(reader())
                .filter(seen -> shared().declareDead(seen, shared().clock().instant()))
                .isPresent());
        Polling.until(() -> isReadByAnotherThan(held.reader().orElseThrow()));
        for (int i = 0; i < 20; i++) {
            it.publish(5);
        }

        it.awaitBooked(150);
        it.events.await(TaskWarned.class, warned -> warned.what().equals("Somebody else reads trades now"));
        assertThat(it.failures()).isZero();
        second.supervisor().close();
        it.publish(50);
        it.awaitBooked(200);
        assertThat(zombie.supervisor().status("trades")).isPresent();
    }

    private Optional<NodeBeat> beat(NodeId node) {
        return shared().liveNodes().stream()
                .filter(each -> each.node().equals(node))
                .findFirst();
    }

    /** A long way with everything in it: cuts, stops and starts of all nodes. */
    @Test
    void whoever_stops_and_whatever_is_cut_nothing_is_lost_and_nothing_twice() throws Exception {
        Member[] members = {it.start(open()), it.start(open())};
        int booked = 0;
        for (int i = 0; i < 12; i++) {
            it.publish(20);
            booked += 20;
            if (i % 3 == 0) {
                it.feed.cut();
            } else {
                members[i % 2].supervisor().restart("trades");
            }
            if (i % 4 == 3) {
                it.awaitBooked(booked);
            }
        }
        it.awaitBooked(booked);
    }
}
