package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.BY;
import static dev.baton.testkit.engine.EngineUnderTest.LONG;
import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.baton.Baton;
import dev.baton.BatonBuilder;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobIds;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.observe.Event;
import dev.baton.schedule.Overlap;
import dev.baton.schedule.Schedule;
import dev.baton.store.ActionView;
import dev.baton.store.Inserted;
import dev.baton.store.NewJob;
import dev.baton.store.Payload;
import dev.baton.store.ScheduleDefinition;
import dev.baton.store.ScheduleStore;
import dev.baton.store.ScheduleView;
import dev.baton.store.Urgency;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Schedules that programs name, that are changed and removed, and what operators can do about them. */
abstract class ScheduleControlContract {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final List<String> ran = new CopyOnWriteArrayList<>();

    abstract EngineUnderTest it();

    private static Schedule minutely() {
        return Schedule.every("minutely", MINUTE, NOTE.job(new Note(""))).fireTimeIn("text");
    }

    private static Schedule daily(String text) {
        return Schedule.every("daily", Duration.ofDays(1), NOTE.job(new Note(text)));
    }

    /** A process, whose end leaves the store to the next one. */
    private Baton start(Schedule... schedules) {
        BatonBuilder setup = Baton.on(new FaultyStore(it().store()).store())
                .timeline(it().clock)
                .listener(it().events::accept)
                .handle(NOTE, this, (note, run, context) -> ran.add(note.text()));
        List.of(schedules).forEach(setup::schedule);
        Baton baton = setup.start();
        it().closeLater(baton);
        return baton;
    }

    /** A program that starts, and ends. */
    private void run(Schedule... schedules) throws InterruptedException {
        it().close(start(schedules));
    }

    private Instant now() {
        return it().clock.instant();
    }

    private ScheduleView stored(String name) {
        return it().store().schedules().find(List.of(name)).get(0);
    }

    private static void assertRefused(ThrowingCallable call, String code) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void one_that_is_changed_in_code_is_another_after_the_start_and_one_that_is_not_stays() throws Exception {
        run(daily(""));
        ScheduleView before = stored("daily");

        run(daily(""));
        assertThat(stored("daily")).isEqualTo(before);

        run(daily("").overlap(Overlap.QUEUE));
        assertThat(stored("daily").definition().rules().overlap()).isEqualTo("QUEUE");
        assertThat(stored("daily").nextAt()).isEqualTo(before.nextAt());
        assertThat(it().events.events(Event.ScheduleStored.class))
                .extracting(Event.ScheduleStored::change)
                .containsExactly("added", "changed");
    }

    @Test
    void one_that_is_no_longer_in_code_is_reported_and_fired_until_somebody_removes_it() throws Exception {
        run(minutely());
        Baton baton = start();
        baton.schedules().declare(daily("called"));

        it().events.await(new Event.ScheduleNotInCode("minutely", NOTE.name(), "every PT1M"));
        it().passTimeUntil(() -> !ran.isEmpty());
        assertThat(baton.schedules().remove("minutely", BY).code()).isEqualTo("APPLIED");
        it().close(baton);
        start();

        assertThat(it().events.events(Event.ScheduleNotInCode.class))
                .as("what was never in code is not missed there")
                .hasSize(1);
    }

    @Test
    void a_program_that_has_nothing_to_do_with_schedules_reports_none() throws Exception {
        run(daily(""));
        JobType<Note> other = JobType.of("other", Note.class);

        Baton baton = it().start(setup -> setup.handle(other, this, (note, run, context) -> {}));

        assertThat(baton.await(baton.enqueue(other, new Note("")), LONG)).isEqualTo(JobState.DONE);
        assertThat(it().events.events(Event.ScheduleNotInCode.class)).isEmpty();
    }

