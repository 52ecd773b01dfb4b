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
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.observe.Event;
import dev.baton.store.ActionView;
import dev.baton.store.BulkResult;
import dev.baton.store.JobFilter;
import dev.baton.store.OperatorCommand;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Payload;
import dev.baton.store.Route;
import dev.baton.store.StoreUnavailableException;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One command to many jobs, and what it would do. */
abstract class BulkContract {

    private static final JobFilter NOTES = JobFilter.ALL.type("note.take");

    abstract EngineUnderTest it();

    private Baton enqueueingOnly() {
        return it().start(setup -> setup.enqueues(NOTE));
    }

    /** On a store whose calls can go wrong; the real one stays open below it. */
    private Baton enqueueingOnly(FaultyStore faulty) {
        return Baton.on(faulty.store())
                .timeline(it().clock)
                .listener(it().events::accept)
                .enqueues(NOTE)
                .start();
    }

    private static List<JobId> newestFirst(List<JobId> jobs) {
        var newest = new ArrayList<>(jobs);
        Collections.reverse(newest);
        return newest;
    }

    private static BulkResult.Some some(JobId... jobs) {
        return new BulkResult.Some(jobs.length, List.of(jobs));
    }

    @Test
    void a_preview_says_what_would_be_touched_and_refused_and_does_nothing() throws Exception {
        Baton baton = it().deciding(
                        (note, run, context) -> note.text().equals("bad") ? Outcome.fail("NEVER") : Outcome.done());
        JobId done = baton.enqueue(NOTE, new Note("good"));
        JobId dead = baton.enqueue(NOTE, new Note("bad"));
        JobId deadToo = baton.enqueue(NOTE, new Note("bad"));
        baton.awaitAll(List.of(done, dead, deadToo), LONG);

        BulkResult preview = baton.preview(Act.DISCARD, NOTES);

        assertThat(preview.touched()).containsOnlyKeys(JobState.DEAD);
        assertThat(preview.touched().get(JobState.DEAD)).isEqualTo(some(deadToo, dead));
        assertThat(preview.refused()).containsOnlyKeys("STATE_CONFLICT");
        assertThat(preview.refused().get("STATE_CONFLICT")).isEqualTo(some(done));
        assertThat(preview.touchedCount()).isEqualTo(2);
        assertThat(preview.refusedCount()).isEqualTo(1);
        assertThat(preview.more()).isFalse();
        assertThat(it().state(dead)).isEqualTo(JobState.DEAD);
        assertThat(baton.actions(10)).isEmpty();
        assertThat(it().events.events(Event.OperatorActed.class)).isEmpty();
    }

    @Test
    void what_fits_is_done_as_the_preview_said_and_each_job_is_on_record() throws Exception {
        Baton baton = it().deciding((note, run, context) -> Outcome.fail(note.text()));
        JobId busy = baton.enqueue(NOTE, new Note("BUSY"));
        JobId busyToo = baton.enqueue(NOTE, new Note("BUSY"));
        JobId never = baton.enqueue(NOTE, new Note("NEVER"));
        baton.awaitAll(List.of(busy, busyToo, never), LONG);
        JobFilter filter = NOTES.state(JobState.DEAD).code("BUSY");

        BulkResult preview = baton.preview(Act.DISCARD, filter);
        BulkResult result = baton.commandAll(Act.DISCARD, filter, BY);

        assertThat(result).isEqualTo(preview);
        assertThat(result.touched().get(JobState.DEAD)).isEqualTo(some(busyToo, busy));
        assertThat(List.of(busy, busyToo, never))
                .extracting(job -> it().state(job))
                .containsExactly(JobState.CANCELLED, JobState.CANCELLED, JobState.DEAD);
        assertThat(baton.actions(10))
                .extracting(ActionView::target)
                .containsExactlyInAnyOrder(busy.toString(), busyToo.toString());
        assertThat(baton.actions(10)).allSatisfy(action -> {
            assertThat(action.act()).isEqualTo("DISCARD");
            assertThat(action.by()).isEqualTo(BY);
            assertThat(action.before()).isEqualTo("dead");
            assertThat(action.after()).isEqualTo("cancelled");
        });
        it().events
                .await(new Event.OperatorActed(
                        "DISCARD", "type note.take, state dead, code BUSY", "alice", "applied 2"));
    }

    @Test
    @Tag("R-001-68")
    void it_can_be_asked_whether_anything_of_a_type_is_open_and_all_that_waits_called_off() {
        Baton baton = enqueueingOnly();
        JobType<Note> other = JobType.of("note.read", Note.class);
        baton.enqueueAll(List.of(
                NOTE.job(new Note("now")),
                NOTE.job(new Note("later")).in(LONG),
                NOTE.job(new Note("first")).lane("a"),
                NOTE.job(new Note("second")).lane("a")));
        it().addRaw(new Route("default", other.name(), 1), Payload.of("{\"text\":\"x\"}", "x"));
        assertThat(baton.counts())
                .filteredOn(count -> count.route().type().equals(NOTE.name()))
                .extracting(count -> count.state() + " " + count.count())
                .containsExactlyInAnyOrder("ready 2", "scheduled 1", "waiting 1");

        BulkResult result = baton.commandAll(Act.CANCEL, NOTES, BY);

        assertThat(result.touchedCount()).isEqualTo(4);
        assertThat(baton.counts()).extracting(count -> count.route().type()).containsExactly(other.name());
    }

