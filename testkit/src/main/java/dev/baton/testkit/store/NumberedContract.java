package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.ROUTE;
import static dev.baton.testkit.store.StoreUnderTest.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.CrashPolicy;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.job.ParkedHead;
import dev.baton.job.Turn;
import dev.baton.store.Claim;
import dev.baton.store.Claimed;
import dev.baton.store.CommandResult;
import dev.baton.store.Ending;
import dev.baton.store.HeldFirst;
import dev.baton.store.Inserted;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import dev.baton.store.KeyRequest;
import dev.baton.store.NewJob;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Switch;
import dev.baton.store.Terms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Jobs that a lane numbers and does not order. */
abstract class NumberedContract {

    abstract StoreUnderTest it();

    private JobId add() {
        return it().insert(it().numberedIn("alice")).id();
    }

    private List<JobId> add(int howMany) {
        return IntStream.range(0, howMany).mapToObj(i -> add()).toList();
    }

    @Test
    @Tag("R-003-42")
    void they_have_the_next_numbers_of_their_lane_and_are_claimed_side_by_side() {
        JobId first = it().addTo("alice");
        List<Inserted> added =
                it().store.insert(List.of(it().numberedIn("alice"), it().numberedIn("alice")), it().now());
        JobId last = it().addTo("alice");

        assertThat(added).extracting(Inserted::turn).containsExactly(turn(2), turn(3));
        assertThat(added).extracting(Inserted::state).containsOnly(JobState.READY);
        assertThat(it().number(last)).isEqualTo(4);
        List<Claim> claims = it().claim(it().node(), 10).claims();
        assertThat(claims)
                .extracting(Claim::id)
                .containsExactlyInAnyOrder(
                        first, added.get(0).id(), added.get(1).id());
        assertThat(claims).extracting(Claim::number).containsExactlyInAnyOrder(turn(1), turn(2), turn(3));
        assertThat(claims)
                .extracting(Claim::turn)
                .containsExactlyInAnyOrder(turn(1), Optional.empty(), Optional.empty());
    }

    private static Optional<Turn> turn(long number) {
        return Optional.of(new Turn("alice", number));
    }

    @Test
    @Tag("R-003-42")
    void neither_a_slow_nor_a_failed_nor_a_held_one_keeps_others_of_its_lane_waiting() {
        List<JobId> jobs = add(4);
        List<Claim> claims = it().claim(it().node(), 3).claims();
        it().finish(claims.get(0), it().retryIn(Duration.ofMinutes(1)));
        it().finish(claims.get(1), new Ending.Dead("NEVER", ""));
        it().finish(claims.get(2), new Ending.Held("TIMEOUT", ""));
        JobId ordered = it().addTo("alice");

        assertThat(it().state(jobs.get(3))).isEqualTo(JobState.READY);
        assertThat(it().claimable()).containsExactlyInAnyOrder(jobs.get(3), ordered);
        assertThat(jobs.stream().map(job -> it().find(job).standing().inLane())).containsOnly(false);
        assertThat(it().find(ordered).standing().inLane()).isTrue();
    }

    @Test
    void the_order_of_others_of_their_lane_stays_as_it_was() {
        JobId first = it().addTo("alice");
        JobId between = add();
        JobId second = it().addTo("alice");
        List<Claim> claims = it().claim(Terms.of(3, 3).replayed(), 10);

        assertThat(claims).extracting(Claim::id).containsExactlyInAnyOrder(first, between, second);
        claims.stream()
                .filter(claim -> claim.id().equals(between))
                .forEach(claim -> it().finish(claim, it().retryIn(Duration.ofMinutes(1))));
        claims.stream().filter(claim -> !claim.id().equals(between)).forEach(claim -> it().finish(claim, done()));

        assertThat(it().state(first)).isEqualTo(JobState.DONE);
        assertThat(it().state(second)).isEqualTo(JobState.DONE);
        assertThat(it().state(between)).isEqualTo(JobState.RETRYING);
    }

