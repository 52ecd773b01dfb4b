package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.LIMITS;
import static dev.baton.testkit.store.StoreUnderTest.inLane;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.job.ParkedHead;
import dev.baton.store.Claim;
import dev.baton.store.CommandResult;
import dev.baton.store.Ending;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Terms;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What dead and held jobs mean to their lanes. */
abstract class ParkedLaneContract {

    private static final Terms PASSED_OVER = LIMITS.parkedHead(ParkedHead.PASSED_OVER);
    private static final Ending DEAD = new Ending.Dead("NEVER", "");
    private static final Ending HELD = new Ending.Held("NO_ANSWER", "");

    abstract StoreUnderTest it();

    static Stream<Arguments> wordsThatOpenALane() {
        return Stream.of(
                Arguments.of(DEAD, Act.SKIP),
                Arguments.of(DEAD, Act.DISCARD),
                Arguments.of(HELD, Act.SKIP),
                Arguments.of(HELD, Act.DISCARD),
                Arguments.of(HELD, Act.CONFIRM));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("wordsThatOpenALane")
    void a_lane_stands_still_behind_a_parked_job_until_somebody_decides(Ending ending, Act act) {
        List<JobId> jobs = it().addTo("alice", 2);
        it().finish(it().claimOne(), ending);
        it().advance(Duration.ofDays(365));
        assertThat(it().claimable()).isEmpty();
        assertThat(it().state(jobs.get(1))).isEqualTo(JobState.WAITING);

        it().command(jobs.get(0), act).orThrow();

        assertThat(it().claimable()).containsExactly(jobs.get(1));
    }

    static Stream<Arguments> wordsThatBringBack() {
        return Stream.of(Arguments.of(DEAD, Act.RETRY), Arguments.of(HELD, Act.RETRY), Arguments.of(HELD, Act.RELEASE));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("wordsThatBringBack")
    void a_parked_job_that_is_to_run_again_is_the_next_of_its_lane(Ending ending, Act act) {
        List<JobId> jobs = it().addTo("alice", 3);
        it().finish(it().claimOne(), ending);

        assertThat(it().command(jobs.get(0), act))
                .isEqualTo(new CommandResult.Applied(ending.equals(DEAD) ? "dead" : "held", "ready"));

        assertThat(it().doAll()).isEqualTo(jobs);
    }

    @Test
    void a_lane_goes_on_behind_one_that_is_passed_over() {
        for (Ending ending : List.of(DEAD, HELD)) {
            List<JobId> jobs = it().addTo(ending.toString(), 3);
            it().finish(it().claimOne(PASSED_OVER), ending);

            assertThat(it().doAll()).containsExactly(jobs.get(1), jobs.get(2));
            assertThat(it().state(jobs.get(0)).isParked()).isTrue();
        }
    }

    @Test
    void one_that_was_lost_too_often_is_passed_over_or_not_by_the_terms_it_ran_on() {
        Terms once = Terms.of(1, 1);
        List<JobId> blocked = it().addTo("alice", 2);
        it().claimOne(once);
        it().loseNode();
        assertThat(it().state(blocked.get(0))).isEqualTo(JobState.DEAD);
        assertThat(it().claimable()).isEmpty();

        List<JobId> passed = it().addTo("bob", 2);
        it().claimOne(once.parkedHead(ParkedHead.PASSED_OVER));
        it().loseNode();
        assertThat(it().claimable()).containsExactly(passed.get(1));
    }

    @Test
    void one_that_was_passed_over_and_is_retried_goes_before_all_that_still_wait() {
        List<JobId> jobs = it().addTo("alice", 4);
        it().finish(it().claimOne(PASSED_OVER), DEAD);
        it().finish(it().claimOne(PASSED_OVER), StoreUnderTest.done());
        assertThat(it().state(jobs.get(2))).isEqualTo(JobState.READY);

        it().command(jobs.get(0), Act.RETRY);

        assertThat(it().state(jobs.get(2))).isEqualTo(JobState.WAITING);
        assertThat(it().doAll()).containsExactly(jobs.get(0), jobs.get(2), jobs.get(3));
    }

    @Test
    void one_that_is_retried_while_another_of_its_lane_runs_waits_for_that_one() {
        List<JobId> jobs = it().addTo("alice", 3);
        it().finish(it().claimOne(PASSED_OVER), HELD);
        Claim second = it().claimOne();

        assertThat(it().command(jobs.get(0), Act.RELEASE)).isEqualTo(new CommandResult.Applied("held", "waiting"));

        assertThat(it().claimable()).isEmpty();
        it().finish(second, it().retryIn(Duration.ZERO));
        assertThat(it().doAll()).isEqualTo(jobs);
    }

    @Test
    void one_in_the_middle_blocks_those_behind_it_and_not_those_before() {
        List<JobId> jobs = it().addTo("alice", 3);
        it().finish(it().claimOne(PASSED_OVER), DEAD);
        it().finish(it().claimOne(), DEAD);
        assertThat(it().claimable()).isEmpty();

        it().command(jobs.get(0), Act.RETRY);
        assertThat(it().doNext()).isEqualTo(jobs.get(0));
        assertThat(it().claimable()).isEmpty();

        it().command(jobs.get(1), Act.RETRY);
        assertThat(it().doAll()).containsExactly(jobs.get(1), jobs.get(2));
    }

    @Test
    void the_terms_of_its_last_attempt_say_whether_a_job_blocks() {
        List<JobId> jobs = it().addTo("alice", 2);
        it().finish(it().claimOne(), DEAD);
        it().command(jobs.get(0), Act.RETRY);
        it().finish(it().claimOne(PASSED_OVER), DEAD);

        assertThat(it().claimable()).containsExactly(jobs.get(1));
    }

    @Test
    void a_dead_job_gives_its_key_to_the_next_which_still_waits_behind_it_in_their_lane() {
        JobId dead = it().insert(inLane("alice", it().keyed(KeyScope.ACTIVE, "k", "{}")))
                .id();
        Claim running = it().claimOne();
        JobId heir = it().insert(inLane("alice", it().again("k"))).id();
        it().finish(running, DEAD);

        assertThat(it().state(heir)).isEqualTo(JobState.WAITING);
        assertThat(it().command(dead, Act.RETRY)).isEqualTo(new CommandResult.KeyTaken(heir));
        assertThat(it().claimable()).isEmpty();

        it().command(dead, Act.SKIP);
        assertThat(it().claimable()).containsExactly(heir);
    }
}
