package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.BY;
import static dev.baton.testkit.store.StoreUnderTest.ROUTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.store.ActionView;
import dev.baton.store.CommandResult;
import dev.baton.store.Inserted;
import dev.baton.store.KeyReusedException;
import dev.baton.store.NewJob;
import dev.baton.store.OperatorCommand.OnSchedule;
import dev.baton.store.OperatorCommand.ScheduleAct;
import dev.baton.store.Payload;
import dev.baton.store.ScheduleDefinition;
import dev.baton.store.ScheduleStore;
import dev.baton.store.ScheduleStore.Declaration;
import dev.baton.store.ScheduleStore.Declared;
import dev.baton.store.ScheduleStore.Fired;
import dev.baton.store.ScheduleStore.Firing;
import dev.baton.store.ScheduleStore.Move;
import dev.baton.store.ScheduleView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Schedules: what is stored of them, and that each time comes to its jobs once or not at all. */
abstract class ScheduleContract {

    private static final String HOURLY = "every PT1H";

    abstract StoreUnderTest it();

    private ScheduleStore schedules() {
        return it().store.schedules();
    }

    private static ScheduleDefinition definition(String name, String timing, String json) {
        return new ScheduleDefinition(
                name,
                new ScheduleDefinition.Rules(timing, "all PT4H", "QUEUE"),
                new ScheduleDefinition.Template(
                        ROUTE, Payload.of(json, "a label"), -3, Optional.of("a lane"), true, Optional.of("at")),
                true);
    }

    private Declared declare(ScheduleDefinition definition, Instant nextAt) {
        return schedules()
                .declare(List.of(new Declaration(definition, Optional.of(nextAt))), it().now())
                .get(0);
    }

    /** A schedule that is due now. */
    private ScheduleView due(String name) {
        declare(definition(name, HOURLY, "{}"), it().now());
        return find(name);
    }

    private ScheduleView find(String name) {
        return schedules().find(List.of(name)).get(0);
    }

    private Firing firing(ScheduleView seen, NewJob... jobs) {
        Instant fired = seen.nextAt().orElse(it().now());
        return new Firing(
                seen.name(),
                seen.revision(),
                new Move(Optional.of(fired.plusSeconds(3600)), fired),
                List.of(jobs),
                false,
                Optional.empty());
    }

    private static Firing replacing(Firing firing) {
        return new Firing(firing.name(), firing.revision(), firing.move(), firing.jobs(), true, Optional.empty());
    }

    private Fired fire(Firing firing) {
        return schedules().fire(List.of(firing), it().now()).get(0);
    }

    private CommandResult command(String name, ScheduleAct act, Optional<Instant> nextAt) {
        return it().command(new OnSchedule(name, act, nextAt, BY));
    }

    private List<String> dueNow(int limit, String... except) {
        return schedules().due(it().now(), limit, Set.of(except)).schedules().stream()
                .map(ScheduleView::name)
                .toList();
    }

    private boolean isStored(NewJob job) {
        return it().store.find(job.id(), it().now()).isPresent();
    }

    @Test
    void a_schedule_is_stored_as_it_was_declared_and_has_done_nothing_yet() {
        ScheduleDefinition definition = definition("nightly", "cron Europe/Berlin 0 3 * * *", "{\"a\": \"Ω\"}");
        Instant next = it().now().plusSeconds(60);

        assertThat(declare(definition, next)).isEqualTo(Declared.ADDED);

        var stored = new ScheduleView(definition, 1, false, Optional.of(next), ScheduleView.Last.NONE);
        assertThat(schedules().find(List.of("nightly", "unknown"))).containsExactly(stored);
        assertThat(schedules().list(Optional.empty(), 10)).containsExactly(stored);
        assertThat(schedules().inCode(Optional.empty(), 10)).containsExactly(stored);
    }

    @Test
    void one_that_is_declared_as_it_is_stored_stays_as_it_stands() {
        ScheduleDefinition definition = definition("nightly", HOURLY, "{}");
        declare(definition, it().now());
        ScheduleView before = find("nightly");

        assertThat(declare(definition, it().now().plusSeconds(5))).isEqualTo(Declared.SAME);

        assertThat(find("nightly")).isEqualTo(before);
    }

    @Test
    void one_that_is_another_now_keeps_its_next_time_if_its_timing_is_the_same_and_stays_paused() {
        Instant next = it().now().plusSeconds(60);
        declare(definition("nightly", HOURLY, "{}"), next);
        command("nightly", ScheduleAct.PAUSE, Optional.empty());

        ScheduleDefinition other = definition("nightly", HOURLY, "{\"other\": 1}");
        assertThat(declare(other, next.plusSeconds(1))).isEqualTo(Declared.CHANGED);
        assertThat(find("nightly"))
                .isEqualTo(new ScheduleView(other, 3, true, Optional.of(next), ScheduleView.Last.NONE));

        assertThat(declare(definition("nightly", "every PT2H", "{}"), next.plusSeconds(1)))
                .isEqualTo(Declared.CHANGED);
        assertThat(find("nightly").nextAt()).contains(next.plusSeconds(1));
    }