    @Test
    void wherever_one_goes_it_keeps_its_number_and_stays_out_of_the_order() {
        JobId job = add();
        it().addTo("alice");
        it().claimable();
        it().loseNode();
        assertThat(it().state(job)).isEqualTo(JobState.READY);

        it().finish(claim(job), it().retryIn(Duration.ZERO));
        it().finish(claim(job), new Ending.Snooze(it().now()));
        it().finish(claim(job), new Ending.Released());
        it().finish(claim(job), new Ending.Unstarted(it().now()));
        it().finish(claim(job), new Ending.Unknown(it().now(), "ASK", "", true));
        it().finish(claim(job), new Ending.Dead("NEVER", ""));
        assertThat(it().command(job, Act.RETRY)).isEqualTo(new CommandResult.Applied("dead", "ready"));
        it().finish(claim(job), new Ending.Held("TIMEOUT", ""));
        assertThat(it().command(job, Act.RELEASE)).isEqualTo(new CommandResult.Applied("held", "ready"));
        assertThat(it().store.situation(job, it().now()).orElseThrow().before()).isEmpty();
        it().finish(claim(job), done());

        assertThat(it().number(job)).isEqualTo(1);
        assertThat(it().number(it().addTo("alice"))).isEqualTo(3);
    }

    private Claim claim(JobId job) {
        return it().claim(it().node(), 10).claims().stream()
                .filter(claim -> claim.id().equals(job))
                .findFirst()
                .orElseThrow();
    }

