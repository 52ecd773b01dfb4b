package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.BY;
import static dev.baton.testkit.engine.EngineUnderTest.LONG;
import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.observe.Event;
import dev.baton.observe.Reason;
import dev.baton.store.JobFilter;
import dev.baton.store.Limit;
import dev.baton.store.LimitView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What is said in code about all nodes. */
abstract class LimitContract {

    private static final Limit ONE = Limit.ofType(NOTE).atOnce(1);

    abstract EngineUnderTest it();

    private Baton start(Gate gate, Limit limit) {
        return it().start(setup -> setup.limit(limit).handle(NOTE, gate, (note, run, at) -> at.pass()));
    }

    @Test
    void no_more_run_at_once_than_a_limit_says_and_each_end_has_the_next_begin_at_once() throws Exception {
        List<JobId> jobs = it().addNotes(8);
        var gate = new Gate();
        Baton baton = start(gate, Limit.ofType(NOTE).atOnce(2));
        gate.awaitEntered(2);

        assertThat(baton.list(JobFilter.ALL.state(JobState.RUNNING), 100)).hasSize(2);
        assertThat(gate.uncounted()).isZero();
        gate.open();

        assertThat(baton.awaitAll(jobs, LONG)).hasSize(8);
        assertThat(gate.mostAtOnce()).isEqualTo(2);
    }

    @Test
    void what_a_rate_keeps_waiting_begins_when_its_token_comes_however_seldom_is_polled() throws Exception {
        List<JobId> jobs = it().addNotes(5);
        Queue<Instant> begun = new ConcurrentLinkedQueue<>();
        Instant start = it().clock.instant();
        it().start(setup -> setup.limit(Limit.ofQueue("default").per(Duration.ofSeconds(20), 2))
                .pollEvery(Duration.ofDays(1))
                .handle(NOTE, begun, (note, run, times) -> times.add(it().clock.instant())));

        it().passTimeUntil(() -> jobs.stream().allMatch(job -> it().state(job) == JobState.DONE));

        List<Duration> after = begun.stream()
                .sorted()
                .map(time -> Duration.between(start, time))
                .toList();
        assertThat(after.get(2)).isGreaterThanOrEqualTo(Duration.ofSeconds(10));
        assertThat(after.get(3)).isGreaterThanOrEqualTo(Duration.ofSeconds(20));
        assertThat(after.get(4)).isBetween(Duration.ofSeconds(30), Duration.ofHours(12));
    }

    @Test
    void a_job_that_a_limit_keeps_waiting_says_so() throws Exception {
        var gate = new Gate();
        Baton baton = start(gate, ONE);
        it().addNotes(1);
        gate.awaitEntered(1);
        JobId waiting = it().addNotes(1).get(0);

        List<Reason> reasons = baton.why(waiting);

        assertThat(reasons).extracting(Reason::cause).containsExactly(Reason.Cause.LIMIT_FULL);
        assertThat(reasons.get(0).text())
                .isEqualTo("The limit of type note.take for all nodes is used up: 1 of its jobs run.");
        gate.open();
    }

    @Test
    void a_job_that_a_rate_keeps_waiting_says_until_when() throws Exception {
        Baton baton = it().start(setup ->
                setup.limit(Limit.ofType(NOTE).perMinute(1)).handle(NOTE, it(), (note, run, context) -> {}));
        Instant now = it().clock.instant();
        baton.await(it().addNotes(1).get(0), LONG);
        JobId waiting = it().addNotes(1).get(0);

        Reason reason = baton.why(waiting).get(0);

        assertThat(reason.cause()).isEqualTo(Reason.Cause.LIMIT_FULL);
        assertThat(reason.text()).endsWith("leaves room for the next at " + now.plusSeconds(60) + ".");
    }

    @Test
    void operators_see_what_is_used_and_raise_a_limit_while_it_holds_jobs_back() throws Exception {
        List<JobId> jobs = it().addNotes(3);
        var gate = new Gate();
        Baton baton = start(gate, ONE);
        gate.awaitEntered(1);
        assertThat(baton.limits().all()).extracting(LimitView::inUse).containsExactly(1);

        baton.limits().change(ONE.atOnce(3), BY);

        gate.awaitEntered(2);
        assertThat(baton.limits().all()).extracting(LimitView::limit).containsExactly(ONE.atOnce(3));
        it().events.await(Event.OperatorActed.class, acted -> acted.target().equals("type note.take"));
        gate.open();
        assertThat(baton.awaitAll(jobs, LONG)).hasSize(3);
    }

    @Test
    void a_limit_that_no_code_says_cannot_be_changed() {
        Baton baton = it().handling((note, run, context) -> {});

        assertRefused(() -> baton.limits().change(ONE, BY), "NOT_FOUND");
        assertThat(baton.limits().all()).isEmpty();
    }

    @Test
    void what_is_wrong_with_limits_is_said_before_anything_begins() {
        assertRefused(() -> it().setup().limit(ONE).limit(ONE.atOnce(2)).start(), "BAD_LIMIT");
    }

    private static void assertRefused(ThrowingCallable call, String code) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
