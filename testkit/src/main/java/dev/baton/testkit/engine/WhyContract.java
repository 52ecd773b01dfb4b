package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.BY;
import static dev.baton.testkit.engine.EngineUnderTest.LONG;
import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static dev.baton.testkit.engine.EngineUnderTest.ROUTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobRequest;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.job.KeyScope;
import dev.baton.job.Outcome;
import dev.baton.observe.Event;
import dev.baton.observe.Reason;
import dev.baton.observe.Reason.Cause;
import dev.baton.store.Claim;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.NodeId;
import dev.baton.store.Switch;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Why a job does not run: one test for each cause. */
abstract class WhyContract {

    private static final String SECRET = "canary";
    private static final JobType<Note> KEYED =
            JobType.of("note.keyed", Note.class).keyScope(KeyScope.ACTIVE);

    abstract EngineUnderTest it();

    /** Every process that used the store dies. */
    abstract void crash();

    private static JobRequest<Note> note() {
        return NOTE.job(new Note(SECRET));
    }

    /** All reasons; each can be shown to anybody, and says what can be done. */
    private static List<Reason> why(Baton baton, JobId job) {
        List<Reason> reasons = baton.why(job);
        assertThat(reasons).isNotEmpty().allSatisfy(reason -> {
            assertThat(reason.text()).endsWith(".").doesNotContain(SECRET);
            assertThat(reason.remedy()).endsWith(".").doesNotContain(SECRET);
        });
        return reasons;
    }

    private static Reason onlyReason(Baton baton, JobId job) {
        List<Reason> reasons = why(baton, job);
        assertThat(reasons).hasSize(1);
        return reasons.get(0);
    }

    private static void assertReason(Reason reason, Cause cause, String... words) {
        assertThat(reason.cause()).as(reason.toString()).isEqualTo(cause);
        assertThat(reason.text() + " " + reason.remedy()).contains(words);
    }

    /** A process that only enqueues, and another that takes notes but is not quick about it. */
    private Baton besideSlowNode() {
        Baton baton = it().start(setup -> setup.enqueues(NOTE, KEYED));
        it().store().join(new NodeId(new UUID(7, 7)), Set.of(ROUTE), it().clock.instant());
        return baton;
    }

    @Test
    void a_job_that_is_not_known_is_said_to_be_so() {
        Baton baton = besideSlowNode();
        var nobody = new JobId(new UUID(1, 2));

        assertReason(onlyReason(baton, nobody), Cause.UNKNOWN_JOB, nobody.toString());
    }

    @Test
    void a_job_that_nothing_keeps_from_running_is_said_to_be_ready() {
        Baton baton = besideSlowNode();
        JobId job = baton.enqueue(note()).id();

        assertReason(onlyReason(baton, job), Cause.READY, "next claim");
    }

    @Test
    void a_job_that_ended_is_said_to_be_over_and_how() throws Exception {
        Baton baton = it().handling((note, run, context) -> {});
        JobId done = baton.enqueue(note()).id();
        baton.await(done, LONG);
        JobId cancelled = baton.enqueue(note().in(LONG)).id();
        baton.cancel(cancelled, BY).orThrow();

        assertReason(onlyReason(baton, done), Cause.OVER, "done");
        assertReason(onlyReason(baton, cancelled), Cause.OVER, "cancelled", "CANCEL");
    }

    @Test
    void a_running_job_names_its_node_and_whether_it_was_asked_to_end() throws Exception {
        var gate = new Gate();
        Baton baton = it().handling((note, run, context) -> gate.passDeaf());
        JobId job = baton.enqueue(note()).id();
        gate.awaitEntered(1);
        String node = it().find(job).standing().hold().orElseThrow().owner().toString();

        assertReason(onlyReason(baton, job), Cause.RUNNING, node, "attempt 1.");
        baton.cancel(job, BY).orThrow();
        assertReason(onlyReason(baton, job), Cause.RUNNING, node, "asked to end");
        gate.open();
    }

    @Test
    void a_dead_job_names_its_code_and_who_can_have_it_run_again() throws Exception {
        Baton baton = it().deciding((note, run, context) -> Outcome.fail("NO_SUCH_ACCOUNT", note.text()));
        JobId job = baton.enqueue(note()).id();
        baton.await(job, LONG);

        assertReason(onlyReason(baton, job), Cause.DEAD, "attempt 1", "NO_SUCH_ACCOUNT", "Retry", "replace", "discard");
    }

    @Test
    void a_held_job_names_what_an_operator_can_say_of_it() throws Exception {
        Baton baton = it().deciding((note, run, context) -> Outcome.unknown("NO_ANSWER", note.text()));
        JobId job = baton.enqueue(note()).id();
        baton.await(job, LONG);

        assertReason(onlyReason(baton, job), Cause.HELD, "NO_ANSWER", "release", "confirm", "discard", "Retry");
    }

