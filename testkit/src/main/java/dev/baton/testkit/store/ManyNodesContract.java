package dev.baton.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.Claim;
import dev.baton.store.Cursor;
import dev.baton.store.Finished;
import dev.baton.store.JobStore;
import dev.baton.store.NewJob;
import dev.baton.store.NodeBeat;
import dev.baton.store.NodeId;
import dev.baton.store.Recovered.Moved;
import dev.baton.testkit.ManualClock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a store must do that several nodes share, beyond {@link JobStoreContract}. */
public abstract class ManyNodesContract {

    private @Nullable StoreUnderTest current;

    /** An empty store that lives by this clock. Called once for each test. */
    protected abstract JobStore open(InstantSource clock);

    @BeforeEach
    void openStore() {
        var clock = new ManualClock();
        current = new StoreUnderTest(open(clock), clock, () -> {
            throw new IllegalStateException("no transactions here");
        });
    }

    @AfterEach
    void closeStore() {
        it().store.close();
    }

    private StoreUnderTest it() {
        return Objects.requireNonNull(current, "opened before each test");
    }

    private NodeBeat beatOf(NodeId node) {
        return it().store.liveNodes().stream()
                .filter(beat -> beat.node().equals(node))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_node_is_declared_dead_only_while_its_beat_is_the_one_that_was_seen() {
        NodeId other = it().join();
        NodeBeat seen = beatOf(other);
        assertThat(it().store.beat(other, it().now())).isTrue();

        assertThat(it().store.declareDead(seen, it().now()))
                .as("it has beaten since")
                .isFalse();
        assertThat(it().store.declareDead(beatOf(other), it().now())).isTrue();
        assertThat(it().store.beat(other, it().now())).as("the dead stay dead").isFalse();
        assertThat(it().store.liveNodes()).extracting(NodeBeat::node).containsExactly(it().node());
    }

    @Test
    @Tag("R-003-63")
    void only_the_jobs_of_the_dead_node_are_moved() {
        NodeId other = it().join();
        it().add();
        Claim mine = it().claimOne();
        it().add();
        Claim theirs = it().claim(other, 1).claims().get(0);
        it().store.declareDead(beatOf(other), it().now());

        assertThat(it().store.recover(Optional.empty(), 10, it().now()).moved())
                .extracting(Moved::id)
                .containsExactly(theirs.id());
        assertThat(it().state(mine.id())).isEqualTo(JobState.RUNNING);
        assertThat(it().finish(theirs, StoreUnderTest.done()).answer()).isEqualTo(Finished.Answer.FENCED);
    }

    @Test
    void an_id_is_never_used_twice() {
        assertThatThrownBy(() -> it().store.join(it().node(), Set.of(), it().now()))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("NODE_KNOWN"));
    }

    @Test
    void a_cursor_has_one_live_reader_and_goes_on_with_the_next_when_that_one_has_died() {
        NodeId other = it().join();
        Cursor held = it().store.takeCursor("orders", it().node(), it().now()).orElseThrow();
        Instant now = it().now();
        it().store.advance(held, Optional.of("7"), List.of(it().job()), now);

        assertThat(it().store.takeCursor("orders", other, now)).isEmpty();

        assertThat(it().store.declareDead(beatOf(it().node()), now)).isTrue();
        Cursor next = it().store.takeCursor("orders", other, now).orElseThrow();
        assertThat(next).isEqualTo(new Cursor("orders", Optional.of("7"), Optional.of(other), 2, now));
    }

    @Test
    void a_cursor_that_was_given_back_goes_to_whoever_asks_first() {
        NodeId other = it().join();
        Cursor held = it().store.takeCursor("orders", it().node(), it().now()).orElseThrow();

        it().store.leaveCursor(held);

        assertThat(it().store.takeCursor("orders", other, it().now())).isPresent();
        assertThat(it().store.takeCursor("orders", it().node(), it().now())).isEmpty();
    }

    @Test
    void of_many_nodes_that_take_a_cursor_at_once_at_most_one_has_it() throws Exception {
        List<NodeId> nodes = IntStream.range(0, 6).mapToObj(i -> it().join()).toList();
        List<Callable<Optional<Cursor>>> takes = nodes.stream()
                .map(node -> (Callable<Optional<Cursor>>) () -> it().store.takeCursor("orders", node, it().now()))
                .toList();

        List<Optional<Cursor>> taken = AtOnce.run(takes);

        assertThat(taken.stream().flatMap(Optional::stream))
                .hasSize(1)
                .allSatisfy(one -> assertThat(it().store.cursors()).containsExactly(one));
    }

    @Test
    void nodes_that_claim_and_die_at_once_never_have_more_running_than_a_limit_says() throws Exception {
        int most = 5;
        Limited limited = Limited.to(it(), Limited.TYPE.atOnce(most));
        it().store.insert(IntStream.range(0, 900).mapToObj(i -> it().job()).toList(), it().now());
        var running = new AtomicInteger();

        List<Integer> claimed = AtOnce.run(IntStream.range(0, 3)
                .mapToObj(node -> new LimitRace(limited, node, running, most))
                .toList());

        assertThat(claimed.stream().mapToInt(each -> each).sum()).isPositive();
        it().store.recover(Optional.empty(), 100, it().now());
        assertThat(limited.view(Limited.TYPE).inUse()).isZero();
        assertThat(limited.claim().claims()).isNotEmpty();
    }

    @Test
    void nodes_that_claim_and_die_at_once_never_have_more_of_a_key_running_than_its_limit_says() throws Exception {
        int most = 2;
        Limited limited = Limited.to(it(), Limited.TYPE.forEachKey().atOnce(most));
        var keys = new HashMap<JobId, String>();
        for (int key = 0; key < 4; key++) {
            for (int i = 0; i < 200; i++) {
                NewJob job = it().job(StoreUnderTest.ROUTE.withKey("key-" + key), 0, it().now());
                keys.put(job.id(), "key-" + key);
                it().insert(job);
            }
        }

        List<Integer> claimed = AtOnce.run(IntStream.range(0, 3)
                .mapToObj(node -> new LimitKeyRace(limited, node, keys, most))
                .toList());

        assertThat(claimed).as("all of them got some").allMatch(each -> each > 0);
        it().store.recover(Optional.empty(), 100, it().now());
        assertThat(limited.view(Limited.TYPE.forEachKey()).inUse()).isZero();
    }

    @Test
    void nodes_that_claim_at_once_use_no_token_twice_and_lose_none() throws Exception {
        Limited limited = Limited.to(it(), Limited.TYPE.perMinute(1).burst(70));
        it().store.insert(IntStream.range(0, 900).mapToObj(i -> it().job()).toList(), it().now());
        var running = new AtomicInteger();

        List<Integer> claimed = AtOnce.run(IntStream.range(0, 3)
                .mapToObj(node -> new LimitRace(limited, 10 + node, running, 70))
                .toList());

        int left = limited.view(Limited.TYPE).tokens(it().now()).orElseThrow();
        assertThat(claimed.stream().mapToInt(each -> each).sum() + left).isEqualTo(70);
    }
}
