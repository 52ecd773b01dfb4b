package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.BatonBuilder;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.observe.Event;
import dev.baton.schedule.CatchUp;
import dev.baton.schedule.Overlap;
import dev.baton.schedule.Schedule;
import dev.baton.store.JobStore;
import dev.baton.store.OutcomeUnknownException;
import dev.baton.store.ScheduleStore;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What schedules come to: at which times, and how often. */
abstract class ScheduleContract {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration MOMENT = Duration.ofMillis(10);

    private final List<String> ran = new CopyOnWriteArrayList<>();

    abstract EngineUnderTest it();

    /** One whose jobs say for which time they are. */
    private static Schedule minutely() {
        return Schedule.every("minutely", MINUTE, NOTE.job(new Note(""))).fireTimeIn("text");
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

    /** An engine whose handlers stay at a gate. */
    private void start(Gate gate, Schedule schedule) {
        it().start(setup -> setup.handle(NOTE, gate, (note, run, context) -> {
                    context.pass();
                    ran.add(note.text());
                })
                .schedule(schedule));
    }

    /** A process stores schedules that is no node. */
    private void declare(Schedule... schedules) {
        it().start(setup -> setup.enqueues(NOTE)).schedules().declareAll(List.of(schedules));
    }

    private Instant now() {
        return it().clock.instant();
    }

    /** While time goes on so slowly that no time of a schedule is missed by a machine that is busy. */
    private void soon(BooleanSupplier condition) throws InterruptedException {
        Polling.until(() -> {
            it().clock.advance(MOMENT);
            return condition.getAsBoolean();
        });
    }

    private List<Event.ScheduleFired> fired() {
        return it().events.events(Event.ScheduleFired.class);
    }

    private List<Event.ScheduleSkipped> skipped() {
        return it().events.events(Event.ScheduleSkipped.class);
    }

    private static String[] texts(Instant first, Duration apart, int howMany) {
        return IntStream.range(0, howMany)
                .mapToObj(i -> first.plus(apart.multipliedBy(i)).toString())
                .toArray(String[]::new);
    }

    @Test
    void an_interval_fires_at_equal_distances_and_each_job_knows_its_time() throws Exception {
        Instant first = now().plus(MINUTE);
        Baton baton = start(minutely().catchUp(CatchUp.all(Duration.ofHours(1))).overlap(Overlap.QUEUE));

        it().passTimeUntil(() -> ran.size() >= 3);

        assertThat(ran).startsWith(texts(first, MINUTE, 3));
        Event.ScheduleFired told = it().events
                .await(Event.ScheduleFired.class, event -> event.fireTime().equals(first));
        assertThat(told.schedule()).isEqualTo("minutely");
        assertThat(baton.find(told.jobId()).orElseThrow().standing().state()).isEqualTo(JobState.DONE);
        assertThat(baton.schedules().find("minutely").orElseThrow().last().job())
                .isPresent();
    }

    @Test
    void a_cron_expression_fires_in_its_zone() throws Exception {
        Instant threeInBerlin = Instant.parse("2026-01-01T02:00:00Z");
        Baton baton = start(Schedule.cron("nightly", "0 3 * * *", "Europe/Berlin", NOTE.job(new Note("")))
                .fireTimeIn("text"));
        assertThat(baton.schedules().fireTimes("nightly", 2))
                .containsExactly(threeInBerlin, threeInBerlin.plus(Duration.ofDays(1)));

        it().clock.advance(Duration.between(now(), threeInBerlin));
        soon(() -> ran.size() == 1);

        assertThat(ran).containsExactly(threeInBerlin.toString());
    }

    @Test
    void nothing_is_fired_before_its_time() throws Exception {
        start(minutely());
        it().clock.advance(MINUTE.minusSeconds(2));
        Instant before = now();

        soon(() -> now().isAfter(before.plusSeconds(1)));

        assertThat(fired()).isEmpty();
        soon(() -> ran.size() == 1);
    }

    @Test
    void what_was_missed_is_made_up_for_once_by_the_last_of_its_times() throws Exception {
        declare(minutely());
        Instant first = now().plus(MINUTE);
        it().clock.advance(Duration.ofMinutes(10).plusSeconds(30));

        start();
        soon(() -> !ran.isEmpty());
        Polling.until(() -> !skipped().isEmpty());

        assertThat(ran).containsExactly(first.plus(Duration.ofMinutes(9)).toString());
        assertThat(skipped())
                .containsExactly(
                        new Event.ScheduleSkipped("minutely", first, first.plus(Duration.ofMinutes(8)), "missed"));
    }

    @Test
    void what_was_missed_is_gone_if_so_wished_and_what_is_hardly_late_is_not_missed() throws Exception {
        Instant first = now().plus(Duration.ofHours(1));
        Duration late = Duration.ofHours(3).minusSeconds(30);
        declare(
                Schedule.every("hourly", Duration.ofHours(1), NOTE.job(new Note("")))
                        .fireTimeIn("text")
                        .catchUp(CatchUp.skip()),
                Schedule.every("late", late, NOTE.job(new Note("late"))).catchUp(CatchUp.skip()));
        it().clock.advance(Duration.ofHours(3).minusSeconds(20));

        start();
        soon(() -> !ran.isEmpty() && !skipped().isEmpty());
        assertThat(ran).containsExactly("late");
        assertThat(skipped())
                .containsExactly(new Event.ScheduleSkipped("hourly", first, first.plus(Duration.ofHours(1)), "missed"));

        it().clock.advance(Duration.between(now(), first.plus(Duration.ofHours(2))));
        soon(() -> ran.size() == 2);
        assertThat(ran).endsWith(first.plus(Duration.ofHours(2)).toString());
    }

    @Test
    void all_within_a_window_are_made_up_for_in_their_order() throws Exception {
        declare(minutely().catchUp(CatchUp.all(Duration.ofMinutes(5))).overlap(Overlap.QUEUE));
        Instant first = now().plus(MINUTE);
        it().clock.advance(Duration.ofMinutes(10).plusSeconds(10));

        start();
        soon(() -> ran.size() >= 5);
        Polling.until(() -> !skipped().isEmpty());

        assertThat(ran).containsExactly(texts(first.plus(Duration.ofMinutes(5)), MINUTE, 5));
        assertThat(skipped())
                .containsExactly(
                        new Event.ScheduleSkipped("minutely", first, first.plus(Duration.ofMinutes(4)), "missed"));
    }

    @Test
    void more_than_fit_in_a_transaction_are_made_up_for_all_the_same() throws Exception {
        declare(Schedule.every("often", Duration.ofSeconds(1), NOTE.job(new Note("")))
                .catchUp(CatchUp.all(Duration.ofHours(1)))
                .overlap(Overlap.ALLOW)
                .fireTimeIn("text"));
        List<String> missed = List.of(texts(now().plusSeconds(1), Duration.ofSeconds(1), 210));
        it().clock.advance(Duration.ofSeconds(210));

        start();
        soon(() -> ran.containsAll(missed));

        assertThat(ran).doesNotHaveDuplicates();
        assertThat(skipped()).isEmpty();
    }

    @Test
    void with_skip_there_is_one_job_at_a_time() throws Exception {
        var gate = new Gate();
        start(gate, minutely());
        it().clock.advance(MINUTE);
        soon(() -> fired().size() == 1);

        it().clock.advance(MINUTE);
        soon(() -> !skipped().isEmpty());
        assertThat(skipped()).extracting(Event.ScheduleSkipped::reason).containsExactly("overlap");
        assertThat(fired()).hasSize(1);

        gate.open();
        soon(() -> it().state(fired().get(0).jobId()) == JobState.DONE);
        it().clock.advance(MINUTE);
        soon(() -> fired().size() == 2);
    }

    @Test
    void with_queue_they_run_one_after_another() throws Exception {
        var gate = new Gate();
        start(gate, minutely().overlap(Overlap.QUEUE));
        it().clock.advance(MINUTE);
        soon(() -> fired().size() == 1);
        it().clock.advance(MINUTE);
        soon(() -> fired().size() == 2);
        assertThat(it().state(fired().get(1).jobId())).isEqualTo(JobState.WAITING);

        gate.open();
        soon(() -> ran.size() == 2);

        assertThat(ran).isSorted().doesNotHaveDuplicates();
        assertThat(gate.mostAtOnce()).isEqualTo(1);
    }

    @Test
    void with_allow_they_may_run_at_once() throws Exception {
        var gate = new Gate();
        start(gate, minutely().overlap(Overlap.ALLOW));
        it().clock.advance(MINUTE);
        soon(() -> fired().size() == 1);
        it().clock.advance(MINUTE);

        soon(() -> gate.mostAtOnce() == 2);

        gate.open();
    }

    @Test
    void with_replace_the_earlier_one_is_cancelled_though_it_runs() throws Exception {
        var gate = new Gate();
        start(gate, minutely().overlap(Overlap.REPLACE));
        it().clock.advance(MINUTE);
        soon(() -> gate.mostAtOnce() == 1 && fired().size() == 1);
        JobId first = fired().get(0).jobId();

        it().clock.advance(MINUTE);
        it().passTimeUntil(() -> it().state(first) == JobState.CANCELLED && fired().size() >= 2);

        assertThat(gate.wasInterrupted()).isTrue();
        gate.open();
    }

    @Test
    void a_paused_queue_keeps_the_job_waiting_and_not_the_schedule() throws Exception {
        Baton baton = start(minutely());
        baton.pause("default", EngineUnderTest.BY);
        it().clock.advance(MINUTE);

        soon(() -> fired().size() == 1);

        assertThat(it().state(fired().get(0).jobId())).isEqualTo(JobState.READY);
        assertThat(ran).isEmpty();
    }

    @Test
    void a_lost_answer_to_a_firing_fires_nothing_twice() throws Exception {
        var lost = new CopyOnWriteArrayList<String>();
        declare(minutely().overlap(Overlap.ALLOW));
        Baton baton = Baton.on(losingOneAnswer(new FaultyStore(it().store()), lost))
                .timeline(it().clock)
                .listener(it().events::accept)
                .handle(NOTE, this, (note, run, context) -> ran.add(note.text()))
                .start();
        it().closeLater(baton);

        it().passTimeUntil(() -> ran.size() >= 3);

        assertThat(lost).hasSize(1);
        assertThat(ran).doesNotHaveDuplicates();
    }

    /** A store whose first answer to a firing does not come back. */
    private static JobStore losingOneAnswer(FaultyStore faulty, List<String> lost) {
        faulty.always(
                "schedules",
                answer -> Proxy.newProxyInstance(
                        ScheduleStore.class.getClassLoader(),
                        new Class<?>[] {ScheduleStore.class},
                        (proxy, verb, values) -> {
                            Object done = verb.invoke(answer, values);
                            if (verb.getName().equals("fire") && lost.isEmpty()) {
                                lost.add("answer");
                                throw new OutcomeUnknownException("the answer was lost", new Exception());
                            }
                            return done;
                        }));
        return faulty.store();
    }

    @Test
    void after_a_restart_it_goes_on_where_it_was_and_repeats_nothing() throws Exception {
        Schedule schedule = minutely();
        Baton before = start(schedule);
        it().passTimeUntil(() -> ran.size() >= 2);
        it().close(before);
        List<String> first = List.copyOf(ran);

        start(schedule);
        it().passTimeUntil(() -> ran.size() >= first.size() + 2);

        assertThat(ran).startsWith(first.toArray(String[]::new)).isSorted().doesNotHaveDuplicates();
    }
}