    @Test
    void what_is_due_longest_comes_first_and_nothing_that_is_paused_or_left_out() {
        Instant now = it().now();
        declare(definition("b", HOURLY, "{}"), now.minusSeconds(1));
        declare(definition("a", HOURLY, "{}"), now.minusSeconds(1));
        declare(definition("oldest", HOURLY, "{}"), now.minusSeconds(9));
        declare(definition("now", HOURLY, "{}"), now);
        declare(definition("later", HOURLY, "{}"), now.plusMillis(1));
        declare(definition("paused", HOURLY, "{}"), now.minusSeconds(99));
        command("paused", ScheduleAct.PAUSE, Optional.empty());

        assertThat(dueNow(10)).containsExactly("oldest", "a", "b", "now");
        assertThat(dueNow(2)).containsExactly("oldest", "a");
        assertThat(dueNow(10, "a", "oldest")).containsExactly("b", "now");
        assertThat(schedules().due(now, 1, Set.of()).earliest()).contains(now.minusSeconds(9));
    }

    @Test
    void when_nothing_is_due_it_is_known_when_the_first_will_be() {
        assertThat(schedules().due(it().now(), 10, Set.of()))
                .isEqualTo(new ScheduleStore.Due(List.of(), Optional.empty()));
        declare(definition("later", HOURLY, "{}"), it().now().plusSeconds(9));
        declare(definition("sooner", HOURLY, "{}"), it().now().plusSeconds(5));

        assertThat(schedules().due(it().now(), 10, Set.of()))
                .isEqualTo(
                        new ScheduleStore.Due(List.of(), Optional.of(it().now().plusSeconds(5))));
    }

    @Test
    void firing_adds_its_jobs_and_moves_it_on_and_remembers_which() {
        ScheduleView seen = due("nightly");
        NewJob first = it().job();
        NewJob second = it().job();

        Fired fired = fire(firing(seen, first, second));

        assertThat(fired.fired()).isTrue();
        assertThat(fired.jobs()).extracting(Inserted::id).containsExactly(first.id(), second.id());
        assertThat(it().claimable()).containsExactlyInAnyOrder(first.id(), second.id());
        ScheduleView after = find("nightly");
        assertThat(after.revision()).isEqualTo(seen.revision() + 1);
        assertThat(after.nextAt()).contains(it().now().plusSeconds(3600));
        assertThat(after.last()).isEqualTo(new ScheduleView.Last(Optional.of(it().now()), Optional.of(second.id())));
        assertThat(dueNow(10)).isEmpty();
    }

    @Test
    void who_has_seen_it_as_it_was_before_fires_nothing_and_so_does_who_does_it_again() {
        ScheduleView seen = due("nightly");
        NewJob first = it().job();
        Firing firing = firing(seen, first);
        fire(firing);
        ScheduleView after = find("nightly");
        NewJob late = it().job();

        assertThat(fire(firing(seen, late))).isEqualTo(Fired.not("nightly"));
        assertThat(fire(firing)).isEqualTo(Fired.not("nightly"));

        assertThat(isStored(late)).isFalse();
        assertThat(find("nightly")).isEqualTo(after);
        assertThat(fire(firing(new ScheduleView(seen.definition(), 9, false, seen.nextAt(), seen.last()), late))
                        .fired())
                .isFalse();
    }

    @Test
    void of_several_that_are_fired_together_those_that_others_have_changed_are_left_out() {
        ScheduleView changed = due("changed");
        ScheduleView same = due("same");
        command("changed", ScheduleAct.PAUSE, Optional.empty());
        NewJob ofChanged = it().job();
        NewJob ofSame = it().job();

        List<Fired> fired = schedules()
                .fire(List.of(firing(changed, ofChanged), firing(same, ofSame), firing(same, it().job())), it().now());

        assertThat(fired).extracting(Fired::fired).containsExactly(false, true, false);
        assertThat(isStored(ofChanged)).isFalse();
        assertThat(isStored(ofSame)).isTrue();
        assertThat(it().claimable()).containsExactly(ofSame.id());
    }

    @Test
    void a_job_that_is_refused_takes_all_of_it_back() {
        it().insert(it().keyed(KeyScope.FOREVER, "42", "{}"));
        ScheduleView seen = due("nightly");
        ScheduleView other = due("other");
        NewJob good = it().job();

        assertThatThrownBy(() -> schedules()
                        .fire(
                                List.of(firing(other, good), firing(seen, it().keyed(KeyScope.FOREVER, "42", "[]"))),
                                it().now()))
                .isInstanceOf(KeyReusedException.class);

        assertThat(find("nightly")).isEqualTo(seen);
        assertThat(find("other")).isEqualTo(other);
        assertThat(isStored(good)).isFalse();
    }

    @Test
    void a_time_that_is_passed_over_moves_it_on_and_leaves_its_last_job() {
        NewJob job = it().job();
        fire(firing(due("nightly"), job));
        ScheduleView seen = find("nightly");

        assertThat(fire(firing(seen)).jobs()).isEmpty();

        assertThat(find("nightly").last()).isEqualTo(seen.last());
        assertThat(find("nightly").nextAt()).contains(it().now().plusSeconds(7200));
    }