    @Test
    void operators_pause_resume_run_and_remove_one_and_see_what_it_does() throws Exception {
        Baton baton = start(minutely());
        assertThat(baton.schedules().pause("minutely", BY).code()).isEqualTo("APPLIED");
        assertThat(baton.schedules().find("minutely").orElseThrow().paused()).isTrue();
        it().clock.advance(Duration.ofMinutes(3).plusSeconds(10));

        Inserted now = baton.schedules().runNow("minutely", BY);
        // A node has not been heard of since that leap; it takes no job before its next beat.
        Polling.until(() -> {
            it().clock.advance(Duration.ofMillis(100));
            return it().state(now.id()) == JobState.DONE;
        });
        assertThat(ran).as("nothing but what somebody wanted").hasSize(1);

        baton.schedules().resume("minutely", BY);
        Instant next = Instant.parse("2026-01-01T00:04:00Z");
        assertThat(baton.schedules().fireTimes("minutely", 2)).containsExactly(next, next.plus(MINUTE));
        it().passTimeUntil(() -> ran.size() >= 2);
        assertThat(ran.get(1)).as("what fell into the pause is gone").isEqualTo(next.toString());

        baton.schedules().remove("minutely", BY);
        assertThat(baton.schedules().list(10)).isEmpty();
        assertThat(baton.schedules().pause("minutely", BY).code()).isEqualTo("NOT_FOUND");
        assertRefused(() -> baton.schedules().runNow("minutely", BY), "NOT_FOUND");
        assertRefused(() -> baton.schedules().fireTimes("minutely", 1), "NOT_FOUND");
        assertThat(baton.actions(10))
                .extracting(ActionView::act, action -> action.by().who())
                .containsExactly(
                        tuple("REMOVE_SCHEDULE", "alice"),
                        tuple("RESUME_SCHEDULE", "alice"),
                        tuple("RUN_SCHEDULE", "alice"),
                        tuple("PAUSE_SCHEDULE", "alice"));
    }

    @Test
    void a_time_that_has_come_does_not_come_again_when_the_timing_changes_after_the_clock_was_set_back() {
        Instant three = Instant.parse("2026-01-01T03:00:00Z");
        Baton baton = it().start(setup -> setup.enqueues(NOTE));
        baton.schedules().declare(Schedule.cron("nightly", "0 3 * * *", ZoneOffset.UTC, NOTE.job(new Note(""))));
        ScheduleView seen = stored("nightly");
        var move = new ScheduleStore.Move(Optional.of(three.plus(Duration.ofDays(1))), three);
        JobId job = new JobIds(it().clock, new Random(1)).next();
        var added = new NewJob(job, EngineUnderTest.ROUTE, Payload.of("{}", ""), new Urgency(0, three));
        it().store()
                .schedules()
                .fire(
                        List.of(new ScheduleStore.Firing(
                                "nightly", seen.revision(), move, List.of(added), false, Optional.empty())),
                        now());

        baton.schedules().declare(Schedule.cron("nightly", "0 3,4 * * *", ZoneOffset.UTC, NOTE.job(new Note(""))));

        assertThat(now()).isBefore(three);
        assertThat(baton.schedules().fireTimes("nightly", 1)).containsExactly(three.plus(Duration.ofHours(1)));
    }

    @Test
    void one_that_this_version_does_not_understand_is_told_of_and_the_others_are_fired() throws Exception {
        it().start(setup -> setup.enqueues(NOTE)).schedules().declare(minutely());
        ScheduleView good = stored("minutely");
        var strange = new ScheduleDefinition(
                "strange",
                new ScheduleDefinition.Rules("moon full", "once", "SKIP"),
                good.definition().job(),
                false);
        it().store().schedules().declare(List.of(new ScheduleStore.Declaration(strange, Optional.of(now()))), now());

        start();
        it().passTimeUntil(() -> ran.size() >= 2);

        Event.ScheduleFailed failed = it().events.await(Event.ScheduleFailed.class, any -> true);
        assertThat(failed.schedule()).isEqualTo("strange");
        assertThat(stored("strange").revision()).isEqualTo(1);
        assertThat(it().events.events(Event.ScheduleFailed.class)).hasSizeLessThan(10);
    }

    @Test
    void what_is_wrong_with_one_is_said_before_anything_is_stored_or_begun() {
        JobType<Note> unknown = JobType.of("unknown", Note.class);
        record Numeral(int number) {}
        JobType<Numeral> number = JobType.of("number", Numeral.class);
        Baton baton = it().start(setup -> setup.enqueues(NOTE, number));

        assertRefused(
                () -> baton.schedules().declare(Schedule.every("a", MINUTE, unknown.job(new Note("")))),
                "UNKNOWN_TYPE");
        assertRefused(
                () -> baton.schedules()
                        .declareAll(List.of(
                                minutely(),
                                Schedule.every("a", MINUTE, number.job(new Numeral(1)))
                                        .fireTimeIn("number"))),
                "UNDECODABLE");
        assertRefused(() -> baton.schedules().list(0), "BAD_QUERY");
        assertThat(baton.schedules().list(10)).isEmpty();
        assertThat(baton.schedules().find("minutely")).isEmpty();
    }
}
