package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.BY;
import static dev.baton.testkit.engine.EngineUnderTest.LONG;
import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.CrashPolicy;
import dev.baton.job.Handler;
import dev.baton.job.JobId;
import dev.baton.job.JobRequest;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.store.Inserted;
import dev.baton.store.JobView.Tally;
import dev.baton.store.Switch;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Jobs of a strict lane are claimed in a row, and yet each begins when the end of the one before it is committed. */
abstract class StrictRunContract {

    private static final int MANY = 300;
    private static final JobType<Note> HELD = JobType.of("held", Note.class).onCrash(CrashPolicy.HOLD);

    abstract EngineUnderTest it();

    private static List<JobId> enqueue(Baton baton, JobType<Note> type, int howMany) {
        var jobs = new ArrayList<JobRequest<Note>>();
        IntStream.rangeClosed(1, howMany)
                .forEach(i -> jobs.add(type.job(new Note("alice" + i)).lane("alice")));
        return baton.enqueueAll(jobs).stream().map(Inserted::id).toList();
    }

    private static List<String> numbered(int first, int last) {
        return IntStream.rangeClosed(first, last).mapToObj(i -> "alice" + i).toList();
    }

    private Tally tally(JobId job) {
        return it().store()
                .find(job, it().store().clock().instant())
                .orElseThrow()
                .standing()
                .tally();
    }

    @Test
    void whatever_the_crash_policy_many_are_claimed_at_once_and_none_begins_before_its_predecessor_is_over()
            throws Exception {
        var seen = new ConcurrentLinkedQueue<JobId>();
        var fences = new ConcurrentLinkedQueue<Long>();
        Queue<JobState> before = new ConcurrentLinkedQueue<>();
        Handler<Note, Queue<JobId>> handler = (note, run, log) -> {
            log.stream().reduce((a, b) -> b).ifPresent(last -> before.add(it().state(last)));
            log.add(run.id());
            fences.add(run.fence());
        };
        Baton baton = it().start(setup -> setup.handle(NOTE, seen, handler).handle(HELD, seen, handler));
        for (JobType<Note> type : List.of(NOTE, HELD)) {
            seen.clear();
            fences.clear();

            List<JobId> jobs = enqueue(baton, type, MANY);
            baton.awaitAll(jobs, LONG);

            assertThat(seen).as(type.name()).containsExactlyElementsOf(jobs);
            assertThat(before).containsOnly(JobState.DONE);
            assertThat(fences.stream().distinct().count())
                    .as("claims for " + MANY + " jobs")
                    .isLessThan(MANY / 2);
        }
    }

    @Test
    void when_one_fails_those_behind_it_are_given_back_uncharged_and_run_after_it() throws Exception {
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        var tallies = new ConcurrentLinkedQueue<Integer>();
        Baton baton = it().start(setup -> setup.decide(NOTE, this, (note, run, any) -> {
            seen.add(note.text());
            boolean fails = note.text().equals("alice150") && run.attempt() == 1;
            if (!note.text().equals("alice150")) {
                tallies.add(run.attempt());
            }
            return fails ? Outcome.retry("BUSY") : Outcome.done();
        }));

        List<JobId> jobs = enqueue(baton, NOTE, MANY);
        it().passTimeUntil(() -> it().state(jobs.get(MANY - 1)) == JobState.DONE);

        var expected = new ArrayList<>(numbered(1, MANY));
        expected.add(150, "alice150");
        assertThat(seen).containsExactlyElementsOf(expected);
        assertThat(tallies).as("attempts").containsOnly(1);
    }

    @Test
    void a_stop_gives_those_back_that_have_not_begun_as_if_they_had_never_been_claimed() throws Exception {
        var gate = new Gate();
        Baton baton = it().start(setup -> setup.grace(Duration.ofHours(1)).handle(HELD, gate, (note, run, door) -> {
            if (note.text().equals("alice200")) {
                door.pass();
            }
        }));
        List<JobId> jobs = enqueue(baton, HELD, MANY);
        gate.awaitEntered(1);

        CompletableFuture<Boolean> closing = Aside.run(baton::close);
        Polling.until(() ->
                jobs.stream().filter(job -> it().state(job) == JobState.RUNNING).count() == 1);

        assertThat(jobs.subList(200, MANY))
                .allSatisfy(job -> assertThat(tally(job)).isEqualTo(Tally.NONE));
        gate.open();
        closing.get(LONG.toSeconds(), TimeUnit.SECONDS);
    }

    /** An engine that tells what begins, and stays at a gate with the 200th. */
    private Baton hearing(Queue<String> seen, Gate gate) {
        return it().start(setup -> setup.handle(NOTE, gate, (note, run, door) -> {
            seen.add(note.text());
            if (note.text().equals("alice200")) {
                door.pass();
            }
        }));
    }

    @Test
    void a_lane_that_is_switched_off_begins_nothing_more_of_what_was_claimed() throws Exception {
        var gate = new Gate();
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        Baton baton = hearing(seen, gate);
        List<JobId> jobs = enqueue(baton, NOTE, MANY);
        gate.awaitEntered(1);

        baton.turnOff(Switch.lane("alice"), BY);
        it().passTimeUntil(() -> it().state(jobs.get(200)) == JobState.WAITING);
        gate.open();
        it().passTimeUntil(() -> it().state(jobs.get(199)) == JobState.DONE);
        assertThat(seen).containsExactlyElementsOf(numbered(1, 200));

        baton.turnOn(Switch.lane("alice"), BY);
        it().passTimeUntil(() -> it().state(jobs.get(MANY - 1)) == JobState.DONE);
        assertThat(seen).containsExactlyElementsOf(numbered(1, MANY));
    }

    @Test
    void one_that_is_cancelled_before_it_begins_is_left_out_and_the_others_go_on() throws Exception {
        var gate = new Gate();
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        Baton baton = hearing(seen, gate);
        List<JobId> jobs = enqueue(baton, NOTE, MANY);
        gate.awaitEntered(1);

        baton.cancel(jobs.get(201), BY).orThrow();
        it().passTimeUntil(() -> it().state(jobs.get(201)) == JobState.CANCELLED);
        gate.open();
        it().passTimeUntil(() -> it().state(jobs.get(MANY - 1)) == JobState.DONE);

        var expected = new ArrayList<>(numbered(1, MANY));
        expected.remove("alice202");
        assertThat(seen).containsExactlyElementsOf(expected);
    }
}
