package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.BY;
import static dev.baton.testkit.store.StoreUnderTest.ROUTE;
import static dev.baton.testkit.store.StoreUnderTest.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.Claim;
import dev.baton.store.Claimed;
import dev.baton.store.CommandResult;
import dev.baton.store.CommandResult.Applied;
import dev.baton.store.CommandResult.WrongState;
import dev.baton.store.Ending;
import dev.baton.store.Finished;
import dev.baton.store.Finished.Answer;
import dev.baton.store.JobFilter;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.OperatorCommand.Replace;
import dev.baton.store.Payload;
import dev.baton.store.Recovered;
import dev.baton.store.Terms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Of several who want something of a job at the same moment one wins, and the others are told so by name. */
abstract class RaceContract {

    private static final int ROUNDS = 25;

    abstract StoreUnderTest it();

    private Callable<CommandResult> command(JobId job, Act act) {
        return () -> it().command(job, act);
    }

    /** Four at once; exactly one of them is carried out, and all others see what came of it. */
    private void assertOneWins(Callable<CommandResult> click, CommandResult loser) throws Exception {
        List<CommandResult> results =
                AtOnce.run(IntStream.range(0, 4).mapToObj(i -> click).toList());

        assertThat(results).filteredOn(Applied.class::isInstance).hasSize(1);
        assertThat(results).filteredOn(result -> !(result instanceof Applied)).containsOnly(loser);
    }

    @ParameterizedTest
    @CsvSource({
        "CANCEL, READY, CANCELLED",
        "RETRY, DEAD, READY",
        "RELEASE, HELD, READY",
        "CONFIRM, HELD, DONE",
        "SKIP, HELD, CANCELLED",
        "SKIP, WAITING, CANCELLED",
        "DISCARD, DEAD, CANCELLED",
        "KILL, RUNNING, CANCELLED"
    })
    void of_several_clicks_at_once_one_counts_and_the_others_change_nothing(Act act, JobState from, JobState to)
            throws Exception {
        JobId job = it().arrangeIn("alice", from);

        assertOneWins(command(job, act), new WrongState(to));

        assertThat(it().state(job)).isEqualTo(to);
        assertThat(it().store.actions(10)).hasSize(1);
    }

    @Test
    void of_several_replacements_at_once_one_counts_and_the_others_add_nothing() throws Exception {
        JobId job = it().add();
        List<Callable<CommandResult>> clicks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            JobId by = it().job().id();
            clicks.add(() -> it().replace(job, by, "{}"));
        }

        List<CommandResult> results = AtOnce.run(clicks);

