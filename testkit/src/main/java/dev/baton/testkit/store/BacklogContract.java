package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.LIMITS;
import static dev.baton.testkit.store.StoreUnderTest.ROUTE;
import static dev.baton.testkit.store.StoreUnderTest.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.store.Backlog;
import dev.baton.store.Backlog.Drain;
import dev.baton.store.Backlog.Part;
import dev.baton.store.Claim;
import dev.baton.store.Ending;
import dev.baton.store.KeyReusedException;
import dev.baton.store.NewJob;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Route;
import dev.baton.store.Terms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is still to be done, and that it has been done. */
abstract class BacklogContract {

    private static final Drain DRAIN = new Drain("receipts", Set.of(ROUTE.type()));
    private static final Terms WATCHED = LIMITS.watchedBy(Set.of(DRAIN.name()));
    private static final Route AFTER = new Route("default", "recalculate", 1);
    private static final Part RECEIPTS = new Part(Optional.of(ROUTE.type()), Optional.empty());

    abstract StoreUnderTest it();

    private Backlog backlog() {
        return it().store.backlog();
    }

    private NewJob hook() {
        return it().job(AFTER, 0, it().now());
    }

    private boolean end() {
        return backlog().end(DRAIN, hook(), it().now());
    }

    private Backlog.Look look() {
        return backlog().look(DRAIN, Optional.empty());
    }

    private Claim claimWatched() {
        return it().claimOne(WATCHED);
    }

    @Test
    @Tag("R-004-35")
    void what_follows_is_stored_when_all_that_was_claimed_is_done_and_not_before() {
        it().add();
        JobId last = it().add();
        List<Claim> claims = it().claim(WATCHED, 1);
        it().finish(claims.get(0), done());
        NewJob follows = hook();

        assertThat(look()).isEqualTo(new Backlog.Look(true, Optional.of(last)));
        assertThat(backlog().end(DRAIN, follows, it().now())).isFalse();
        assertThat(it().store.find(follows.id(), it().now())).isEmpty();

        it().finish(claims.get(1), done());
        assertThat(look().isDrained()).isTrue();
        assertThat(backlog().end(DRAIN, follows, it().now())).isTrue();
        assertThat(it().state(follows.id())).isEqualTo(JobState.READY);
    }

    @Test
    @Tag("R-004-37")
    void it_follows_once_and_again_when_more_was_claimed_and_done() {
        it().add();
        it().finish(claimWatched(), done());

        assertThat(end()).isTrue();
        assertThat(end()).as("nothing was done since").isFalse();
        assertThat(look()).isEqualTo(new Backlog.Look(false, Optional.empty()));

        it().add();
        assertThat(end()).as("it only waits").isFalse();
        it().finish(claimWatched(), done());
        assertThat(end()).isTrue();
        assertThat(end()).isFalse();
    }

    @Test
    void where_nobody_watches_nothing_is_noted_and_nothing_follows() {
        it().add();
        it().finish(it().claimOne(), done());

        assertThat(look().noted()).isFalse();
        assertThat(end()).isFalse();
    }

