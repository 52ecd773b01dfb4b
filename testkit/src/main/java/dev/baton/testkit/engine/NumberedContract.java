package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.BY;
import static dev.baton.testkit.engine.EngineUnderTest.LONG;
import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.Outcome;
import dev.baton.observe.Event;
import dev.baton.observe.Reason;
import dev.baton.observe.Reason.Cause;
import dev.baton.store.Switch;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Jobs that a lane numbers and does not order run side by side. */
abstract class NumberedContract {

    abstract EngineUnderTest it();

    private static JobId add(Baton baton, String text) {
        return baton.enqueue(NOTE.job(new Note(text)).numberedIn("alice")).id();
    }

    @Test
    @Tag("R-003-42")
    void a_job_goes_on_while_one_of_a_smaller_number_runs_and_each_is_told_its_number() throws Exception {
        var release = new CountDownLatch(1);
        Set<String> seen = new ConcurrentSkipListSet<>();
        Baton baton = it().handling((note, run, any) -> {
            seen.add(run.turn().orElseThrow().toString());
            if (note.text().equals("slow")) {
                release.await();
            }
        });

        JobId slow = add(baton, "slow");
        baton.await(add(baton, "quick"), LONG);

        assertThat(it().state(slow)).isEqualTo(JobState.RUNNING);
        release.countDown();
        baton.await(slow, LONG);
        assertThat(seen).containsExactly("alice #1", "alice #2");
    }

    @Test
    void one_that_is_dead_or_held_blocks_nobody_and_nobody_says_that_it_does() throws Exception {
        Baton baton = it().deciding((note, run, any) -> switch (note.text()) {
            case "never" -> Outcome.fail("NEVER");
            case "unknown" -> Outcome.hold("WHO_KNOWS", "");
            default -> Outcome.done();
        });

        JobId dead = add(baton, "never");
        JobId held = add(baton, "unknown");
        it().await(Event.JobFailed.class, dead);
        it().await(Event.JobHeld.class, held);
        baton.await(add(baton, "next"), LONG);

        assertThat(it().state(dead)).isEqualTo(JobState.DEAD);
        assertThat(it().state(held)).isEqualTo(JobState.HELD);
        assertThat(it().events.events(Event.LaneBlocked.class)).isEmpty();
    }

    @Test
    void why_one_does_not_run_is_its_switch_and_never_another_of_its_lane() {
        Baton baton = it().start(setup -> setup.enqueues(NOTE));
        add(baton, "first");
        JobId second = add(baton, "second");
        assertThat(baton.why(second)).extracting(Reason::cause).containsExactly(Cause.NO_NODE);

        baton.turnOff(Switch.lane("alice"), BY);

        assertThat(baton.why(second))
                .extracting(Reason::cause)
                .containsExactlyInAnyOrder(Cause.LANE_OFF, Cause.NO_NODE);
    }
}