    @Test
    void a_job_whose_key_is_taken_is_not_added_and_is_not_its_last_one() {
        NewJob first = it().keyed(KeyScope.ACTIVE, "schedule/nightly", "{}");
        fire(firing(due("nightly"), first));

        Fired second = fire(firing(find("nightly"), it().keyed(KeyScope.ACTIVE, "schedule/nightly", "{}")));

        assertThat(second.jobs()).extracting(Inserted::answer).containsExactly(Inserted.Answer.EXISTING);
        assertThat(find("nightly").last().job()).contains(first.id());
    }

    @Test
    void one_that_replaces_cancels_its_last_job_where_it_waits_and_asks_it_to_end_where_it_runs() {
        NewJob first = it().job();
        NewJob second = it().job();
        NewJob third = it().job();
        NewJob fourth = it().job();
        fire(replacing(firing(due("nightly"), first)));

        fire(replacing(firing(find("nightly"), second)));
        assertThat(it().state(first.id())).isEqualTo(JobState.CANCELLED);

        it().claimOne();
        fire(replacing(firing(find("nightly"), third)));
        assertThat(it().state(second.id())).isEqualTo(JobState.RUNNING);
        assertThat(it().store.heldBy(it().node()))
                .singleElement()
                .satisfies(held -> assertThat(held.cancelWanted()).isTrue());

        assertThat(it().doNext()).isEqualTo(third.id());
        fire(replacing(firing(find("nightly"), fourth)));
        assertThat(it().state(third.id())).as("what is over stays as it ended").isEqualTo(JobState.DONE);
        assertThat(it().store.actions(10))
                .extracting(
                        ActionView::act,
                        ActionView::target,
                        action -> action.by().who())
                .containsExactly(
                        tuple("CANCEL", second.id().toString(), "schedule nightly"),
                        tuple("CANCEL", first.id().toString(), "schedule nightly"));
    }

    @Test
    void one_that_somebody_has_fired_is_on_record_with_the_job_and_who_it_was() {
        ScheduleView seen = due("nightly");
        NewJob job = it().job();
        var now = new Firing(
                "nightly", seen.revision(), new Move(seen.nextAt(), it().now()), List.of(job), false, Optional.of(BY));

        assertThat(fire(now).fired()).isTrue();

        assertThat(find("nightly").nextAt()).isEqualTo(seen.nextAt());
        assertThat(it().store.actions(10))
                .containsExactly(new ActionView(
                        "RUN_SCHEDULE", "schedule nightly", BY, "", job.id().toString(), it().now()));
    }

    @Test
    void operators_pause_resume_and_remove_it_and_that_is_on_record() {
        ScheduleView seen = due("nightly");
        Instant next = it().now().plusSeconds(60);

        assertThat(command("nightly", ScheduleAct.PAUSE, Optional.empty()))
                .isEqualTo(new CommandResult.Applied("active", "paused"));
        assertThat(dueNow(10)).isEmpty();
        assertThat(fire(firing(seen, it().job())).fired())
                .as("it was seen before it was paused")
                .isFalse();
        assertThat(command("nightly", ScheduleAct.RESUME, Optional.of(next)))
                .isEqualTo(new CommandResult.Applied("paused", "active"));
        assertThat(find("nightly").nextAt()).contains(next);
        command("nightly", ScheduleAct.RESUME, Optional.of(next.minusSeconds(1)));
        assertThat(find("nightly").nextAt()).as("it never goes back").contains(next);
        assertThat(command("nightly", ScheduleAct.REMOVE, Optional.empty()))
                .isEqualTo(new CommandResult.Applied("active", "removed"));
        assertThat(schedules().list(Optional.empty(), 10)).isEmpty();

        assertThat(command("nightly", ScheduleAct.PAUSE, Optional.empty())).isEqualTo(new CommandResult.NotFound());
        assertThat(it().store.actions(10))
                .extracting(ActionView::act)
                .containsExactly("REMOVE_SCHEDULE", "RESUME_SCHEDULE", "RESUME_SCHEDULE", "PAUSE_SCHEDULE");
        assertThat(it().store.actions(1)).extracting(ActionView::target).containsExactly("schedule nightly");
    }

    @Test
    void schedules_are_listed_by_name_page_by_page_and_those_in_code_apart() {
        List<String> names = IntStream.range(0, 7).mapToObj(i -> "s-" + i).toList();
        names.forEach(name -> declare(definition(name, HOURLY, "{}"), it().now()));
        ScheduleDefinition called = definition("s-3", HOURLY, "{}");
        declare(new ScheduleDefinition("s-3", called.rules(), called.job(), false), it().now());

        assertThat(schedules().list(Optional.of("s-2"), 3))
                .extracting(ScheduleView::name)
                .containsExactly("s-3", "s-4", "s-5");
        assertThat(schedules().inCode(Optional.of("s-1"), 3))
                .extracting(ScheduleView::name)
                .containsExactly("s-2", "s-4", "s-5");
    }
}
