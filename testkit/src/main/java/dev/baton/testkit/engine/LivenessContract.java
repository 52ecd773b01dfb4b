package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.LONG;
import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.observe.Event;
import dev.baton.supervise.Timeline;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whether it is alive, and what keeps it so. */
abstract class LivenessContract {

    abstract EngineUnderTest it();

    @Test
    @Tag("R-001-01")
    void every_loop_of_the_pool_that_dies_is_started_again_and_no_job_is_lost_or_done_twice() throws Exception {
        var faulty = new FaultyStore(it().store());
        Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();
        Baton baton = Baton.on(faulty.store())
                .timeline(it().clock)
                .listener(it().events::accept)
                .handle(
                        NOTE,
                        runs,
                        (note, run, all) -> all.computeIfAbsent(note.text(), any -> new AtomicInteger())
                                .incrementAndGet())
                .start();
        it().closeLater(baton);
        var jobs = new ArrayList<JobId>();
        List<String> verbs = List.of("claim", "heldBy", "finish", "beat", "recover", "liveNodes", "claim", "finish");
        for (String verb : verbs) {
            faulty.instead(verb, answer -> {
                throw new AssertionError("killed after " + verb);
            });
            jobs.add(baton.enqueue(NOTE, new Note("before the end of " + jobs.size())));
            it().passTimeUntil(() -> faulty.isOver(verb));
            jobs.add(baton.enqueue(NOTE, new Note("after the end of " + jobs.size())));
        }
        it().passTimeUntil(() -> jobs.stream().allMatch(job -> it().state(job) == JobState.DONE));

        assertThat(runs).hasSize(2 * verbs.size());
        assertThat(runs.values()).allSatisfy(times -> assertThat(times).hasValue(1));
        assertThat(baton.isLive()).isTrue();
        assertThat(baton.isReady()).isTrue();
    }

    @Test
    void one_whose_store_never_answers_is_not_alive_until_it_does() throws Exception {
        var faulty = new FaultyStore(it().store());
        var answered = new CountDownLatch(1);
        var asked = new CountDownLatch(1);
        Baton baton = Baton.on(faulty.store())
                .timeline(it().clock)
                .handle(NOTE, this, (note, run, context) -> {})
                .start();
        it().closeLater(baton);
        assertThat(baton.isLive()).isTrue();
        faulty.instead("heldBy", answer -> {
            asked.countDown();
            awaitDeaf(answered);
            return answer;
        });
        it().passTimeUntil(() -> asked.getCount() == 0);

        it().clock.advance(Duration.ofSeconds(16));
        assertThat(baton.isLive()).isFalse();
        answered.countDown();

        it().passTimeUntil(baton::isLive);
    }

    private static void awaitDeaf(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @Tag("R-001-63")
    @Tag("R-000-39")
    void an_engine_that_ends_though_nobody_stopped_it_takes_everything_with_it_and_shows_as_a_failure()
            throws Exception {
        var failing = new AtomicBoolean();
        var defect = new IllegalStateException("a clock without alarms");
        Timeline real = it().clock;
        Timeline broken = new Timeline() {
            @Override
            public long nanos() {
                return real.nanos();
            }

            @Override
            public Alarm after(Duration delay, Runnable action) {
                if (failing.get() && Thread.currentThread().getName().equals("baton-supervisor")) {
                    throw defect;
                }
                return real.after(delay, action);
            }
        };
        Baton baton = Baton.on(new FaultyStore(it().store()).store())
                .timeline(broken)
                .listener(it().events::accept)
                .handle(NOTE, this, (note, run, context) -> {})
                .start();
        JobId never =
                baton.enqueue(NOTE.job(new Note("x")).in(Duration.ofDays(1))).id();
        var waiting = Aside.call(() -> baton.await(never, Duration.ofDays(2)));
        failing.set(true);

        var stopped = Aside.run(baton::awaitStop);
        it().passTimeUntil(stopped::isDone);

        assertThatThrownBy(stopped::get)
                .cause()
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("ENGINE_BROKEN"))
                .hasCause(defect);
        assertThatThrownBy(waiting::get)
                .cause()
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("ENGINE_BROKEN"));
        assertThat(baton.isReady()).isFalse();
        assertThat(baton.isLive()).isFalse();
        it().events.await(new Event.EngineBroken(defect));
    }

    @Test
    @Tag("R-001-57")
    void closed_it_is_neither_ready_nor_alive_and_who_waits_for_the_end_is_told() throws Exception {
        Baton baton = it().handling((note, run, context) -> {});
        var stopped = Aside.run(baton::awaitStop);
        assertThat(baton.isReady()).isTrue();
        assertThat(baton.isLive()).isTrue();

        it().close(baton);

        assertThat(stopped.get(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(baton.isReady()).isFalse();
        assertThat(baton.isLive()).isFalse();
    }
}
