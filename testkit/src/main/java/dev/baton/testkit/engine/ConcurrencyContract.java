package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.LONG;
import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.BatonBuilder;
import dev.baton.job.Handler;
import dev.baton.job.JobId;
import dev.baton.job.JobRequest;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.store.Inserted;
import dev.baton.store.JobFilter;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How many jobs run at once. */
abstract class ConcurrencyContract {

    private static final JobType<Note> OTHER = JobType.of("note.burn", Note.class);

    abstract EngineUnderTest it();

    private static List<JobRequest<Note>> jobs(JobType<Note> type, String queue, int howMany) {
        var jobs = new ArrayList<JobRequest<Note>>();
        for (int i = 0; i < howMany; i++) {
            jobs.add(type.job(new Note(queue + i)).queue(queue));
        }
        return jobs;
    }

    private static List<JobId> ids(List<Inserted> inserted) {
        return inserted.stream().map(Inserted::id).toList();
    }

    private Baton start(Gate notes, Gate others, UnaryOperator<BatonBuilder> setup) {
        return it().start(with -> setup.apply(with)
                .handle(NOTE, notes, (note, run, gate) -> gate.pass())
                .handle(OTHER, others, (note, run, gate) -> gate.pass()));
    }

    @Test
    @Tag("R-000-60")
    @Tag("R-000-62")
    @Tag("R-004-06")
    @Tag("R-004-09")
    void no_more_run_at_once_than_the_process_allows_and_no_more_are_claimed() throws Exception {
        var gate = new Gate();
        Baton baton = start(gate, gate, setup -> setup.concurrency(7));

        List<JobId> all = ids(baton.enqueueAll(jobs(NOTE, "default", 20)));
        gate.awaitEntered(7);

        assertThat(baton.list(JobFilter.ALL.state(JobState.RUNNING), 100)).hasSize(7);
        assertThat(gate.uncounted()).isZero();
        gate.open();
        assertThat(baton.awaitAll(all, LONG)).hasSize(20);
        assertThat(gate.mostAtOnce()).isEqualTo(7);
    }

    @Test
    @Tag("R-000-61")
    void no_more_of_a_type_run_at_once_than_it_may_and_others_use_the_rest() throws Exception {
        var limited = new Gate();
        var free = new Gate();
        Baton baton = start(limited, free, setup -> setup.concurrency(5).concurrency(NOTE, 1));

        List<JobId> all = new ArrayList<>(ids(baton.enqueueAll(jobs(NOTE, "default", 5))));
        limited.awaitEntered(1);
        all.addAll(ids(baton.enqueueAll(jobs(OTHER, "default", 6))));
        free.awaitEntered(4);

        assertThat(limited.uncounted() + free.uncounted()).isZero();
        limited.open();
        free.open();
        assertThat(baton.awaitAll(all, LONG)).hasSize(11);
        assertThat(limited.mostAtOnce()).isEqualTo(1);
    }

    @Test
    void no_more_from_a_queue_run_at_once_than_it_may_and_others_use_the_rest() throws Exception {
        var gate = new Gate();
        var free = new Gate();
        Baton baton = start(gate, free, setup -> setup.concurrency(5).queueConcurrency("narrow", 2));

        List<JobId> all = new ArrayList<>(ids(baton.enqueueAll(jobs(NOTE, "narrow", 5))));
        gate.awaitEntered(2);
        all.addAll(ids(baton.enqueueAll(jobs(OTHER, "default", 5))));
        free.awaitEntered(3);

        assertThat(gate.uncounted() + free.uncounted()).isZero();
        gate.open();
        free.open();
        assertThat(baton.awaitAll(all, LONG)).hasSize(10);
        assertThat(gate.mostAtOnce()).isEqualTo(2);
    }

    @Test
    void a_claim_that_never_began_is_no_attempt() throws Exception {
        Baton baton = it().start(setup -> setup.concurrency(1).handle(NOTE, this, (note, run, context) -> {
            if (run.attempt() != 1) {
                throw new IllegalStateException("attempt " + run.attempt());
            }
        }));

        List<JobId> all = ids(baton.enqueueAll(jobs(NOTE, "default", 500)));
        it().passTimeUntil(() -> baton.counts().isEmpty());

        assertThat(baton.awaitAll(all, LONG).values()).containsOnly(JobState.DONE);
        assertThat(all).allSatisfy(job -> assertThat(baton.attempts(job)).hasSize(1));
    }

    @Test
    void what_is_limited_is_not_crowded_out_by_a_backlog_that_is_not() throws Exception {
        Baton baton = it().start(setup -> setup.concurrency(2)
                .concurrency(OTHER, 1)
                .handle(NOTE, this, (note, run, context) -> {})
                .handle(OTHER, this, (note, run, context) -> {}));
        baton.pause("default", EngineUnderTest.BY);
        List<JobId> backlog = ids(baton.enqueueAll(jobs(NOTE, "default", 3_000)));
        List<JobId> urgent = ids(baton.enqueueAll(
                jobs(OTHER, "default", 5).stream().map(job -> job.priority(10)).toList()));

        baton.resume("default", EngineUnderTest.BY);
        baton.awaitAll(urgent, LONG);
        long left = baton.list(JobFilter.ALL.state(JobState.READY), 1_000).size();
        baton.awaitAll(backlog, LONG);

        assertThat(left).as("of the backlog when the urgent ones were done").isGreaterThan(500);
    }

    @Test
    @Tag("R-004-08")
    void many_quick_jobs_of_several_types_all_run_once() throws Exception {
        var ran = ConcurrentHashMap.<JobId>newKeySet();
        var doubled = ConcurrentHashMap.<JobId>newKeySet();
        Handler<Note, Object> once = (note, run, context) -> {
            if (!ran.add(run.id())) {
                doubled.add(run.id());
            }
        };
        Baton baton = it().start(setup -> setup.concurrency(8)
                .concurrency(OTHER, 3)
                .handle(NOTE, this, once::handle)
                .handle(OTHER, this, once::handle));

        var all = new ArrayList<JobId>();
        for (int i = 0; i < 10; i++) {
            all.addAll(ids(baton.enqueueAll(jobs(NOTE, "default", 100))));
            all.addAll(ids(baton.enqueueAll(jobs(OTHER, "default", 50))));
        }

        assertThat(baton.awaitAll(all, LONG).values()).containsOnly(JobState.DONE);
        assertThat(ran).hasSize(1_500);
        assertThat(doubled).isEmpty();
        assertThat(baton.counts()).isEmpty();
    }
}
