package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.Turn;
import dev.baton.store.Checkpoint;
import dev.baton.store.Claim;
import dev.baton.store.CommandResult;
import dev.baton.store.Finished;
import dev.baton.store.Inserted;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.OperatorCommand;
import dev.baton.store.Switch;
import dev.baton.testkit.store.CallerTransaction;
import dev.baton.testserver.SharedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Transactions of applications that stay open: nobody waits for them but those who want the very same, and nothing is forgotten. */
class OpenTransactionsTest extends OnOneNode {

    @Test
    void a_producer_whose_transaction_is_open_does_not_delay_what_was_committed_to_its_lane() {
        var committed = new ArrayList<JobId>();
        for (int i = 0; i < 3; i++) {
            committed.add(add(inLane("alice")));
        }
        try (CallerTransaction producer = schema.begin()) {
            store.insert(producer.handle(), List.of(inLane("alice")), now());

            for (JobId job : committed) {
                Claim claim = claimOne();
                assertThat(claim.id()).isEqualTo(job);
                assertThat(done(claim).answer()).isEqualTo(Finished.Answer.RECORDED);
            }
            assertThat(claim()).as("what is not committed is not there").isEmpty();
        }
    }

    @Test
    void what_a_producer_commits_when_all_before_it_have_left_begins_without_anybody_looking_for_it() {
        add(inLane("alice"));
        Claim before = claimOne();
        NewJob late = inLane("alice");
        try (CallerTransaction producer = schema.begin()) {
            List<Inserted> added = store.insert(producer.handle(), List.of(late), now());
            assertThat(added.get(0).state()).isEqualTo(JobState.WAITING);
            done(before);
            producer.commit();
        }

        assertThat(awaitClaim().id()).isEqualTo(late.id());
    }

    @Test
    void a_lane_goes_on_when_its_producer_has_rolled_back() {
        add(inLane("alice"));
        Claim before = claimOne();
        try (CallerTransaction producer = schema.begin()) {
            store.insert(producer.handle(), List.of(inLane("alice")), now());
            done(before);
        }

        JobId next = add(inLane("alice"));

        assertThat(claimOne().id()).isEqualTo(next);
    }

    @Test
    void a_key_that_is_just_promised_is_given_up_all_the_same_and_goes_to_whom_it_was_promised() {
        add(keyed("k"));
        Claim holder = claimOne();
        NewJob heir = keyed("k");
        try (CallerTransaction producer = schema.begin()) {
            Inserted behind =
                    store.insert(producer.handle(), List.of(heir), now()).get(0);
            assertThat(behind.answer()).isEqualTo(Inserted.Answer.ADDED_BEHIND);
            assertThat(done(holder).answer()).isEqualTo(Finished.Answer.RECORDED);
            assertThat(claim()).isEmpty();
            producer.commit();
        }

        assertThat(awaitClaim().id()).isEqualTo(heir.id());
        assertThat(store.insert(List.of(keyed("k")), now()).get(0).answer())
                .as("it has the key, and one may stand behind it")
                .isEqualTo(Inserted.Answer.ADDED_BEHIND);
    }

    @Test
    void what_a_producer_adds_to_a_lane_that_is_switched_off_meanwhile_is_not_claimed() {
        NewJob late = inLane("alice");
        var off = new OperatorCommand.TurnOff(Switch.lane("alice"), BY);
        var on = new OperatorCommand.TurnOn(Switch.lane("alice"), BY);
        try (CallerTransaction producer = schema.begin()) {
            store.insert(producer.handle(), List.of(late), now());
            store.command(List.of(off), now());
            producer.commit();
        }

        assertThat(claim()).isEmpty();
        store.command(List.of(on), now());
        assertThat(awaitClaim().id()).isEqualTo(late.id());
    }

    @Test
    void what_a_producer_adds_to_a_new_lane_that_is_switched_on_meanwhile_begins_without_anybody_looking_for_it() {
        store.command(List.of(new OperatorCommand.TurnOff(Switch.lane("alice"), BY)), now());
        NewJob first = inLane("alice");
        try (CallerTransaction producer = schema.begin()) {
            store.insert(producer.handle(), List.of(first), now());
            store.command(List.of(new OperatorCommand.TurnOn(Switch.lane("alice"), BY)), now());
            producer.commit();
        }

        assertThat(awaitClaim().id()).isEqualTo(first.id());
    }

    /** One that must not be lost once more: a claim that is not to take it has to look past it. */
    private void addOneThatWasLostOften() {
        JobId often = add(job(Optional.empty(), Optional.empty()));
        for (int i = 0; i < 2; i++) {
            assertThat(claimOne().id()).isEqualTo(often);
            loseNode();
        }
        clock.advance(Duration.ofSeconds(1));
    }

    @Test
    void what_stands_behind_one_that_was_lost_is_not_claimed_from_a_lane_that_is_switched_off() {
        addOneThatWasLostOften();
        try (CallerTransaction producer = schema.begin()) {
            store.insert(producer.handle(), List.of(inLane("alice")), now());
            store.command(List.of(new OperatorCommand.TurnOff(Switch.lane("alice"), BY)), now());
            producer.commit();
        }

        assertThat(claim(false)).isEmpty();
    }

    @Test
    void what_was_lost_before_is_not_claimed_from_a_lane_that_is_switched_off() {
        addOneThatWasLostOften();
        JobId once = add(inLane("alice"));
        assertThat(claim(false)).extracting(Claim::id).containsExactly(once);
        loseNode();
        assertThat(state(once)).isEqualTo(JobState.READY);
        switchOffBehindItsBack("alice");

        assertThat(claim(false)).isEmpty();
    }

