package dev.baton.internal.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.job.JobIds;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Held;
import dev.baton.store.JobStore;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.Payload;
import dev.baton.store.Route;
import dev.baton.store.Switch;
import dev.baton.store.Terms;
import dev.baton.store.Urgency;
import dev.baton.store.memory.MemoryStore;
import dev.baton.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** When a node looks for work, and how much it takes. */
class ClaimingTest {

    private static final Route ROUTE = new Route("default", "note", 1);
    private static final Duration POLL = Duration.ofMillis(100);

    private final ManualClock clock = new ManualClock();
    private final JobStore store = new MemoryStore(clock);
    private final JobIds ids = new JobIds(clock, new Random(1));
    private final NodeId node = new NodeId(new UUID(0, 1));
    private final List<Claim> taken = new ArrayList<>();
    private List<ClaimRequest.Cap> caps = List.of();
    private final Claiming claiming = new Claiming(store, clock, POLL, new Trusted(), new OneSlot());

    private final class Trusted implements Claiming.Node {
        @Override
        public NodeId id() {
            return node;
        }

        @Override
        public boolean isTrusted() {
            return true;
        }

        @Override
        public Optional<Set<JobId>> only() {
            return Optional.empty();
        }
    }

    /** Room for one job, and whatever was taken is over at once. */
    private final class OneSlot implements Claiming.Hands {
        @Override
        public Optional<ClaimRequest> room(NodeId who) {
            return Optional.of(
                    new ClaimRequest(who, Map.of(ROUTE, Terms.of(3, 3)), caps, 1, true, ClaimRequest.Share.FIRST));
        }

        @Override
        public void take(List<Claim> claims, NodeId who) {
            taken.addAll(claims);
        }

        @Override
        public boolean holds(JobId job, long fence) {
            return true;
        }

        @Override
        public boolean isEmpty() {
            return true;
        }

        @Override
        public void cancel(JobId job, long fence) {}

        @Override
        public void owned(List<Held> all) {}

        @Override
        public void giveBackUnstarted(List<Switch> off) {}
    }

    @BeforeEach
    void join() {
        store.join(node, Set.of(ROUTE), clock.instant());
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void add(Duration in) {
        var job = new NewJob(
                ids.next(),
                ROUTE,
                Payload.of("{}", "note"),
                new Urgency(0, clock.instant().plus(in)));
        assertThat(store.insert(List.of(job), clock.instant())).hasSize(1);
    }

    @Test
    @Tag("R-001-65")
    void without_a_hint_it_looks_after_the_poll_interval_or_when_something_is_due_before_however_long_it_was_idle() {
        for (int idle = 0; idle < 1_000; idle++) {
            assertThat(claiming.runOnce()).isEqualTo(POLL);
            clock.advance(POLL);
        }
        add(Duration.ofHours(1));
        assertThat(claiming.runOnce()).isEqualTo(POLL);
        add(Duration.ofMillis(30));
        assertThat(claiming.runOnce()).isEqualTo(Duration.ofMillis(30));

        clock.advance(Duration.ofMillis(30));
        claiming.runOnce();

        assertThat(taken).hasSize(1);
    }

    @Test
    @Tag("R-001-65")
    void who_has_room_for_one_job_takes_one_at_a_time() {
        add(Duration.ZERO);
        add(Duration.ZERO);

        claiming.runOnce();
        assertThat(taken).hasSize(1);
        claiming.runOnce();
        assertThat(taken).hasSize(2);
    }

    @Test
    void a_slot_that_becomes_free_is_of_interest_until_a_claim_had_room_for_all_that_was_due() {
        assertThat(claiming.leavesMore()).as("before the first claim").isTrue();
        add(Duration.ZERO);
        add(Duration.ZERO);
        add(Duration.ofMinutes(1));

        claiming.runOnce();
        assertThat(claiming.leavesMore()).as("one is left").isTrue();
        claiming.runOnce();
        assertThat(taken).hasSize(2);
        assertThat(claiming.leavesMore()).as("one is left that is not due").isFalse();
    }

    @Test
    void a_slot_that_becomes_free_is_of_interest_while_a_limit_keeps_jobs_from_being_looked_at() {
        caps = List.of(new ClaimRequest.Cap(Set.of(ROUTE), 0));
        add(Duration.ZERO);

        claiming.runOnce();

        assertThat(taken).isEmpty();
        assertThat(claiming.leavesMore()).isTrue();
    }
}