    @Test
    void a_filter_that_names_nothing_is_refused() {
        Baton baton = enqueueingOnly();
        JobId job = it().addNotes(1).get(0);

        assertThatThrownBy(() -> baton.preview(Act.CANCEL, JobFilter.ALL))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("BAD_QUERY"));
        assertThatThrownBy(() -> baton.commandAll(Act.CANCEL, JobFilter.ALL, BY))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("BAD_QUERY"));
        assertThat(it().state(job)).isEqualTo(JobState.READY);
    }

    @Test
    void a_filter_that_nothing_fits_touches_nothing() {
        Baton baton = enqueueingOnly();
        it().addNotes(1);

        BulkResult result = baton.commandAll(Act.CANCEL, NOTES.queue("elsewhere"), BY);

        assertThat(result.touchedCount() + result.refusedCount()).isZero();
        assertThat(result.more()).isFalse();
        assertThat(baton.actions(10)).isEmpty();
    }

    @Test
    void at_most_ten_thousand_are_touched_at_once_and_the_rest_is_said_to_be_there() {
        Baton baton = enqueueingOnly();
        List<JobId> jobs = newestFirst(it().addNotes(10_001));
        JobFilter ready = NOTES.state(JobState.READY);

        BulkResult preview = baton.preview(Act.CANCEL, ready);
        BulkResult previewOfRest = baton.preview(Act.CANCEL, ready, jobs.get(9_999));
        BulkResult result = baton.commandAll(Act.CANCEL, ready, BY);

        assertThat(result).isEqualTo(preview);
        assertThat(result.touched().get(JobState.READY)).isEqualTo(new BulkResult.Some(10_000, jobs.subList(0, 10)));
        assertThat(result.more()).isTrue();
        assertThat(result.rest()).contains(jobs.get(9_999));
        assertThat(it().state(jobs.get(9_999))).isEqualTo(JobState.CANCELLED);
        assertThat(it().state(jobs.get(10_000))).isEqualTo(JobState.READY);
        assertThat(previewOfRest.touched().get(JobState.READY)).isEqualTo(some(jobs.get(10_000)));
        assertThat(baton.commandAll(Act.CANCEL, NOTES, jobs.get(9_999), BY)).isEqualTo(previewOfRest);
    }

    @Test
    void exactly_ten_thousand_leave_no_rest() {
        Baton baton = enqueueingOnly();
        it().addNotes(10_000);

        BulkResult preview = baton.preview(Act.CANCEL, NOTES);

        assertThat(preview.touchedCount()).isEqualTo(10_000);
        assertThat(preview.more()).isFalse();
    }

    @Test
    void five_hundred_are_touched_in_one_transaction_and_then_the_next() {
        var faulty = new FaultyStore(it().store());
        Baton baton = enqueueingOnly(faulty);
        it().addNotes(1_200);
        var pages = new ArrayList<Integer>();
        for (int i = 0; i < 3; i++) {
            faulty.instead("command", results -> {
                pages.add(((List<?>) results).size());
                return results;
            });
        }

        assertThat(baton.commandAll(Act.CANCEL, NOTES, BY).touchedCount()).isEqualTo(1_200);
        assertThat(pages).containsExactly(500, 500, 200);
        baton.close();
    }

    @Test
    void a_job_that_changed_since_it_was_found_is_refused_and_the_others_are_not() {
        var faulty = new FaultyStore(it().store());
        Baton baton = enqueueingOnly(faulty);
        List<JobId> jobs = it().addNotes(3);
        faulty.instead("list", page -> {
            var other = new OperatorCommand.OnJob(jobs.get(1), Act.CANCEL, BY);
            it().store().command(List.of(other), it().clock.instant());
            return page;
        });

        BulkResult result = baton.commandAll(Act.CANCEL, NOTES.state(JobState.READY), BY);

        assertThat(result.touched().get(JobState.READY)).isEqualTo(some(jobs.get(2), jobs.get(0)));
        assertThat(result.refused().get("STATE_CONFLICT")).isEqualTo(some(jobs.get(1)));
        baton.close();
    }

    @Test
    void a_job_that_is_in_no_lane_is_refused_by_a_code_of_its_own() {
        Baton baton = enqueueingOnly();
        JobId alone = baton.enqueue(NOTE, new Note("x"));
        JobId head = baton.enqueue(NOTE.job(new Note("x")).lane("a")).id();
        JobId next = baton.enqueue(NOTE.job(new Note("x")).lane("a")).id();

        BulkResult result = baton.commandAll(Act.SKIP, NOTES, BY);

        assertThat(result.refused()).containsOnlyKeys("NOT_IN_LANE");
        assertThat(result.refused().get("NOT_IN_LANE")).isEqualTo(some(alone));
        assertThat(result.touched().values().stream().flatMap(some -> some.first().stream()))
                .containsExactlyInAnyOrder(head, next);
    }

    @Test
    void what_was_done_before_the_store_failed_stays_done_and_on_record() {
        var faulty = new FaultyStore(it().store());
        Baton baton = enqueueingOnly(faulty);
        List<JobId> jobs = newestFirst(it().addNotes(700));
        faulty.instead("command", results -> results);
        faulty.before("command", new StoreUnavailableException("DISK_FULL", "no room", new Exception()));

        assertThatThrownBy(() -> baton.commandAll(Act.CANCEL, NOTES, BY))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("DISK_FULL"));

        assertThat(it().state(jobs.get(499))).isEqualTo(JobState.CANCELLED);
        assertThat(it().state(jobs.get(500))).isEqualTo(JobState.READY);
        assertThat(baton.actions(1_000)).hasSize(500);
        baton.close();
    }
}
