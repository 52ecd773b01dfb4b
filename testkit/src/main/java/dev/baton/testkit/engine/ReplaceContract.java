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
import dev.baton.job.Turn;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import dev.baton.store.Switch;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Another job in the place of one whose data is wrong. */
abstract class ReplaceContract {

    private static final JobType<Note> OTHER = JobType.of("note.burn", Note.class);

    abstract EngineUnderTest it();

    private static void assertRefused(String code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void a_dead_job_is_replaced_by_one_with_other_data_that_is_tied_to_it() throws Exception {
        var seen = new ConcurrentLinkedQueue<String>();
        Baton baton = it().start(setup -> setup.queues("slow").decide(NOTE, seen, (note, run, all) -> {
            all.add(note.text());
            return note.text().equals("bad") ? Outcome.fail("NEVER") : Outcome.done();
        }));
        JobId old = baton.enqueue(
                        NOTE.job(new Note("bad")).queue("slow").priority(3).lane("a"))
                .id();
        baton.await(old, LONG);

        JobId replacement = baton.replace(old, NOTE, new Note("good"), BY);

        assertThat(baton.await(replacement, LONG)).isEqualTo(JobState.DONE);
        assertThat(seen).containsExactly("bad", "good");
        assertThat(it().state(old)).isEqualTo(JobState.CANCELLED);
        JobView view = it().find(replacement);
        assertThat(view.facts().replaces()).contains(old);
        assertThat(view.route().queue()).isEqualTo("slow");
        assertThat(view.facts().priority()).isEqualTo(3);
        assertThat(view.facts().turn()).contains(new Turn("a", 2));
        assertThat(view.label()).isEqualTo("note good");
        assertThat(baton.actions(10)).singleElement().satisfies(action -> {
            assertThat(action.target()).isEqualTo(old.toString());
            assertThat(action.after()).contains(replacement.toString());
        });
    }

    @Test
    void a_job_is_replaced_in_its_version_of_today() {
        Baton old = it().start(setup -> setup.enqueues(NOTE));
        JobId job = old.enqueue(NOTE, new Note("x"));
        JobType<Note> newer = NOTE.version(2).upcast(1, fields -> fields);
        Baton baton = it().start(setup -> setup.enqueues(newer));

        JobId replacement = baton.replace(job, newer, new Note("y"), BY);

        assertThat(it().find(replacement).route().version()).isEqualTo(2);
    }

    @Test
    void what_is_wrong_with_the_other_job_is_found_before_anything_is_written() {
        Baton baton = it().start(setup -> setup.enqueues(NOTE, OTHER));
        baton.turnOff(Switch.type(NOTE.name()), BY);
        JobId job = baton.enqueue(NOTE, new Note("x"));

        assertRefused("WRONG_TYPE", () -> baton.replace(job, OTHER, new Note("y"), BY));
        assertRefused("UNKNOWN_TYPE", () -> baton.replace(job, JobType.of("note.lose", Note.class), new Note("y"), BY));
        assertRefused("TOO_LARGE", () -> baton.replace(job, NOTE, new Note("y".repeat(300_000)), BY));
        assertRefused("BAD_CHARACTER", () -> baton.replace(job, NOTE, new Note("\ud800"), BY));
        assertRefused("NOT_FOUND", () -> baton.replace(new JobId(new UUID(1, 2)), NOTE, new Note("y"), BY));

        assertThat(it().state(job)).isEqualTo(JobState.READY);
        assertThat(baton.list(JobFilter.ALL, 10)).hasSize(1);
        assertThat(baton.actions(10)).hasSize(1);
    }

    @Test
    void a_job_that_is_over_or_running_is_not_replaced() throws Exception {
        var gate = new Gate();
        Baton baton = it().handling((note, run, context) -> gate.pass());
        JobId job = baton.enqueue(NOTE, new Note("x"));
        gate.awaitEntered(1);

        assertRefused("STATE_CONFLICT", () -> baton.replace(job, NOTE, new Note("y"), BY));
        gate.open();
        baton.await(job, LONG);
        assertRefused("STATE_CONFLICT", () -> baton.replace(job, NOTE, new Note("y"), BY));
        assertThat(baton.list(JobFilter.ALL, 10)).hasSize(1);
    }

    @Test
    void a_job_that_was_replaced_before_is_not_replaced_again() {
        Baton baton = it().start(setup -> setup.enqueues(NOTE));
        JobId job = baton.enqueue(NOTE.job(new Note("x")).in(LONG)).id();

        JobId first = baton.replace(job, NOTE, new Note("y"), BY);

        assertRefused("STATE_CONFLICT", () -> baton.replace(job, NOTE, new Note("z"), BY));
        assertThat(baton.list(JobFilter.ALL.state(JobState.SCHEDULED), 10))
                .extracting(JobView::id)
                .containsExactly(first);
    }
}