    @Test
    void a_job_whose_time_has_not_come_names_that_time() {
        Baton baton = besideSlowNode();
        Instant due = it().clock.instant().plus(LONG);
        JobId job = baton.enqueue(note().at(due)).id();

        assertReason(onlyReason(baton, job), Cause.NOT_DUE, due.toString());
        it().clock.advance(LONG);
        assertReason(onlyReason(baton, job), Cause.READY, "next claim");
    }

    @Test
    void a_job_that_is_to_be_tried_again_names_the_time_and_the_last_code() throws Exception {
        Baton baton = it().deciding((note, run, context) -> Outcome.retry("BUSY", note.text()));
        JobId job = baton.enqueue(note()).id();
        Event.JobRetried retried = it().await(Event.JobRetried.class, job);

        assertReason(
                onlyReason(baton, job), Cause.RETRYING, retried.dueAt().toString(), "attempt 1", "BUSY", "retry it");
    }

    @Test
    void a_job_in_a_lane_names_the_one_that_goes_first_and_where_that_stands() throws Exception {
        var gate = new Gate();
        Baton baton = it().handling((note, run, context) -> gate.pass());
        JobId running = baton.enqueue(note().lane("a")).id();
        gate.awaitEntered(1);
        JobId second = baton.enqueue(note().lane("a")).id();
        JobId later = baton.enqueue(note().lane("b").in(LONG)).id();
        JobId behindLater = baton.enqueue(note().lane("b")).id();

        assertReason(
                onlyReason(baton, second),
                Cause.IN_LANE_BEHIND,
                running.toString(),
                "number 1 of the lane a",
                "is running",
                "kill");
        assertReason(onlyReason(baton, behindLater), Cause.IN_LANE_BEHIND, later.toString(), "is scheduled", "skip it");
        gate.open();
    }

    @Test
    void a_job_whose_lane_is_blocked_names_the_parked_one_and_the_ways_out() throws Exception {
        Baton baton = it().deciding((note, run, context) ->
                note.text().equals(SECRET) ? Outcome.fail("NEVER") : Outcome.unknown("NO_ANSWER"));
        JobId dead = baton.enqueue(note().lane("a")).id();
        JobId held = baton.enqueue(NOTE.job(new Note("lost")).lane("b")).id();
        baton.awaitAll(List.of(dead, held), LONG);
        JobId behindDead = baton.enqueue(note().lane("a")).id();
        JobId behindHeld = baton.enqueue(note().lane("b")).id();

        assertReason(
                onlyReason(baton, behindDead),
                Cause.LANE_BLOCKED,
                dead.toString(),
                "number 1 of the lane a",
                "is dead",
                "skip",
                "Retry",
                "discard");
        assertReason(onlyReason(baton, behindHeld), Cause.LANE_BLOCKED, held.toString(), "is held", "confirm", "skip");
    }

    @Test
    void a_job_that_waits_for_its_key_names_the_one_that_has_it() throws Exception {
        var gate = new Gate();
        Baton baton = it().start(setup -> setup.handle(KEYED, gate, (note, run, door) -> door.pass()));
        JobId first = baton.enqueue(KEYED.job(new Note(SECRET)).uniqueKey("k")).id();
        gate.awaitEntered(1);
        JobId second = baton.enqueue(KEYED.job(new Note(SECRET)).uniqueKey("k").againIfRunning())
                .id();

        assertReason(onlyReason(baton, second), Cause.BEHIND_KEY, first.toString());
        gate.open();
    }

    @Test
    void a_lane_that_is_switched_off_is_named_with_its_switch() {
        Baton baton = besideSlowNode();
        baton.turnOff(Switch.lane("a"), BY);
        JobId job = baton.enqueue(note().lane("a")).id();

        assertReason(onlyReason(baton, job), Cause.LANE_OFF, "The lane a is switched off", "\"lane a\"");
    }

    @Test
    void a_queue_that_is_paused_is_named_and_can_be_resumed() {
        Baton baton = besideSlowNode();
        baton.pause("default", BY);
        JobId job = baton.enqueue(note()).id();

        assertReason(onlyReason(baton, job), Cause.QUEUE_PAUSED, "default", "Resume");
        baton.resume("default", BY);
        assertReason(onlyReason(baton, job), Cause.READY, "next claim");
    }

    @Test
    void a_queue_that_is_switched_off_is_named_whether_or_not_it_is_paused() {
        Baton baton = besideSlowNode();
        baton.pause("default", BY);
        baton.turnOff(Switch.queue("default"), BY);
        JobId job = baton.enqueue(note()).id();

        assertThat(why(baton, job)).extracting(Reason::cause).containsExactly(Cause.QUEUE_PAUSED, Cause.QUEUE_OFF);
        baton.resume("default", BY);
        assertReason(onlyReason(baton, job), Cause.QUEUE_OFF, "The queue default is switched off", "\"queue default\"");
    }

    @Test
    void a_type_that_is_switched_off_is_named_with_its_switch() {
        Baton baton = besideSlowNode();
        baton.turnOff(Switch.type(NOTE.name()), BY);
        JobId job = baton.enqueue(note()).id();

        assertReason(
                onlyReason(baton, job), Cause.TYPE_OFF, "The type note.take is switched off", "\"type note.take\"");
    }

