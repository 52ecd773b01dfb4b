package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.LIMITS;
import static dev.baton.testkit.store.StoreUnderTest.ROUTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobState;
import dev.baton.store.Claim;
import dev.baton.store.Lag;
import dev.baton.store.Route;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How far behind the jobs of a type are. */
abstract class LagContract {

    private static final Route MAIL = new Route("mail", "invoice.send", 1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    abstract StoreUnderTest it();

    private Lag lag(String type) {
        return it().store.lag(type, it().now().minus(MINUTE), 100);
    }

    private Instant afterAMinute() {
        it().clock.advance(MINUTE);
        return it().now();
    }

    @Test
    void the_oldest_pending_job_is_that_of_the_type_wherever_it_waits() {
        it().insert(it().job(MAIL, 0, it().now()));
        Instant added = afterAMinute();
        it().insert(it().job(ROUTE, 0, it().now().plusSeconds(600)));
        afterAMinute();
        it().add();

        assertThat(lag(ROUTE.type()).oldestPending()).contains(added);
        assertThat(lag("nothing.here")).isEqualTo(new Lag(Optional.empty(), 0));
    }

    @Test
    void one_that_waits_behind_another_of_its_lane_is_pending_and_one_that_runs_is_not() {
        it().addTo("alice");
        it().claimOne();
        assertThat(lag(ROUTE.type()).oldestPending()).isEmpty();

        Instant added = afterAMinute();
        it().addTo("alice");
        afterAMinute();
        it().add();

        assertThat(lag(ROUTE.type()).oldestPending()).contains(added);
    }

    @Test
    @Tag("R-003-58")
    void a_job_that_is_tried_again_later_is_as_old_as_it_was() {
        Instant added = it().now();
        it().arrange(JobState.RETRYING);
        afterAMinute();
        it().add();

        assertThat(lag(ROUTE.type()).oldestPending()).contains(added);
    }

    @Test
    void of_those_to_be_claimed_no_more_than_the_cap_are_looked_at() {
        it().insert(it().job(ROUTE, 0, it().now().plusSeconds(6_000)));
        Instant later = afterAMinute();
        it().add();

        assertThat(it().store.lag(ROUTE.type(), later, 1).oldestPending()).contains(later);
    }

    @Test
    @Tag("R-003-72")
    void what_began_before_a_time_and_runs_still_is_overdue() {
        it().insert(it().job(MAIL, 0, it().now()));
        it().claim(it().node(), 1, MAIL);
        it().add();
        it().claimOne();

        afterAMinute();
        assertThat(lag(ROUTE.type()).overdue()).as("just now").isZero();
        it().clock.advance(Duration.ofMillis(1));
        assertThat(lag(ROUTE.type()).overdue()).isEqualTo(1);
    }

    @Test
    void what_was_claimed_behind_another_has_begun_when_that_one_ended() {
        it().addTo("alice", 3);
        List<Claim> run = it().claim(LIMITS, 3);
        afterAMinute();
        afterAMinute();
        assertThat(run).hasSize(3);
        assertThat(lag(ROUTE.type()).overdue()).as("the first of them").isEqualTo(1);

        it().finish(run.get(0), StoreUnderTest.done());
        assertThat(lag(ROUTE.type()).overdue()).as("the second has just begun").isZero();

        afterAMinute();
        it().clock.advance(Duration.ofMillis(1));
        assertThat(lag(ROUTE.type()).overdue()).isEqualTo(1);
    }
}
