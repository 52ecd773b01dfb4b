package dev.baton.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.observe.Event;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a dead process was sending is taken back, in a time that is known. */
abstract class PaymentRepairContract {

    private static final Duration STEP = Duration.ofMillis(500);
    /** The engine has at least so many loops. */
    private static final int STAGES = 8;

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    abstract OutboxUnderTest it();

    /** Time passes, and whoever has something to do at a moment has done it before the next. */
    private void pass(Duration time, int loops) throws InterruptedException {
        for (Duration passed = Duration.ZERO; passed.compareTo(time) < 0; passed = passed.plus(STEP)) {
            it().clock.awaitAlarms(loops, PATIENCE);
            it().clock.advance(STEP);
        }
        it().clock.awaitAlarms(loops, PATIENCE);
    }

    /** How many wait for their time when nobody has anything to do. */
    private int loops() throws InterruptedException {
        it().clock.awaitAlarms(STAGES, PATIENCE);
        return it().alarmsAtRest();
    }

    private boolean isTakenBack(JobId payment) {
        return it().events.events(Event.JobRecovered.class).stream()
                .anyMatch(event -> event.jobId().equals(payment));
    }

    /** The clock stands still meanwhile. */
    private void awaitTakenBack(JobId payment) throws InterruptedException {
        it().events.await(Event.JobRecovered.class, event -> event.jobId().equals(payment));
    }

    @Test
    @Tag("R-003-63")
    @Tag("R-003-71")
    void what_a_dead_process_was_sending_is_no_longer_being_sent_within_20_s() throws Exception {
        JobId payment = it().lostInSilence("sepa");
        it().start();

        pass(Duration.ofSeconds(20), loops());

        awaitTakenBack(payment);
    }

    @Test
    @Tag("R-003-67")
    void the_patient_repair_takes_it_back_after_two_minutes_and_within_three() throws Exception {
        JobId payment = it().lostInSilence("sepa");
        it().start(rails -> rails.repair(Repair.PATIENT));
        int loops = loops();
        boolean atStart = isTakenBack(payment); // where there is one process at a time

        pass(Duration.ofSeconds(119), loops);
        assertThat(isTakenBack(payment)).isEqualTo(atStart);
        pass(Duration.ofSeconds(61), loops);

        awaitTakenBack(payment);
    }
}