    @Test
    void a_job_that_no_live_node_takes_names_its_type_version_and_queue() {
        Baton baton = besideSlowNode();
        JobId elsewhere = baton.enqueue(note().queue("elsewhere")).id();
        JobId unhandled = baton.enqueue(KEYED, new Note(SECRET));

        assertReason(
                onlyReason(baton, elsewhere),
                Cause.NO_NODE,
                "type note.take in version 1 from queue elsewhere",
                "handler");
        assertReason(onlyReason(baton, unhandled), Cause.NO_NODE, "type note.keyed");
        it().store().leave(new NodeId(new UUID(7, 7)), it().clock.instant());
        assertReason(onlyReason(baton, baton.enqueue(note()).id()), Cause.NO_NODE, "from queue default");
    }

    @Test
    void a_job_for_which_this_process_has_no_slot_names_every_limit_that_is_reached() throws Exception {
        var gate = new Gate();
        Baton baton = it().start(setup -> setup.concurrency(2)
                .concurrency(NOTE, 1)
                .queueConcurrency("narrow", 1)
                .handle(NOTE, gate, (note, run, door) -> door.pass())
                .handle(KEYED, gate, (note, run, door) -> door.pass()));
        baton.enqueue(note().queue("narrow"));
        gate.awaitEntered(1);
        JobId ofType = baton.enqueue(note()).id();
        JobId ofQueue =
                baton.enqueue(KEYED.job(new Note(SECRET)).queue("narrow")).id();

        assertReason(onlyReason(baton, ofType), Cause.LIMIT_FULL, "handlers of type note.take as it may, 1.");
        assertReason(onlyReason(baton, ofQueue), Cause.LIMIT_FULL, "handlers of jobs from queue narrow as it may, 1.");
        baton.enqueue(KEYED, new Note(SECRET));
        gate.awaitEntered(1);
        JobId inAll = baton.enqueue(KEYED, new Note(SECRET));
        assertReason(onlyReason(baton, inAll), Cause.LIMIT_FULL, "as many handlers as it may, 2.");
        assertThat(why(baton, ofType)).extracting(Reason::cause).containsExactly(Cause.LIMIT_FULL, Cause.LIMIT_FULL);
        JobId later = baton.enqueue(note().in(LONG)).id();
        assertReason(onlyReason(baton, later), Cause.NOT_DUE, "due at");
        gate.open();
    }

    @Test
    void a_job_that_must_not_be_lost_again_waits_until_no_other_such_job_runs() throws Exception {
        List<JobId> jobs = it().addNotes(2);
        Instant now = it().clock.instant();
        List<Finish> failed = it().claimedByTheDead(2).stream()
                .map(claim -> new Finish(claim.id(), claim.fence(), new Ending.Retry(now, "BUSY", "")))
                .toList();
        it().store().finish(failed, now);
        crash();
        List<Claim> lost = it().claimedByTheDead(2);
        crash();
        var gate = new Gate();

        Baton baton = it().handling((note, run, context) -> gate.pass());
        gate.awaitEntered(1);

        assertThat(lost).hasSize(2);
        JobId waiting = jobs.stream()
                .filter(job -> it().state(job) != JobState.RUNNING)
                .findFirst()
                .orElseThrow();
        assertReason(onlyReason(baton, waiting), Cause.LAST_CHANCE, "lost with its process");
        gate.open();
        baton.awaitAll(jobs, LONG);
    }

    @Test
    void a_process_that_stops_says_that_it_takes_no_more() throws Exception {
        var gate = new Gate();
        Baton baton = it().start(setup -> setup.grace(LONG).handle(NOTE, gate, (note, run, door) -> door.pass()));
        baton.enqueue(note());
        gate.awaitEntered(1);
        CompletableFuture<Boolean> closing = Aside.run(baton::close);
        it().events.await(Event.WorkerStopping.class, event -> true);
        JobId job = baton.enqueue(note()).id();

        assertReason(onlyReason(baton, job), Cause.STOPPING, "takes no more jobs");
        gate.open();
        it().passTimeUntil(closing::isDone);
    }

    @Test
    void several_reasons_come_together_and_always_in_the_same_order() {
        Baton baton = it().start(setup -> setup.enqueues(NOTE));
        baton.turnOff(Switch.type(NOTE.name()), BY);
        baton.turnOff(Switch.lane("a"), BY);
        baton.pause("default", BY);
        baton.enqueue(note().lane("a"));
        JobId job = baton.enqueue(note().lane("a").in(Duration.ofHours(1))).id();

        assertThat(why(baton, job))
                .extracting(Reason::cause)
                .containsExactly(
                        Cause.NOT_DUE,
                        Cause.IN_LANE_BEHIND,
                        Cause.LANE_OFF,
                        Cause.QUEUE_PAUSED,
                        Cause.TYPE_OFF,
                        Cause.NO_NODE);
        assertThat(baton.why(job)).isEqualTo(baton.why(job));
    }
}
