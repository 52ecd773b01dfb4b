package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.BY;
import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.Clearance;
import dev.baton.job.CrashPolicy;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.store.Grounds;
import dev.baton.store.JobView.Hold;
import dev.baton.store.JobView.Standing;
import dev.baton.store.StoreUnavailableException;
import dev.baton.store.Switch;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an attempt hears that asks whether it may do what cannot be undone, and how much time it gives itself for it. */
abstract class ClearanceContract {

    private static final JobType<Note> SENT =
            NOTE.onCrash(CrashPolicy.RECONCILE).timeout(Duration.ofMinutes(5));
    private static final Duration HEARTBEAT = Duration.ofSeconds(3);

    abstract EngineUnderTest it();

    private final Gate gate = new Gate();
    private final CompletableFuture<Clearance> heard = new CompletableFuture<>();

    /** An engine whose handler asks once the gate is open, and leaves everything as it is. */
    private Baton asking() {
        return it().start(setup -> setup.heartbeat(HEARTBEAT, HEARTBEAT.multipliedBy(5))
                .decide(SENT, this, (note, run, me) -> {
                    me.gate.passDeaf();
                    me.heard.complete(run.clearance());
                    return Outcome.done();
                })
                .reconcile(SENT, this, (note, doubts, run, me) -> Optional.of(Outcome.done())));
    }

    private JobId entered(Baton baton) throws InterruptedException {
        JobId job = baton.enqueue(SENT.job(new Note("a")).lane("alice")).id();
        gate.awaitEntered(1);
        return job;
    }

    private Clearance answer() throws Exception {
        gate.open();
        return heard.get(20, TimeUnit.SECONDS);
    }

    @Test
    void an_attempt_whose_job_is_its_own_is_clear_to_go_ahead() throws Exception {
        entered(asking());

        assertThat(answer()).isEqualTo(Clearance.CLEAR);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAUSE default", "QUEUE default", "TYPE note.take", "LANE alice"})
    void what_is_switched_off_after_its_claim_is_not_clear(String what) throws Exception {
        Baton baton = asking();
        entered(baton);
        String[] words = what.split(" ", 2);

        baton.turnOff(new Switch(Switch.Kind.valueOf(words[0]), words[1]), BY);

        assertThat(answer()).isEqualTo(Clearance.OFF);
    }

    @Test
    void a_switch_for_others_is_in_nobodys_way() throws Exception {
        Baton baton = asking();
        entered(baton);

        baton.turnOff(Switch.lane("bob"), BY);

        assertThat(answer()).isEqualTo(Clearance.CLEAR);
    }

    @Test
    void who_has_lost_its_job_is_told_so() throws Exception {
        Baton baton = asking();
        JobId job = entered(baton);

        baton.kill(job, BY).orThrow();

        assertThat(answer()).isEqualTo(Clearance.LOST);
    }

    @Test
    void who_finds_its_job_under_another_fence_has_lost_it() throws Exception {
        var faulty = new FaultyStore(it().store());
        it().replaceStore(faulty.store());
        JobId job = entered(asking());

        faulty.instead(
                "grounds", answer -> underAnotherFence(job, it().find(job).standing()));

        assertThat(answer()).isEqualTo(Clearance.LOST);
    }

    private static Grounds underAnotherFence(JobId job, Standing standing) {
        Hold mine = standing.hold().orElseThrow();
        var other = new Hold(mine.owner(), mine.fence() + 1, mine.claimedAt(), false, Optional.empty());
        return new Grounds(Map.of(job, other), List.of());
    }

    @Test
    void a_job_that_somebody_wants_cancelled_is_not_clear() throws Exception {
        Baton baton = asking();
        JobId job = entered(baton);

        baton.cancel(job, BY).orThrow();

        assertThat(answer()).isEqualTo(Clearance.ENDING);
    }

    @Test
    void who_is_interrupted_while_the_store_is_asked_hears_that_it_is_to_end() throws Exception {
        var faulty = new FaultyStore(it().store());
        it().replaceStore(faulty.store());
        entered(asking());

        faulty.instead("grounds", answer -> {
            Thread.currentThread().interrupt();
            throw new StoreUnavailableException("STORE_UNAVAILABLE", "away", new InterruptedException());
        });

        assertThat(answer()).isEqualTo(Clearance.ENDING);
    }

    @Test
    void a_node_that_was_not_heard_of_for_two_heartbeats_does_nothing_that_cannot_be_undone() throws Exception {
        var faulty = new FaultyStore(it().store());
        it().replaceStore(faulty.store());
        entered(asking());
        for (int i = 0; i < 100; i++) {
            faulty.before(
                    "beat", new StoreUnavailableException("STORE_UNAVAILABLE", "away", new IllegalStateException()));
        }

        it().clock.advance(HEARTBEAT.multipliedBy(2));

        assertThat(answer()).isEqualTo(Clearance.SILENT);
    }

    @Test
    void an_attempt_can_give_itself_less_time_than_its_type_does() throws Exception {
        var deadline = new CompletableFuture<Duration>();
        Baton baton = it().start(setup -> setup.decide(SENT, this, (note, run, me) -> {
                    Instant longest = run.deadline();
                    run.limit(Duration.ofDays(1));
                    boolean isLater = run.deadline().isAfter(longest);
                    run.limit(Duration.ofSeconds(2));
                    run.limit(Duration.ofSeconds(isLater ? 1 : 20)); // the last one counts
                    deadline.complete(Duration.between(run.deadline(), longest));
                    me.gate.pass();
                    return Outcome.done();
                })
                .reconcile(
                        SENT,
                        this,
                        (note, doubts, run, me) ->
                                Optional.of(Outcome.fail(doubts.get(0).code()))));
        JobId job = baton.enqueue(SENT, new Note("a"));
        gate.awaitEntered(1);
        assertThat(deadline.get(20, TimeUnit.SECONDS))
                .isEqualTo(Duration.ofMinutes(5).minusSeconds(20));

        it().clock.advance(Duration.ofSeconds(19));
        assertThat(it().state(job)).isEqualTo(JobState.RUNNING);
        it().passTimeUntil(gate::wasInterrupted);
        it().passTimeUntil(() -> it().state(job) == JobState.DEAD);

        assertThat(it().find(job).last().orElseThrow().detail().code()).isEqualTo("TIMEOUT");
    }
}