    @Test
    void drains_of_different_names_come_to_their_end_apart() {
        var other = new Drain("others", DRAIN.types());
        it().add();
        it().finish(it().claimOne(LIMITS.watchedBy(Set.of(DRAIN.name(), other.name()))), done());

        assertThat(end()).isTrue();
        assertThat(backlog().end(other, hook(), it().now())).isTrue();
        assertThat(backlog().end(other, hook(), it().now())).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = JobState.class,
            names = {"SCHEDULED", "READY", "WAITING", "RUNNING"})
    @Tag("R-004-38")
    void what_waits_or_runs_is_open_and_holds_it_back(JobState state) {
        it().add();
        it().finish(claimWatched(), done());
        it().arrange(state);

        assertThat(backlog().open(DRAIN.types())).isPresent();
        assertThat(look().isDrained()).isFalse();
        assertThat(end()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = JobState.class,
            names = {"RETRYING", "DEAD", "HELD", "DONE", "CANCELLED"})
    @Tag("R-004-36")
    void what_is_retrying_parked_or_over_does_not_hold_it_back(JobState state) {
        it().arrange(state);
        it().add();
        it().finish(claimWatched(), done());

        assertThat(backlog().open(DRAIN.types())).isEmpty();
        assertThat(end()).isTrue();
    }

    @Test
    void jobs_of_other_types_do_not_hold_it_back_and_versions_and_queues_do_not_matter() {
        it().add();
        it().finish(claimWatched(), done());
        it().insert(it().job(AFTER, 0, it().now()));
        assertThat(backlog().open(DRAIN.types())).isEmpty();

        JobId elsewhere = it().insert(it().job(new Route("slow", ROUTE.type(), 2), 7, it().now()))
                .id();

        assertThat(backlog().open(DRAIN.types())).contains(elsewhere);
        assertThat(end()).isFalse();
    }

    @Test
    void a_retry_that_runs_again_is_more_work_and_holds_it_back_while_it_runs() {
        it().add();
        it().finish(claimWatched(), it().retryIn(Duration.ofSeconds(5)));
        assertThat(end()).as("it is retrying").isTrue();
        it().advance(Duration.ofSeconds(5));
        Claim again = claimWatched();

        assertThat(end()).isFalse();
        it().finish(again, done());
        assertThat(end()).isTrue();
    }

    @Test
    void what_its_node_lost_or_gave_back_untouched_is_waited_for() {
        it().add();
        claimWatched();
        it().loseNode();
        assertThat(end()).as("recovered").isFalse();

        it().finish(claimWatched(), new Ending.Unstarted(it().now()));
        assertThat(end()).as("given back").isFalse();

        it().finish(claimWatched(), done());
        assertThat(end()).isTrue();
    }

    @Test
    void when_an_operator_has_ended_or_revived_the_last_one_that_counts_as_it_stands() {
        it().add();
        JobId waits = it().add();
        List<Claim> claims = it().claim(WATCHED, 1);
        it().finish(claims.get(0), new Ending.Dead("NEVER", "it will never work"));
        it().finish(claims.get(1), new Ending.Unstarted(it().now()));
        assertThat(end()).isFalse();

        it().command(waits, Act.CANCEL);
        assertThat(look().isDrained()).isTrue();
        it().command(claims.get(0).id(), Act.RETRY);
        assertThat(end()).as("the dead one is to run again").isFalse();
        it().finish(claimWatched(), done());
        assertThat(end()).isTrue();
    }

    @Test
    void one_that_was_seen_open_is_named_while_it_is_and_another_when_it_is_not() {
        it().add();
        it().finish(claimWatched(), done());
        JobId first = it().add();
        JobId second = it().add();

        assertThat(backlog().look(DRAIN, Optional.of(second)).open()).contains(second);
        it().command(second, Act.CANCEL);
        assertThat(backlog().look(DRAIN, Optional.of(second)).open()).contains(first);
        it().command(first, Act.CANCEL);
        assertThat(backlog().look(DRAIN, Optional.of(first)).isDrained()).isTrue();
    }

    @Test
    void however_often_something_is_claimed_it_follows_once() {
        for (int i = 0; i < 60; i++) {
            it().add();
            it().finish(claimWatched(), done());
        }
        JobId open = it().add();
        assertThat(look().open()).contains(open);
        assertThat(look().noted()).isTrue();
        it().command(open, Act.CANCEL);

        assertThat(end()).isTrue();
        assertThat(end()).isFalse();
    }

    @Test
    void a_job_that_is_refused_leaves_the_drain_as_it_was() {
        it().insert(it().keyed(KeyScope.FOREVER, "42", "{}"));
        it().finish(claimWatched(), done());

        assertThatThrownBy(() -> backlog().end(DRAIN, it().keyed(KeyScope.FOREVER, "42", "[]"), it().now()))
                .isInstanceOf(KeyReusedException.class);

        assertThat(look().isDrained()).isTrue();
        assertThat(end()).isTrue();
    }

    @Test
    void what_follows_may_have_a_key_and_is_added_as_any_other() {
        it().add();
        it().finish(claimWatched(), done());
        it().insert(it().keyed(KeyScope.ACTIVE, "all", "{}", AFTER, false));
        NewJob keyed = it().keyed(KeyScope.ACTIVE, "all", "{}", AFTER, false);

        assertThat(backlog().end(DRAIN, keyed, it().now())).isTrue();
        assertThat(it().store.find(keyed.id(), it().now()))
                .as("one that waits is enough")
                .isEmpty();
        assertThat(end()).isFalse();
    }

    @Test
    @Tag("R-004-37")
    void of_many_who_ask_at_once_one_adds_it() throws Exception {
        for (int round = 0; round < 10; round++) {
            it().add();
            it().finish(claimWatched(), done());
            List<Callable<Boolean>> ends = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                NewJob follows = hook();
                ends.add(() -> backlog().end(DRAIN, follows, it().now()));
            }

            assertThat(AtOnce.run(ends)).containsOnlyOnce(true);
        }
    }

    @Test
    void pending_jobs_of_a_type_or_a_queue_are_counted_up_to_a_cap() {
        it().arrange(JobState.WAITING);
        it().arrange(JobState.RETRYING);
        it().add();
        it().add();
        it().insert(it().job(new Route("slow", ROUTE.type(), 1), 0, it().now()));
        it().insert(it().job(AFTER, 0, it().now()));

        assertThat(pending(RECEIPTS, 100)).as("one runs").isEqualTo(5);
        assertThat(pending(new Part(Optional.empty(), Optional.of("default")), 100))
                .isEqualTo(5);
        assertThat(pending(new Part(Optional.empty(), Optional.of("slow")), 100))
                .isEqualTo(1);
        assertThat(pending(RECEIPTS, 3)).isEqualTo(3);
        assertThat(pending(RECEIPTS, 0)).isZero();
    }

    @Test
    void pending_jobs_are_counted_within_a_callers_transaction_which_goes_on() {
        it().add();
        CallerTransaction caller = it().begin();

        assertThat(backlog().pending(Optional.of(caller.handle()), RECEIPTS, 100))
                .isEqualTo(1);
        NewJob job = it().job();
        it().store.insert(caller.handle(), List.of(job), it().now());
        caller.commit();

        assertThat(it().state(job.id())).isEqualTo(JobState.READY);
        assertThat(pending(RECEIPTS, 100)).isEqualTo(2);
    }

    private long pending(Part part, long cap) {
        return backlog().pending(Optional.empty(), part, cap);
    }
}