    @Test
    void a_job_that_ends_in_an_open_transaction_is_left_alone_by_recovery_until_that_has_ended() {
        add(inLane("alice"));
        JobId next = add(inLane("alice"));
        Claim claim = claimOne();
        try (CallerTransaction handler = schema.begin()) {
            store.finish(handler.handle(), ended(claim), now());
            var another = new NodeId(UUID.randomUUID());
            store.join(another, Set.of(ROUTE), now());
            store.leave(node, now());

            assertThat(store.recover(Optional.empty(), 10, now()).moved()).isEmpty();
            handler.commit();
        }

        assertThat(state(claim.id())).isEqualTo(JobState.DONE);
        assertThat(store.recover(Optional.empty(), 10, now()).moved()).isEmpty();
        assertThat(state(next)).isIn(JobState.WAITING, JobState.READY);
    }

    @Test
    @Timeout(5)
    void a_handler_whose_transaction_is_open_does_not_hold_up_the_ends_of_others() {
        add(job(Optional.empty(), Optional.empty()));
        add(job(Optional.empty(), Optional.empty()));
        List<Claim> claims = claim();
        try (CallerTransaction ends = schema.begin();
                CallerTransaction keeps = schema.begin()) {
            store.finish(ends.handle(), ended(claims.get(0)), now());
            add(job(Optional.empty(), Optional.empty()));
            Claim third = claimOne();
            store.checkpoint(keeps.handle(), new Checkpoint(third.id(), third.fence(), "{}"), now());

            List<Finished> answers =
                    store.finish(List.of(ended(claims.get(0)), ended(claims.get(1)), ended(third)), now());

            assertThat(answers)
                    .extracting(Finished::answer)
                    .containsExactly(Finished.Answer.IN_HAND, Finished.Answer.RECORDED, Finished.Answer.IN_HAND);
            assertThat(answers.get(0).state()).isEmpty();
        }
    }

    @Test
    void what_was_in_somebodys_hand_is_found_to_be_over_or_is_ended_when_asked_for_again() {
        add(job(Optional.empty(), Optional.empty()));
        Claim claim = claimOne();
        try (CallerTransaction handler = schema.begin()) {
            store.finish(handler.handle(), ended(claim), now());
            assertThat(notDone(claim)).isEqualTo(Finished.Answer.IN_HAND);
        }
        assertThat(notDone(claim)).as("it was rolled back").isEqualTo(Finished.Answer.RECORDED);

        Claim again = claimOne();
        try (CallerTransaction handler = schema.begin()) {
            store.finish(handler.handle(), ended(again), now());
            assertThat(notDone(again)).isEqualTo(Finished.Answer.IN_HAND);
            handler.commit();
        }
        assertThat(notDone(again)).as("it was committed").isEqualTo(Finished.Answer.ALREADY_RECORDED);
        assertThat(state(again.id())).isEqualTo(JobState.DONE);
    }

    /** What is kept of lanes in the memory of the server it shares with everybody. */
    @Test
    void to_settle_many_lanes_takes_no_locks_of_which_the_server_has_only_so_many() {
        List<String> lanes = IntStream.range(0, 100).mapToObj(i -> "lane " + i).toList();
        lanes.forEach(lane -> add(inLane(lane)));
        var transactions = new Transactions(SharedServer.pool(), Schema.of(schema.name()));

        long locks = transactions.write(on -> {
            assertThat(new Lanes(on).trySettle(lanes)).isEmpty();
            return on.first(
                            "SELECT count(*) AS locks FROM pg_locks WHERE pid = pg_backend_pid() AND locktype <> 'relation'",
                            row -> row.number("locks"))
                    .orElseThrow();
        });

        assertThat(locks).as("itself, and little else").isLessThan(5);
    }

    @Test
    void what_ended_long_ago_is_removed_even_if_somebody_is_always_adding_to_its_lane() {
        add(inLane("alice"));
        done(claimOne());
        add(job(Optional.empty(), Optional.empty()));
        done(claimOne());
        clock.advance(Duration.ofDays(1));
        NewJob next = inLane("alice");
        try (CallerTransaction producer = schema.begin()) {
            store.insert(producer.handle(), List.of(next), now());

            assertThat(store.prune(now(), 1)).isEqualTo(1);
            assertThat(store.prune(now(), 10)).isEqualTo(1);
            producer.commit();
        }

        assertThat(store.find(next.id(), now()).orElseThrow().facts().turn()).contains(new Turn("alice", 2));
        done(awaitClaim());
        clock.advance(Duration.ofDays(1));
        assertThat(store.prune(now(), 10)).isEqualTo(1);
        JobId third = add(inLane("alice"));
        assertThat(store.find(third, now()).orElseThrow().facts().turn()).contains(new Turn("alice", 3));
    }

    @Test
    @Timeout(5)
    void a_job_in_the_hand_of_its_handlers_transaction_does_not_hold_up_operators() {
        JobId inHand = add(job(Optional.empty(), Optional.empty()));
        JobId other = add(job(Optional.empty(), Optional.empty()));
        List<Claim> claims = claim();
        try (CallerTransaction handler = schema.begin()) {
            store.finish(handler.handle(), ended(claims.get(0)), now());

            for (OperatorCommand.Act act : List.of(OperatorCommand.Act.CANCEL, OperatorCommand.Act.KILL)) {
                List<OperatorCommand> both =
                        List.of(new OperatorCommand.OnJob(inHand, act, BY), new OperatorCommand.OnJob(other, act, BY));
                assertThat(store.command(both, now()).get(0)).isEqualTo(new CommandResult.InHand());
            }
        }

        assertThat(state(other)).isEqualTo(JobState.CANCELLED);
        assertThat(state(inHand)).isEqualTo(JobState.RUNNING);
        assertThat(notDone(claims.get(0))).isEqualTo(Finished.Answer.RECORDED);
    }
}