    @Test
    @Tag("R-003-03")
    void numbers_have_no_gaps_whoever_takes_them_at_once() throws Exception {
        var producers = new ArrayList<Callable<JobId>>();
        for (int i = 0; i < 8; i++) {
            NewJob job = it().inLane("alice").numberedOnly(i % 2 == 0);
            producers.add(() -> it().insert(job).id());
        }

        List<JobId> added = AtOnce.run(producers);

        assertThat(added.stream().map(it()::number))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(1, 8).boxed().toList());
    }

    @Test
    void a_number_is_never_used_again_when_its_job_was_pruned() {
        add(2);
        it().doAll();
        it().advance(Duration.ofSeconds(2));
        assertThat(it().store.prune(it().now(), 10)).isEqualTo(2);

        assertThat(it().number(add())).isEqualTo(3);
    }

    @Test
    void what_is_off_with_its_lane_is_not_claimed_until_it_is_on_again() {
        List<JobId> before = add(2);
        JobId others = it().insert(it().numberedIn("bob")).id();
        it().turnOff(Switch.lane("alice"));
        JobId after = add();

        assertThat(it().claimable()).containsExactly(others);
        assertThat(it().claim(it().node(), 10)).isEqualTo(new Claimed(List.of(), Optional.empty()));
        assertThat(it().state(after)).isEqualTo(JobState.WAITING);
        assertThat(it().find(after).standing().inLane()).isFalse();
        assertThat(it().store.situation(after, it().now()).orElseThrow().off()).containsExactly(Switch.lane("alice"));

        it().turnOn(Switch.lane("alice"));
        assertThat(it().state(after)).isEqualTo(JobState.READY);
        assertThat(it().claimable()).containsExactlyInAnyOrder(before.get(0), before.get(1), after);
    }

    /** Each is met once: a claim that has room for few goes past them sooner or later. */
    @Test
    void many_that_are_off_stand_in_nobodys_way_for_long() {
        add(5);
        JobId last = it().add();
        it().turnOff(Switch.lane("alice"));

        for (int i = 0; i < 5; i++) {
            Claimed claimed = it().claim(it().node(), 1);
            assertThat(claimed.claims()).isEmpty();
            assertThat(claimed.nextDue()).as("there is more").contains(it().now());
        }

        assertThat(it().claim(it().node(), 1).claims()).extracting(Claim::id).containsExactly(last);
    }

    @Test
    void whoever_claims_while_the_lane_is_turned_on_and_off_none_stays_aside() throws Exception {
        List<JobId> jobs = add(40);
        Callable<Long> claiming = () -> IntStream.range(0, 15)
                .mapToLong(i -> it().claim(it().node(), 2).claims().size())
                .sum();
        Callable<Long> turning = () -> {
            for (int i = 0; i < 15; i++) {
                it().turnOff(Switch.lane("alice"));
                it().turnOn(Switch.lane("alice"));
            }
            return 0L;
        };

        long claimed = AtOnce.run(List.of(claiming, turning, claiming)).stream()
                .mapToLong(Long::longValue)
                .sum();

        assertThat(it().claimable()).hasSize(jobs.size() - (int) claimed);
        assertThat(it().store.heldBy(it().node())).hasSize(jobs.size());
    }

    @Test
    void one_that_was_set_aside_can_be_cancelled_or_replaced_and_what_is_given_back_is_off_too() {
        List<JobId> jobs = add(3);
        Claim running = it().claim(it().node(), 1).claims().get(0);
        it().turnOff(Switch.lane("alice"));
        it().claimable();

        assertThat(it().command(jobs.get(1), Act.CANCEL)).isEqualTo(new CommandResult.Applied("waiting", "cancelled"));
        JobId other = it().job().id();
        assertThat(it().replace(jobs.get(2), other, "{}")).isInstanceOf(CommandResult.Applied.class);
        it().finish(running, new Ending.Released());

        assertThat(it().claimable()).isEmpty();
        it().turnOn(Switch.lane("alice"));
        assertThat(it().claimable()).containsExactlyInAnyOrder(running.id(), other);
        assertThat(it().number(other)).isEqualTo(4);
    }

    @Test
    void one_is_skipped_and_replaced_by_one_that_is_only_numbered_too() {
        List<JobId> jobs = add(2);
        it().claim(it().node(), 10).claims().forEach(claim -> it().finish(claim, new Ending.Dead("NEVER", "")));

        assertThat(it().command(jobs.get(0), Act.SKIP)).isEqualTo(new CommandResult.Applied("dead", "cancelled"));
        JobId other = it().job().id();
        it().replace(jobs.get(1), other, "{}");

        JobView.Standing standing = it().find(other).standing();
        assertThat(standing.state()).isEqualTo(JobState.READY);
        assertThat(standing.inLane()).isFalse();
        assertThat(it().number(other)).isEqualTo(3);
    }

    @Test
    void one_that_is_held_from_the_start_blocks_nobody() {
        var why = new HeldFirst("OLD", "who knows", ParkedHead.BLOCKS, CrashPolicy.HOLD);
        JobId held = it().insert(it().numberedIn("alice").with(new NewJob.Care(false, Optional.of(why))))
                .id();
        JobId next = it().addTo("alice");

        assertThat(it().state(held)).isEqualTo(JobState.HELD);
        assertThat(it().find(held).standing().inLane()).isFalse();
        assertThat(it().claimable()).containsExactly(next);
    }

    @Test
    void a_key_answers_with_the_number_of_the_first_and_its_heir_gets_ready_by_it() {
        NewJob first = keyed();
        it().insert(first);
        Claim running = it().claimOne();
        Inserted behind = it().insert(keyed());
        Inserted again = it().insert(keyed());

        assertThat(again.id()).isEqualTo(behind.id());
        assertThat(again.turn()).isEqualTo(turn(2));
        assertThat(it().state(behind.id())).isEqualTo(JobState.WAITING);
        it().finish(running, done());
        assertThat(it().claimable()).containsExactly(behind.id());
    }

    private NewJob keyed() {
        NewJob job = it().job(ROUTE, 0, it().now());
        var key = new KeyRequest(KeyScope.ACTIVE, "k", true);
        return new NewJob(
                job.id(),
                job.route(),
                job.payload(),
                job.urgency(),
                new NewJob.Ties(Optional.of("alice"), true, Optional.of(key)),
                NewJob.Care.NONE);
    }

    @Test
    void they_are_listed_by_their_lane() {
        JobId job = add();
        JobId ordered = it().addTo("alice");

        assertThat(it().store.list(JobFilter.ALL.lane("alice"), Optional.empty(), 10, it().now()))
                .extracting(JobView::id)
                .containsExactlyInAnyOrder(job, ordered);
        assertThat(it().store.list(JobFilter.ALL.lane("alice").state(JobState.READY), Optional.empty(), 10, it().now()))
                .hasSize(2);
    }
}
