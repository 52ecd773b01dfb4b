package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.LIMITS;
import static dev.baton.testkit.store.StoreUnderTest.ROUTE;
import static dev.baton.testkit.store.StoreUnderTest.inLane;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.job.ParkedHead;
import dev.baton.job.Turn;
import dev.baton.store.Claim;
import dev.baton.store.Ending;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Route;
import dev.baton.store.Situation;
import dev.baton.store.Situation.InTheWay;
import dev.baton.store.Switch;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All in the store that may keep a job from running. */
abstract class SituationContract {

    private static final Route OTHER = new Route("mail", "invoice.send", 1);

    abstract StoreUnderTest it();

    private Situation of(JobId job) {
        return it().store.situation(job, it().now()).orElseThrow();
    }

    private static InTheWay inTheWay(JobId job, long number, JobState state) {
        return new InTheWay(job, new Turn("alice", number), state);
    }

    @ParameterizedTest
    @EnumSource(JobState.class)
    void a_job_is_shown_as_it_stands_and_one_that_nothing_hinders_is_hindered_by_nothing(JobState state) {
        JobId job = it().arrange(state);

        Situation situation = of(job);

        assertThat(situation.job()).isEqualTo(it().find(job));
        assertThat(situation.before()).isEmpty();
        assertThat(situation.keyHolder().isPresent()).isEqualTo(state == JobState.WAITING);
        assertThat(situation.off()).isEmpty();
        assertThat(situation.served()).isTrue();
    }

    @Test
    void what_nobody_knows_has_no_situation() {
        assertThat(it().store.situation(it().job().id(), it().now())).isEmpty();
    }

    @Test
    void the_first_of_its_lane_is_in_the_way_wherever_it_stands() {
        List<JobId> jobs = it().addTo("alice", 3);
        JobId first = jobs.get(0);
        JobId last = jobs.get(2);
        assertThat(of(first).before()).isEmpty();
        assertThat(of(last).before()).contains(inTheWay(first, 1, JobState.READY));

        Claim claim = it().claimOne();
        assertThat(of(last).before()).contains(inTheWay(first, 1, JobState.RUNNING));
        assertThat(of(first).before()).as("itself is not").isEmpty();

        it().finish(claim, it().retryIn(Duration.ofSeconds(1)));
        assertThat(of(last).before()).contains(inTheWay(first, 1, JobState.RETRYING));

        it().advance(Duration.ofSeconds(1));
        it().finish(it().claimOne(), new Ending.Held("NO_ANSWER", ""));
        assertThat(of(last).before()).contains(inTheWay(first, 1, JobState.HELD));

        it().command(first, Act.CONFIRM);
        assertThat(of(last).before()).contains(inTheWay(jobs.get(1), 2, JobState.READY));
    }

    @Test
    void one_that_is_passed_over_is_not_in_the_way() {
        List<JobId> jobs = it().addTo("alice", 2);
        it().finish(it().claimOne(LIMITS.parkedHead(ParkedHead.PASSED_OVER)), new Ending.Dead("NEVER", ""));

        assertThat(of(jobs.get(1)).before()).isEmpty();
    }

    @Test
    void what_runs_is_in_the_way_also_of_one_with_a_smaller_number() {
        List<JobId> jobs = it().addTo("alice", 2);
        it().finish(it().claimOne(LIMITS.parkedHead(ParkedHead.PASSED_OVER)), new Ending.Dead("NEVER", ""));
        it().claimOne();
        assertThat(of(jobs.get(0)).before()).as("a parked job waits for people").isEmpty();

        it().command(jobs.get(0), Act.RETRY);

        assertThat(of(jobs.get(0)).before()).contains(inTheWay(jobs.get(1), 2, JobState.RUNNING));
    }

    @Test
    void who_has_its_key_is_named_until_that_one_has_ended() {
        JobId holder = it().insert(it().keyed(KeyScope.ACTIVE, "k", "{}")).id();
        Claim claim = it().claimOne();
        JobId heir = it().insert(inLane("alice", it().again("k"))).id();

        assertThat(of(heir).keyHolder()).contains(holder);
        assertThat(of(heir).before()).isEmpty();
        assertThat(of(holder).keyHolder()).isEmpty();

        it().finish(claim, StoreUnderTest.done());
        assertThat(of(heir).keyHolder()).isEmpty();
    }

    @Test
    void the_switches_that_concern_it_and_are_off_are_named_and_no_others() {
        JobId job = it().addTo("alice");
        JobId free = it().add();
        List<Switch> concern = List.of(
                Switch.pause("default"), Switch.queue("default"), Switch.type("receipt.send"), Switch.lane("alice"));
        List<Switch> others =
                List.of(Switch.pause("mail"), Switch.queue("mail"), Switch.type("invoice.send"), Switch.lane("bob"));
        concern.forEach(it()::turnOff);
        others.forEach(it()::turnOff);

        assertThat(of(job).off()).containsExactlyInAnyOrderElementsOf(concern);
        assertThat(of(free).off()).containsExactlyInAnyOrderElementsOf(concern.subList(0, 3));
        assertThat(of(job).before()).isEmpty();

        concern.forEach(it()::turnOn);
        assertThat(of(job).off()).isEmpty();
    }

    @Test
    void a_job_is_served_if_a_live_node_takes_jobs_of_its_route() {
        JobId mine = it().add();
        JobId others = it().insert(it().job(OTHER, 0, it().now())).id();
        JobId newer = it().insert(it().job(new Route("default", "receipt.send", 2), 0, it().now()))
                .id();
        assertThat(of(mine).served()).isTrue();
        assertThat(of(others).served()).isFalse();
        assertThat(of(newer).served()).isFalse();

        it().takeOver(OTHER);
        assertThat(of(mine).served()).as("the node that took it is gone").isFalse();
        assertThat(of(others).served()).isTrue();

        it().takeOver(ROUTE, OTHER);
        assertThat(List.of(mine, others))
                .allSatisfy(job -> assertThat(of(job).served()).isTrue());
        it().store.leave(it().node(), it().now());
        assertThat(of(mine).served()).isFalse();
    }

    @Test
    void all_of_it_can_be_so_at_once() {
        JobId holder = it().insert(it().keyed(KeyScope.ACTIVE, "k", "{}")).id();
        it().claimOne();
        JobId first = it().addTo("alice");
        JobId job = it().insert(inLane("alice", it().again("k"))).id();
        it().turnOff(Switch.lane("alice"));
        it().takeOver(OTHER);

        assertThat(of(job))
                .isEqualTo(new Situation(
                        it().find(job),
                        Optional.of(inTheWay(first, 1, JobState.WAITING)),
                        Optional.of(holder),
                        List.of(Switch.lane("alice")),
                        false));
    }
}
