package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.BY;
import static dev.baton.testkit.engine.EngineUnderTest.LONG;
import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.CrashPolicy;
import dev.baton.job.JobId;
import dev.baton.job.JobRequest;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.job.ParkedHead;
import dev.baton.job.Turn;
import dev.baton.observe.Event;
import dev.baton.store.Inserted;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Jobs of a lane run one after another, in the order of their numbers. */
abstract class LaneContract {

    private static final JobType<Note> REPLAYABLE = NOTE.replayable();

    abstract EngineUnderTest it();

    private static JobRequest<Note> note(JobType<Note> type, String lane, int number) {
        return type.job(new Note(lane + number)).lane(lane);
    }

    private List<JobId> enqueue(Baton baton, JobType<Note> type, String lane, int howMany) {
        var jobs = new ArrayList<JobRequest<Note>>();
        IntStream.rangeClosed(1, howMany).forEach(i -> jobs.add(note(type, lane, i)));
        return baton.enqueueAll(jobs).stream().map(Inserted::id).toList();
    }

    private static List<String> numbered(String lane, int howMany) {
        return IntStream.rangeClosed(1, howMany).mapToObj(i -> lane + i).toList();
    }

    private static List<String> of(String lane, Queue<String> seen) {
        return seen.stream().filter(text -> text.startsWith(lane)).toList();
    }

    @Test
    @Tag("R-003-04")
    @Tag("R-003-42")
    void lanes_run_beside_each_other_and_each_in_its_own_order() throws Exception {
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        Baton baton = it().handling((note, run, any) -> seen.add(note.text()));

        List<JobId> alice = enqueue(baton, NOTE, "alice", 20);
        List<JobId> bob = enqueue(baton, NOTE, "bob", 20);
        baton.awaitAll(alice, LONG);
        baton.awaitAll(bob, LONG);

        assertThat(of("alice", seen)).isEqualTo(numbered("alice", 20));
        assertThat(of("bob", seen)).isEqualTo(numbered("bob", 20));
    }

    @Test
    @Tag("R-003-42")
    void the_next_of_a_lane_begins_only_when_the_outcome_of_the_one_before_it_is_committed() throws Exception {
        Queue<JobState> before = new ConcurrentLinkedQueue<>();
        var first = new ArrayList<JobId>();
        Baton baton = it().handling((note, run, any) -> {
            if (run.turn().orElseThrow().sequence() == 2) {
                before.add(it().state(first.get(0)));
            }
        });

        first.add(baton.enqueue(note(NOTE, "alice", 1)).id());
        JobId second = baton.enqueue(note(NOTE, "alice", 2)).id();
        // If the first ends while the second is being added, a store may look at the lane again a little later.
        it().passTimeUntil(() -> it().state(second) == JobState.DONE);

        assertThat(before).containsExactly(JobState.DONE);
    }

    @Test
    @Tag("R-003-06")
    void a_job_that_is_retried_keeps_its_number_and_the_others_wait_for_it() throws Exception {
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        Baton baton = it().deciding((note, run, any) -> {
            seen.add(note.text() + " as " + run.turn().orElseThrow());
            return run.attempt() == 1 && note.text().equals("alice1") ? Outcome.retry("BUSY") : Outcome.done();
        });

        List<JobId> jobs = enqueue(baton, NOTE, "alice", 2);
        it().await(Event.JobRetried.class, jobs.get(0));
        assertThat(it().state(jobs.get(1))).isEqualTo(JobState.WAITING);
        it().passTimeUntil(() -> it().state(jobs.get(1)) == JobState.DONE);

        assertThat(seen).containsExactly("alice1 as alice #1", "alice1 as alice #1", "alice2 as alice #2");
    }

