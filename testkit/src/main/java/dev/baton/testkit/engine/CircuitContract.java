package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.LONG;
import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Circuit;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.observe.Event;
import dev.baton.observe.Reason;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A type whose jobs fail for good pauses, and nobody else. */
abstract class CircuitContract {

    private static final JobType<Note> OTHER = JobType.of("other", Note.class);
    private static final Duration PAUSE = Duration.ofMinutes(5);
    private static final Duration ALERT_EVERY = Duration.ofHours(1);

    private final List<Event.JobEvent> alerts = new CopyOnWriteArrayList<>();

    abstract EngineUnderTest it();

    private Baton start(Consumer<Event.JobEvent> alert) {
        return it().start(setup -> setup.decide(NOTE, this, CircuitContract::decide)
                .decide(OTHER, this, CircuitContract::decide)
                .circuit(NOTE, Circuit.pausing(PAUSE).alerting(ALERT_EVERY, alert)));
    }

    private static Outcome decide(Note note, Object run, Object context) {
        return note.text().equals("bad") ? Outcome.fail("BAD") : Outcome.done();
    }

    private JobId fail(Baton baton) throws Exception {
        JobId bad = baton.enqueue(NOTE, new Note("bad"));
        it().passTimeUntil(() -> it().state(bad) == JobState.DEAD);
        return bad;
    }

    private void finishOther(Baton baton) throws InterruptedException {
        JobId other = baton.enqueue(OTHER, new Note("good"));
        assertThat(baton.await(other, LONG)).isEqualTo(JobState.DONE);
    }

    @Test
    @Tag("R-001-66")
    void after_a_job_failed_for_good_its_type_alone_pauses_and_then_goes_on() throws Exception {
        Baton baton = start(alerts::add);
        JobId bad = fail(baton);
        it().events.await(new Event.CircuitOpened(bad, NOTE.name(), "default", PAUSE));
        long opened = it().clock.nanos();

        finishOther(baton); // a claim that was under way when the circuit opened is over now
        JobId waits = baton.enqueue(NOTE, new Note("good"));
        finishOther(baton);
        assertThat(baton.why(waits)).extracting(Reason::cause).containsExactly(Reason.Cause.CIRCUIT_OPEN);
        it().passTimeUntil(() -> it().state(waits) == JobState.DONE);

        assertThat(Duration.ofNanos(it().clock.nanos() - opened)).isGreaterThan(PAUSE.minusSeconds(30));
        it().events.await(new Event.CircuitRecovered(NOTE.name()));
        assertThat(alerts).hasSize(1);
    }

    @Test
    @Tag("R-001-66")
    void one_that_fails_for_good_after_the_pause_has_it_pause_again_and_nobody_is_alerted_twice_within_the_hour()
            throws Exception {
        Baton baton = start(alerts::add);
        fail(baton);
        it().clock.advance(PAUSE);
        JobId again = fail(baton);
        it().events.await(new Event.CircuitRecoveryFailed(again, NOTE.name(), "default", PAUSE));
        assertThat(alerts).hasSize(1);

        it().clock.advance(ALERT_EVERY);
        JobId later = fail(baton);
        it().events
                .await(Event.CircuitRecoveryFailed.class, event -> event.jobId().equals(later));
        Polling.until(() -> alerts.size() == 2);
    }

    @Test
    @Tag("R-001-66")
    void an_alert_that_could_not_be_delivered_does_not_count() throws Exception {
        Baton baton = start(event -> {
            alerts.add(event);
            throw new IllegalStateException("nobody answers");
        });
        fail(baton);
        it().clock.advance(PAUSE);
        fail(baton);

        Polling.until(() -> alerts.size() == 2);
    }

    @Test
    @Tag("R-001-67")
    void a_type_without_a_circuit_goes_on_and_its_failures_are_kept_as_dead() throws Exception {
        Baton baton = start(alerts::add);

        JobId bad = baton.enqueue(OTHER, new Note("bad"));
        assertThat(baton.await(bad, LONG)).isEqualTo(JobState.DEAD);
        JobId good = baton.enqueue(OTHER, new Note("good"));

        assertThat(baton.await(good, LONG)).isEqualTo(JobState.DONE);
        it().await(Event.JobFailed.class, bad);
        assertThat(alerts).isEmpty();
        assertThat(it().events.events(Event.CircuitOpened.class)).isEmpty();
    }

    @Test
    @Tag("R-001-66")
    void intervals_of_zero_are_refused_and_so_is_a_type_that_is_not_handled() {
        assertThatThrownBy(() -> Baton.on(new FaultyStore(it().store()).store())
                        .handle(NOTE, this, (note, run, context) -> {})
                        .circuit(NOTE, Circuit.pausing(Duration.ZERO).alerting(Duration.ZERO, alerts::add))
                        .circuit(OTHER, Circuit.pausing(PAUSE))
                        .start())
                .hasMessageContaining("the pause of the circuit of type note.take")
                .hasMessageContaining("the time between alerts of the circuit of type note.take")
                .hasMessageContaining("the circuit of type other, which is not handled here");
    }
}
