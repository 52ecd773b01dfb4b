package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.ROUTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.store.Claim;
import dev.baton.store.Ending;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Route;
import dev.baton.store.RouteCount;
import dev.baton.store.Switch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Asking. */
abstract class ReadContract {

    private static final Route MAIL = new Route("mail", "invoice.send", 1);

    abstract StoreUnderTest it();

    private List<JobId> list(JobFilter filter) {
        return it().store.list(filter, Optional.empty(), 100, it().now()).stream()
                .map(JobView::id)
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    @Tag("R-003-26")
    void a_job_is_found_and_listed_in_whatever_state_it_is(JobState state) {
        JobId job = it().arrange(state);

        assertThat(it().state(job)).isEqualTo(state);
        assertThat(list(JobFilter.ALL.state(state))).contains(job);
        assertThat(it().store.standings(List.of(job), it().now()).get(job))
                .isEqualTo(it().find(job).standing());
        for (JobState other : JobState.values()) {
            if (other != state) {
                assertThat(list(JobFilter.ALL.state(other))).doesNotContain(job);
            }
        }
    }

    @Test
    void what_handlers_answer_is_found_with_a_job_and_left_out_of_lists() {
        it().add();
        Claim claim = it().claimOne();
        it().finish(claim, new Ending.Done(Optional.of("{\"long\":true}")));

        JobView found = it().find(claim.id());
        JobView listed =
                it().store.list(JobFilter.ALL, Optional.empty(), 10, it().now()).get(0);

        assertThat(found.last().orElseThrow().detail().result()).hasValue("{\"long\":true}");
        assertThat(listed.last()).hasValue(found.last().orElseThrow().brief());
        assertThat(listed.last().orElseThrow().detail().result()).isEmpty();
    }

    @Test
    void jobs_are_listed_the_newest_first_by_type_and_by_queue() {
        JobId receipt = it().add();
        JobId invoice = it().insert(it().job(MAIL, 0, it().now())).id();
        JobId second = it().add();

        assertThat(list(JobFilter.ALL)).containsExactly(second, invoice, receipt);
        assertThat(list(JobFilter.ALL.queue("mail"))).containsExactly(invoice);
        assertThat(list(JobFilter.ALL.type("receipt.send"))).containsExactly(second, receipt);
        assertThat(list(JobFilter.ALL.type("' OR 1=1 --"))).isEmpty();
    }

    @Test
    void jobs_are_listed_by_lane_and_by_the_code_of_their_last_attempt() {
        List<JobId> alices = it().addTo("alice", 2);
        it().addTo("bob");
        it().turnOff(Switch.lane("bob"));
        it().finish(it().claimOne(), new Ending.Dead("NEVER", ""));
        JobId dead = it().arrange(JobState.DEAD);
        JobId retried = it().arrange(JobState.DEAD);
        it().command(retried, Act.RETRY);

        assertThat(list(JobFilter.ALL.lane("alice"))).containsExactly(alices.get(1), alices.get(0));
        assertThat(list(JobFilter.ALL.lane("Alice"))).isEmpty();
        assertThat(list(JobFilter.ALL.code("NEVER"))).containsExactly(dead, alices.get(0));
        assertThat(list(JobFilter.ALL.code("RETRY"))).containsExactly(retried);
        assertThat(list(JobFilter.ALL.lane("alice").code("NEVER").state(JobState.DEAD)))
                .containsExactly(alices.get(0));
        assertThat(list(JobFilter.ALL.lane("alice").code("NEVER").type("invoice.send")))
                .isEmpty();
    }

    @Test
    void of_a_lane_one_is_counted_as_ready_and_the_others_as_waiting() {
        it().addTo("alice", 3);

        assertThat(it().store.counts(100, it().now()))
                .containsExactlyInAnyOrder(
                        new RouteCount(ROUTE, JobState.READY, 1, false),
                        new RouteCount(ROUTE, JobState.WAITING, 2, false));
        assertThat(it().store.counts(1, it().now()))
                .as("what can be claimed is looked at first")
                .containsExactly(new RouteCount(ROUTE, JobState.READY, 1, true));
    }

    @Test
    void pages_follow_one_another_without_gaps_or_repeats() {
        List<JobId> added = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            added.add(it().add());
        }
        Collections.reverse(added);

        List<JobId> paged = new ArrayList<>();
        Optional<JobId> after = Optional.empty();
        List<JobView> page = it().store.list(JobFilter.ALL, after, 3, it().now());
        while (!page.isEmpty()) {
            page.forEach(view -> paged.add(view.id()));
            after = Optional.of(page.get(page.size() - 1).id());
            page = it().store.list(JobFilter.ALL, after, 3, it().now());
        }

        assertThat(paged).isEqualTo(added);
    }

