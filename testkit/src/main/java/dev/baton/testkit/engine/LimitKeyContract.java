package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.LONG;
import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.observe.Event;
import dev.baton.observe.Reason;
import dev.baton.store.Limit;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said in code about each limit key; and about all jobs together. */
abstract class LimitKeyContract extends LimitContract {

    private static final Limit EACH = Limit.ofType(NOTE).forEachKey().atOnce(1);

    private static List<JobId> add(Baton baton, String key, int howMany) {
        var jobs = new ArrayList<JobId>();
        for (int i = 0; i < howMany; i++) {
            jobs.add(baton.enqueue(NOTE.job(new Note(key + i)).limitKey(key)).id());
        }
        return jobs;
    }

    @Test
    void of_each_key_no_more_run_than_its_limit_says_and_each_end_has_the_next_begin() throws Exception {
        var gate = new Gate();
        Baton baton = it().start(setup -> setup.limit(EACH).handle(NOTE, gate, (note, run, at) -> at.pass()));
        List<JobId> red = add(baton, "red", 5);
        gate.awaitEntered(1);
        List<JobId> blue = add(baton, "blue", 2);
        gate.awaitEntered(1);

        List<Reason> reasons = baton.why(red.get(4));
        assertThat(reasons).extracting(Reason::cause).containsExactly(Reason.Cause.LIMIT_FULL);
        assertThat(reasons.get(0).text())
                .isEqualTo(
                        "The limit of type note.take for each key, which this job has as \"red\", is used up: 1 of its"
                                + " jobs run.");
        assertThat(baton.limits().of(EACH, "red").orElseThrow().inUse()).isEqualTo(1);
        assertThat(baton.limits().all().get(0).inUse()).isEqualTo(2);
        assertThat(baton.counts().stream().filter(count -> count.state() == JobState.RUNNING))
                .singleElement()
                .satisfies(count -> assertThat(count.count()).isEqualTo(2));
        it().events.await(Event.LimitsFull.class, full -> full.limits().containsKey(EACH.named()));
        gate.open();

        assertThat(baton.awaitAll(red, LONG)).hasSize(5);
        assertThat(baton.awaitAll(blue, LONG)).hasSize(2);
        assertThat(gate.mostAtOnce()).isEqualTo(2);
    }

    @Test
    void a_job_with_a_key_waits_for_a_node_that_says_a_limit_of_keys_and_says_so() throws Exception {
        Baton baton = it().handling((note, run, context) -> {});
        JobId job = add(baton, "red", 1).get(0);
        JobId other = it().addNotes(1).get(0);
        baton.await(other, LONG);

        Reason reason = baton.why(job).get(0);

        assertThat(reason.cause()).isEqualTo(Reason.Cause.NO_NODE);
        assertThat(reason.text()).contains("No live node takes jobs with a limit key of type note.take");
        assertThat(it().state(job)).isEqualTo(JobState.READY);
    }
}
