package dev.baton.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import dev.baton.job.JobState;
import dev.baton.store.Claim;
import dev.baton.store.Finished;
import dev.baton.store.JobStore;
import dev.baton.store.NodeBeat;
import dev.baton.store.NodeId;
import dev.baton.store.Recovered.Moved;
import dev.baton.testkit.ManualClock;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
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
}