        assertThat(results).filteredOn(Applied.class::isInstance).hasSize(1);
        assertThat(results)
                .filteredOn(result -> !(result instanceof Applied))
                .containsOnly(new WrongState(JobState.CANCELLED));
        assertThat(it().store.list(JobFilter.ALL, Optional.empty(), 10, it().now()))
                .hasSize(2);
    }

    @Test
    void a_cancellation_and_a_claim_have_one_winner() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            JobId job = it().add();

            List<Object> results = AtOnce.run(List.<Callable<Object>>of(
                    () -> it().command(job, Act.CANCEL),
                    () -> it().claim(it().node(), 10).claims()));

            List<?> claims = (List<?>) results.get(1);
            if (claims.isEmpty()) {
                assertThat(results.get(0)).isEqualTo(new Applied("ready", "cancelled"));
                assertThat(it().state(job)).isEqualTo(JobState.CANCELLED);
            } else {
                assertThat(it().state(job)).isEqualTo(JobState.RUNNING);
                assertThat(results.get(0)).as("it is asked to stop").isEqualTo(new Applied("running", "running"));
                it().finish((Claim) claims.get(0), new Ending.Cancelled());
            }
        }
    }

    @Test
    void a_retry_and_a_recovery_have_one_order() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            JobId job = it().add();
            it().claim(List.of(), 1, Map.of(ROUTE, Terms.of(1, 1)));
            it().takeOver(ROUTE);

            List<Object> results = AtOnce.run(List.<Callable<Object>>of(
                    () -> it().command(job, Act.RETRY),
                    () -> it().store.recover(Optional.empty(), 10, it().now()).moved()));

            assertThat((List<?>) results.get(1)).hasSize(1);
            if (results.get(0) instanceof Applied applied) {
                assertThat(applied).isEqualTo(new Applied("dead", "ready"));
                assertThat(it().kinds(job)).containsExactly(Kind.ORPHANED, Kind.RETRIED);
                it().doNext();
            } else {
                assertThat(results.get(0)).isEqualTo(new WrongState(JobState.RUNNING));
                assertThat(it().state(job)).isEqualTo(JobState.DEAD);
            }
        }
    }

    @Test
    void a_kill_and_an_end_have_one_winner() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            JobId job = it().add();
            Claim claim = it().claimOne();

            List<Object> results = AtOnce.run(List.<Callable<Object>>of(
                    () -> it().command(job, Act.KILL),
                    () -> it().finish(claim, done()).answer()));

            if (results.get(0) instanceof Applied) {
                assertThat(results.get(1)).isEqualTo(Answer.FENCED);
                assertThat(it().state(job)).isEqualTo(JobState.CANCELLED);
            } else {
                assertThat(results).containsExactly(new WrongState(JobState.DONE), Answer.RECORDED);
            }
        }
    }

    @Test
    void a_wish_to_cancel_and_an_end_that_gives_the_job_back_come_to_a_cancelled_job() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            JobId job = it().add();
            Claim claim = it().claimOne();

            AtOnce.run(List.<Callable<Object>>of(
                    () -> it().command(job, Act.CANCEL),
                    () -> it().finish(claim, it().retryIn(Duration.ofSeconds(60)))));

            assertThat(it().state(job)).isEqualTo(JobState.CANCELLED);
        }
    }

    @Test
    @Tag("R-003-68")
    void of_several_who_recover_at_once_one_records_each_loss() throws Exception {
        for (int i = 0; i < 5; i++) {
            List<JobId> jobs = IntStream.range(0, 10).mapToObj(n -> it().add()).toList();
            it().claim(it().node(), 10);
            it().takeOver(ROUTE);
            Callable<List<JobId>> recover = () -> it().store.recover(Optional.empty(), 10, it().now()).moved().stream()
                    .map(Recovered.Moved::id)
                    .toList();

            List<List<JobId>> moved = AtOnce.run(List.of(recover, recover, recover, recover));

            assertThat(moved.stream().flatMap(List::stream)).containsExactlyInAnyOrderElementsOf(jobs);
            assertThat(jobs).allSatisfy(job -> assertThat(it().kinds(job)).containsExactly(Kind.ORPHANED));
            it().doAll();
        }
    }

    @Test
    @Tag("R-003-61")
    void an_end_and_a_recovery_have_one_winner() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            JobId job = it().add();
            Claim claim = it().claimOne();
            it().takeOver(ROUTE);

            List<Object> results = AtOnce.run(List.<Callable<Object>>of(
                    () -> it().finish(claim, done()).answer(),
                    () -> it().store
                            .recover(Optional.empty(), 10, it().now())
                            .moved()
                            .size()));

            assertThat(results).isIn(List.of(Answer.RECORDED, 0), List.of(Answer.FENCED, 1));
            assertThat(it().kinds(job)).hasSize(1);
            it().doAll();
        }
    }

    @Test
    @Tag("R-003-16")
    @Tag("R-003-60")
    void one_end_that_is_told_by_several_at_once_counts_once() throws Exception {
        it().addTo("alice", 2);
        Claim claim = it().claimOne();

        List<Finished> results = AtOnce.run(IntStream.range(0, 4)
                .mapToObj(i -> (Callable<Finished>) () -> it().finish(claim, done()))
                .toList());

        assertThat(results)
                .extracting(Finished::answer)
                .containsExactlyInAnyOrder(
                        Answer.RECORDED, Answer.ALREADY_RECORDED, Answer.ALREADY_RECORDED, Answer.ALREADY_RECORDED);
        assertThat(it().claimable()).hasSize(1);
    }

    /** A claim may pass over a lane that somebody has in hand; then it is told, or called, when to look again. */
    @Test
    void a_skip_and_a_claim_have_one_winner_and_the_lane_goes_on() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            List<JobId> jobs = it().addTo("lane " + i, 2);
            var hints = new AtomicInteger();
            AutoCloseable listening = it().store.onWork(hints::incrementAndGet);
            List<Object> results = AtOnce.run(List.<Callable<Object>>of(
                    () -> it().command(jobs.get(0), Act.SKIP), () -> it().claim(it().node(), 10)));
            listening.close();

            Claimed claimed = (Claimed) results.get(1);
            assertThat(claimed.claims()).hasSizeLessThanOrEqualTo(1);
            if (claimed.claims().isEmpty()) {
                boolean soon = claimed.nextDue()
                        .filter(due -> !due.isAfter(it().now().plusMillis(100)))
                        .isPresent();
                assertThat(soon || hints.get() > 0)
                        .as("nobody has to wait for a poll")
                        .isTrue();
                assertThat(results.get(0)).isInstanceOf(Applied.class);
            }
            Claim claim = claimed.claims().isEmpty()
                    ? it().claimOne()
                    : claimed.claims().get(0);
            if (results.get(0) instanceof Applied) {
                assertThat(claim.id()).isEqualTo(jobs.get(1));
            } else {
                assertThat(results.get(0)).isEqualTo(new WrongState(JobState.RUNNING));
                assertThat(claim.id()).isEqualTo(jobs.get(0));
            }
            it().finish(claim, done());
            it().doAll();
        }
    }

    @Test
    void what_is_rehearsed_beside_the_real_thing_leaves_no_trace() throws Exception {
        JobId job = it().add();
        var replace = new Replace(job, it().job().id(), 1, Payload.of("{}", ""), BY);

        AtOnce.run(List.<Callable<Object>>of(
                () -> it().store.rehearse(List.of(replace), it().now()),
                () -> it().command(job, Act.CANCEL),
                () -> it().store.rehearse(List.of(replace), it().now())));

        assertThat(it().store.actions(10)).hasSize(1);
        assertThat(it().store.list(JobFilter.ALL, Optional.empty(), 10, it().now()))
                .hasSize(1);
    }
}