    @Test
    void a_dead_head_blocks_its_lane_loudly_until_somebody_skips_it() throws Exception {
        Baton baton = it().deciding(
                        (note, run, any) -> note.text().equals("alice1") ? Outcome.fail("NO_FUNDS") : Outcome.done());

        List<JobId> jobs = enqueue(baton, NOTE, "alice", 2);
        Event.LaneBlocked told = it().await(Event.LaneBlocked.class, jobs.get(0));
        assertThat(it().state(jobs.get(1))).isEqualTo(JobState.WAITING);
        assertThat(new Turn(told.lane(), told.sequence())).isEqualTo(new Turn("alice", 1));

        it().command(jobs.get(0), Act.SKIP);

        assertThat(baton.await(jobs.get(1), LONG)).isEqualTo(JobState.DONE);
        assertThat(it().state(jobs.get(0))).isEqualTo(JobState.CANCELLED);
    }

    @Test
    void a_dead_head_is_passed_over_if_its_type_says_so() throws Exception {
        JobType<Note> passed = NOTE.parkedHead(ParkedHead.PASSED_OVER);
        Baton baton = it().start(setup -> setup.decide(
                passed,
                this,
                (note, run, any) -> note.text().equals("alice1") ? Outcome.fail("NO_FUNDS") : Outcome.done()));

        List<JobId> jobs = enqueue(baton, passed, "alice", 2);

        assertThat(baton.await(jobs.get(1), LONG)).isEqualTo(JobState.DONE);
        assertThat(it().state(jobs.get(0))).isEqualTo(JobState.DEAD);
        assertThat(it().events.events(Event.LaneBlocked.class)).isEmpty();
    }

    @Test
    void a_handler_that_does_not_return_keeps_its_lane_closed_and_its_outcome_counts_when_it_does() throws Exception {
        JobType<Note> slow = NOTE.timeout(Duration.ofSeconds(30));
        var gate = new Gate();
        Baton baton = it().start(setup -> setup.concurrency(1).handle(slow, gate, (note, run, door) -> {
            if (note.text().equals("alice1")) {
                door.passDeaf();
            }
        }));
        List<JobId> jobs = enqueue(baton, slow, "alice", 2);
        gate.awaitEntered(1);

        it().passTimeUntil(() -> !it().events.events(Event.HandlerStuck.class).isEmpty());
        JobId other = baton.enqueue(slow, new Note("other"));
        it().passTimeUntil(() -> it().state(other) == JobState.DONE);
        assertThat(it().state(jobs.get(0))).isEqualTo(JobState.RUNNING);
        assertThat(it().state(jobs.get(1))).isEqualTo(JobState.WAITING);
        gate.open();

        it().await(Event.HandlerReturnedLate.class, jobs.get(0));
        it().passTimeUntil(() -> it().state(jobs.get(1)) == JobState.DONE);
        assertThat(it().state(jobs.get(0))).isEqualTo(JobState.DONE);
        assertThat(baton.attempts(jobs.get(0))).hasSize(1);
    }

    @Test
    void a_lane_goes_on_without_a_killed_job_though_its_handler_does_not_listen() throws Exception {
        var gate = new Gate();
        Baton baton = it().start(setup -> setup.handle(NOTE, gate, (note, run, door) -> {
            if (note.text().equals("alice1")) {
                door.passDeaf();
            }
        }));
        List<JobId> jobs = enqueue(baton, NOTE, "alice", 2);
        gate.awaitEntered(1);

        baton.kill(jobs.get(0), BY).orThrow();

        it().passTimeUntil(() -> it().state(jobs.get(1)) == JobState.DONE);
        gate.open();
        it().await(Event.JobFenced.class, jobs.get(0));
    }

