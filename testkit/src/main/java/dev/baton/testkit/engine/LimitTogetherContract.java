package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static dev.baton.testkit.engine.EngineUnderTest.ROUTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.Handler;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.Limit;
import dev.baton.store.NodeId;
import dev.baton.store.Terms;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What several nodes together are kept to. */
abstract class LimitTogetherContract {

    abstract EngineUnderTest it();

    /** A node that nobody takes for dead, however fast time passes here. */
    private <C> Baton start(Limit limit, C context, Handler<Note, C> handler) {
        return it().start(setup -> setup.limit(limit)
                .heartbeat(Duration.ofSeconds(3), Duration.ofHours(20))
                .handle(NOTE, context, handler));
    }

    private boolean areDone(List<JobId> jobs) {
        return it().store().standings(jobs, it().clock.instant()).values().stream()
                .allMatch(standing -> standing.state() == JobState.DONE);
    }

    @Test
    void no_more_run_at_once_on_all_nodes_than_a_limit_says_and_all_get_done() throws Exception {
        List<JobId> jobs = it().addNotes(60);
        var inside = new AtomicInteger();
        var most = new AtomicInteger();
        for (int i = 0; i < 3; i++) {
            start(Limit.ofType(NOTE).atOnce(4), inside, (note, run, running) -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                running.decrementAndGet();
            });
        }

        it().passTimeUntil(() -> areDone(jobs));

        assertThat(most.get()).isBetween(1, 4);
    }

    @Test
    void no_more_begin_on_all_nodes_than_a_rate_allows() throws Exception {
        Limit limit = Limit.ofType(NOTE).perSecond(10).burst(3);
        Queue<Instant> begun = new ConcurrentLinkedQueue<>();
        List<JobId> jobs = it().addNotes(12);
        Instant start = it().clock.instant();
        for (int i = 0; i < 2; i++) {
            start(limit, begun, (note, run, times) -> times.add(it().clock.instant()));
        }

        it().passTimeUntil(() -> areDone(jobs));

        List<Instant> inOrder = begun.stream().sorted().toList();
        assertThat(inOrder).hasSize(12);
        for (int i = 3; i < inOrder.size(); i++) {
            Duration soonest = Duration.ofMillis(100L * (i - 2));
            assertThat(Duration.between(start, inOrder.get(i))).isGreaterThanOrEqualTo(soonest);
        }
    }

    @Test
    void room_that_one_node_makes_is_used_by_another() throws Exception {
        Limit limit = Limit.ofType(NOTE).atOnce(1);
        List<JobId> jobs = it().addNotes(3);
        start(limit, it(), (note, run, context) -> {});
        it().passTimeUntil(() -> areDone(jobs));
        JobId theirs = it().addUnnoticed();
        Claim held = claimedElsewhere(limit);
        List<JobId> next = it().addNotes(3);

        it().clock.advance(Duration.ofSeconds(2));
        assertThat(next).allMatch(job -> it().state(job) == JobState.READY);
        it().store()
                .finish(
                        List.of(new Finish(theirs, held.fence(), new Ending.Done(Optional.empty()))),
                        it().clock.instant());

        it().passTimeUntil(() -> areDone(next));
    }

    /** What another node claims under the limit, a moment from now. */
    private Claim claimedElsewhere(Limit limit) {
        var node = new NodeId(new UUID(7, 7));
        it().store().join(node, Set.of(ROUTE), it().clock.instant());
        var cap = new ClaimRequest.Cap(Set.of(ROUTE), 1, Optional.of(limit));
        var terms = Map.of(ROUTE, Terms.of(3, 3));
        var request = new ClaimRequest(node, terms, List.of(cap), 1, true, ClaimRequest.Share.FIRST);
        return it().store()
                .claim(request, it().clock.instant().plusSeconds(1))
                .claims()
                .get(0);
    }
}