    @Test
    void what_stands_somewhere_is_counted_by_route_and_state_up_to_a_cap() {
        for (int i = 0; i < 5; i++) {
            it().add();
        }
        it().insert(it().job(MAIL, 0, it().now().plusSeconds(60)));
        it().claim(it().node(), 2);

        assertThat(it().store.counts(100, it().now()))
                .containsExactlyInAnyOrder(
                        new RouteCount(ROUTE, JobState.READY, 3, false),
                        new RouteCount(ROUTE, JobState.RUNNING, 2, false),
                        new RouteCount(MAIL, JobState.SCHEDULED, 1, false));
        assertThat(it().store.counts(2, it().now()))
                .contains(
                        new RouteCount(ROUTE, JobState.READY, 2, true),
                        new RouteCount(ROUTE, JobState.RUNNING, 2, false));
    }

    @Test
    void of_a_routes_pending_jobs_no_more_than_the_cap_are_looked_at_the_next_to_be_claimed_first() {
        it().arrange(JobState.RETRYING);
        it().insert(it().job(ROUTE, -1, it().now()));
        it().insert(it().job(ROUTE, 0, it().now().plusSeconds(60)));
        it().insert(it().job(ROUTE, 0, it().now()));
        it().insert(it().keyed(KeyScope.ACTIVE, "wallet", "{}", MAIL, false));
        it().claim(it().node(), 1, MAIL);
        it().insert(it().keyed(KeyScope.ACTIVE, "wallet", "{}", MAIL, true));
        it().insert(it().job(MAIL, 0, it().now().plusSeconds(60)));
        var mailRuns = new RouteCount(MAIL, JobState.RUNNING, 1, false);

        assertThat(it().store.counts(1, it().now()))
                .containsExactlyInAnyOrder(
                        new RouteCount(ROUTE, JobState.READY, 1, true),
                        new RouteCount(MAIL, JobState.SCHEDULED, 1, true),
                        mailRuns);
        assertThat(it().store.counts(3, it().now()))
                .containsExactlyInAnyOrder(
                        new RouteCount(ROUTE, JobState.READY, 1, true),
                        new RouteCount(ROUTE, JobState.SCHEDULED, 1, true),
                        new RouteCount(ROUTE, JobState.RETRYING, 1, true),
                        new RouteCount(MAIL, JobState.SCHEDULED, 1, false),
                        new RouteCount(MAIL, JobState.WAITING, 1, false),
                        mailRuns);
        assertThat(it().store.counts(4, it().now()))
                .contains(
                        new RouteCount(ROUTE, JobState.READY, 2, false),
                        new RouteCount(ROUTE, JobState.RETRYING, 1, false));
    }

    @Test
    void of_a_routes_parked_jobs_no_more_than_the_cap_are_looked_at_the_held_ones_first() {
        it().arrange(JobState.DEAD);
        it().arrange(JobState.DEAD);
        it().arrange(JobState.HELD);

        assertThat(it().store.counts(1, it().now())).containsExactly(new RouteCount(ROUTE, JobState.HELD, 1, true));
        assertThat(it().store.counts(2, it().now()))
                .containsExactlyInAnyOrder(
                        new RouteCount(ROUTE, JobState.HELD, 1, true), new RouteCount(ROUTE, JobState.DEAD, 1, true));
        assertThat(it().store.counts(3, it().now()))
                .containsExactlyInAnyOrder(
                        new RouteCount(ROUTE, JobState.HELD, 1, false), new RouteCount(ROUTE, JobState.DEAD, 2, false));
    }

    @Test
    void a_cap_of_nothing_looks_at_nothing_and_the_largest_one_at_everything() {
        it().add();

        assertThat(it().store.counts(0, it().now())).isEmpty();
        assertThat(it().store.counts(-1, it().now())).isEmpty();
        assertThat(it().store.counts(Long.MAX_VALUE, it().now()))
                .containsExactly(new RouteCount(ROUTE, JobState.READY, 1, false));
    }

    @Test
    void what_has_ended_is_not_counted() {
        it().arrange(JobState.DONE);
        it().arrange(JobState.CANCELLED);

        assertThat(it().store.counts(100, it().now())).isEmpty();
    }

    @Test
    @Tag("R-003-26")
    void what_nobody_knows_is_empty_and_no_error() {
        JobId unknown = it().job().id();

        assertThat(it().store.find(unknown, it().now())).isEmpty();
        assertThat(it().store.payload(unknown)).isEmpty();
        assertThat(it().store.attempts(unknown)).isEmpty();
        assertThat(it().store.standings(List.of(unknown), it().now())).isEmpty();
    }

    @Test
    void who_wants_a_hint_of_new_work_gets_one_until_it_no_longer_wants_it() throws Exception {
        var hints = new AtomicInteger();
        AutoCloseable subscription = it().store.onWork(hints::incrementAndGet);
        it().add();
        assertThat(hints).hasPositiveValue();

        subscription.close();
        int before = hints.get();
        it().add();
        assertThat(hints).hasValue(before);
    }
}
