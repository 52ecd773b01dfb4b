package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.BY;
import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.observe.Event;
import dev.baton.observe.Reason;
import dev.baton.observe.Reason.Cause;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import dev.baton.store.NodeId;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Switch;
import dev.baton.supervise.RestartPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tasks that run on one node at a time, here the only one. */
abstract class SingletonContract {

    private final Solo solo = new Solo();

    abstract EngineUnderTest it();

    /** Every process that used the store dies. */
    abstract void crash();

    private Baton start() {
        Baton baton = Baton.on(new FaultyStore(it().store()).store())
                .timeline(it().clock)
                .heartbeat(Duration.ofSeconds(30), Duration.ofMinutes(5)) // time passes fast here, and stores are slow
                .listener(it().events::accept)
                .handle(NOTE, this, (note, run, context) -> {})
                .supervision(tasks -> tasks.restart(RestartPolicy.defaults()
                        .unlimited()
                        .baseDelay(Duration.ofSeconds(1))
                        .exponentCap(0)))
                .singleton("bridge", fence -> solo.on("here", fence))
                .start();
        it().closeLater(baton);
        return baton;
    }

    private JobView theJob() {
        List<JobView> all = it().store()
                .list(
                        JobFilter.ALL.type("baton.singleton"),
                        Optional.empty(),
                        10,
                        it().clock.instant());
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    @Test
    void it_runs_for_as_long_as_the_process_does_and_again_at_the_next_start_under_a_larger_fence() throws Exception {
        Baton first = start();
        it().passTimeUntil(() -> solo.running() == 1);
        assertThat(theJob().standing().state()).isEqualTo(JobState.RUNNING);
        assertThat(theJob().label()).isEqualTo("singleton bridge");

        it().clock.advance(Duration.ofSeconds(10));
        it().passTimeUntil(() -> it().clock.nanos() > Duration.ofMinutes(1).toNanos());
        assertThat(solo.owners).as("nobody gave it back meanwhile").hasSize(1);

        it().close(first);
        assertThat(solo.running()).isZero();
        assertThat(theJob().standing().state()).isEqualTo(JobState.READY);
        start();
        it().passTimeUntil(() -> solo.running() == 1);

        assertThat(solo.fences).hasSize(2).isSorted().doesNotHaveDuplicates();
        it().events.await(new Event.SingletonStopped("bridge", solo.fences.get(0), false));
        it().events.await(new Event.SingletonStarted("bridge", solo.fences.get(1)));
    }

    @Test
    void one_that_fails_is_on_record_and_runs_again_under_a_larger_fence_however_often() throws Exception {
        Baton baton = start();
        for (int i = 1; i <= 6; i++) {
            int runs = i;
            it().passTimeUntil(() -> solo.owners.size() == runs && solo.running() == 1);
            solo.failWith(new IllegalStateException("stream ended " + i));
        }
        it().passTimeUntil(() -> solo.owners.size() == 7);

        assertThat(solo.fences).isSorted().doesNotHaveDuplicates();
        assertThat(baton.attempts(theJob().id()))
                .hasSize(6)
                .last()
                .satisfies(attempt -> assertThat(attempt.detail().message()).contains("stream ended 6"));
        assertThat(theJob().standing().state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void what_a_dead_process_ran_is_taken_over_however_often_that_happens() throws Exception {
        for (int life = 1; life <= 4; life++) {
            int lives = life;
            start();
            it().passTimeUntil(() -> solo.owners.size() >= lives && solo.running() >= 1);
            crash();
        }
        start();
        it().passTimeUntil(() -> theJob().standing().state() == JobState.RUNNING && solo.owners.size() >= 5);

        assertThat(solo.fences).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void an_operator_who_cancels_it_stops_it_and_it_begins_anew() throws Exception {
        start();
        it().passTimeUntil(() -> solo.running() == 1);
        JobView first = theJob();

        it().command(first.id(), Act.CANCEL);
        it().passTimeUntil(() -> solo.owners.size() == 2);

        assertThat(it().state(first.id())).isEqualTo(JobState.CANCELLED);
        assertThat(solo.mostAtOnce()).isEqualTo(1);
    }

    @Test
    void why_it_does_not_run_is_told_by_who_owns_it_who_stands_by_and_what_is_off() throws Exception {
        Baton baton = start();
        it().passTimeUntil(() -> solo.running() == 1);
        JobId job = theJob().id();
        NodeId owner = theJob().standing().hold().orElseThrow().owner();
        assertThat(baton.why(job)).singleElement().satisfies(reason -> {
            assertThat(reason.cause()).isEqualTo(Cause.RUNNING);
            assertThat(reason.text()).contains("Node " + owner + " has it");
        });

        baton.turnOff(Switch.type("baton.singleton"), BY);
        solo.failWith(new IllegalStateException("stream ended"));
        it().passTimeUntil(() -> solo.running() == 0 && it().state(job) == JobState.RETRYING);
        assertThat(baton.why(job)).extracting(Reason::cause).containsExactly(Cause.TYPE_OFF);

        baton.tasks().kill("bridge");
        baton.turnOn(Switch.type("baton.singleton"), BY);
        it().passTimeUntil(() -> baton.why(job).get(0).text().contains("this one does not stand by"));
        assertThat(baton.why(job)).extracting(Reason::cause).containsExactly(Cause.NO_OWNER);
    }

    @Test
    void a_process_that_only_enqueues_cannot_own_one_and_says_so() {
        Baton producer = it().start(setup -> setup.enqueues(NOTE));

        assertThatThrownBy(() -> producer.addSingleton("bridge", fence -> solo.on("here", fence)))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("NOT_A_NODE"));
    }

    @Test
    void it_can_be_added_at_run_time_and_stopped_for_good() throws Exception {
        Baton baton = it().handling((note, run, context) -> {});

        assertThat(baton.addSingleton("bridge", fence -> solo.on("here", fence)))
                .isTrue();
        assertThat(baton.addSingleton("bridge", fence -> solo.on("here", fence)))
                .isFalse();
        it().passTimeUntil(() -> solo.running() == 1);
        assertThat(baton.tasks().kill("bridge")).isTrue();
        it().passTimeUntil(() -> solo.running() == 0);

        it().passTimeUntil(() -> theJob().standing().state() == JobState.READY);
    }
}