    @Test
    void a_lane_goes_on_when_the_job_of_a_stuck_handler_is_killed() throws Exception {
        JobType<Note> slow = NOTE.timeout(Duration.ofSeconds(30));
        var gate = new Gate();
        Baton baton = it().start(setup -> setup.handle(slow, gate, (note, run, door) -> {
            if (note.text().equals("alice1")) {
                door.passDeaf();
            }
        }));
        List<JobId> jobs = enqueue(baton, slow, "alice", 2);
        gate.awaitEntered(1);
        it().passTimeUntil(() -> !it().events.events(Event.HandlerStuck.class).isEmpty());

        baton.kill(jobs.get(0), BY).orThrow();

        it().passTimeUntil(() -> it().state(jobs.get(1)) == JobState.DONE);
        gate.open();
        it().await(Event.JobFenced.class, jobs.get(0));
    }

    @Test
    void a_killed_job_that_must_not_be_repeated_blocks_its_lane_loudly() throws Exception {
        JobType<Note> held = NOTE.onCrash(CrashPolicy.HOLD);
        var gate = new Gate();
        Baton baton = it().start(setup -> setup.handle(held, gate, (note, run, door) -> door.pass()));
        List<JobId> jobs = enqueue(baton, held, "alice", 2);
        gate.awaitEntered(1);

        baton.kill(jobs.get(0), BY).orThrow();

        assertThat(it().await(Event.LaneBlocked.class, jobs.get(0)).state()).isEqualTo(JobState.HELD);
        assertThat(it().state(jobs.get(1))).isEqualTo(JobState.WAITING);
    }

    @Test
    void jobs_of_a_replayable_type_are_claimed_in_runs_and_begin_in_order() throws Exception {
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        var fences = new ConcurrentLinkedQueue<Long>();
        Baton baton = it().start(setup -> setup.handle(REPLAYABLE, this, (note, run, any) -> {
            seen.add(note.text());
            fences.add(run.fence());
        }));

        baton.awaitAll(enqueue(baton, REPLAYABLE, "alice", 300), LONG);

        assertThat(seen).containsExactlyElementsOf(numbered("alice", 300));
        assertThat(fences.stream().distinct().count()).as("claims for 300 jobs").isLessThan(200);
    }

    @Test
    void when_one_of_a_run_fails_the_rest_is_given_back_and_runs_after_it() throws Exception {
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        Baton baton = it().start(setup -> setup.decide(REPLAYABLE, this, (note, run, any) -> {
            seen.add(note.text());
            boolean fails = note.text().equals("alice150") && run.attempt() == 1;
            return fails ? Outcome.retry("BUSY") : Outcome.done();
        }));

        List<JobId> jobs = enqueue(baton, REPLAYABLE, "alice", 300);
        it().passTimeUntil(() -> it().state(jobs.get(299)) == JobState.DONE);

        var expected = new ArrayList<>(numbered("alice", 300));
        expected.add(150, "alice150");
        assertThat(seen).containsExactlyElementsOf(expected);
    }

    @Test
    @Tag("R-003-03")
    @Tag("R-003-19")
    void an_enqueue_that_is_rolled_back_gives_its_number_back() throws Exception {
        Baton baton = it().handling((note, run, any) -> {});
        try (var transaction = it().begin()) {
            baton.enqueueAll(transaction.handle(), List.of(note(NOTE, "alice", 1)));
        }

        Inserted kept = baton.enqueue(note(NOTE, "alice", 2));

        assertThat(kept.turn()).isEqualTo(Optional.of(new Turn("alice", 1)));
        assertThat(baton.await(kept.id(), LONG)).isEqualTo(JobState.DONE);
    }

    @Test
    void a_cancelled_job_of_a_lane_is_left_out_and_those_behind_it_go_on() throws Exception {
        var gate = new Gate();
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        Baton baton = it().start(setup -> setup.handle(NOTE, gate, (note, run, door) -> {
            seen.add(note.text());
            door.pass();
        }));
        List<JobId> jobs = enqueue(baton, NOTE, "alice", 3);
        gate.awaitEntered(1);

        baton.cancel(jobs.get(1), BY).orThrow();
        gate.open();
        baton.awaitAll(jobs, LONG);

        assertThat(seen).containsExactly("alice1", "alice3");
    }
}
