package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static dev.baton.testkit.engine.EngineUnderTest.ROUTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.BatonBuilder;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.job.Retry;
import dev.baton.observe.Event;
import dev.baton.store.Backlog;
import dev.baton.store.Claim;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.JobFilter;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.OutcomeUnknownException;
import dev.baton.store.Terms;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What follows when all work of a type is done. */
abstract class DrainContract {

    private static final JobType<Note> AFTER = JobType.of("recalculate", Note.class)
            .retry(Retry.exponential(Duration.ofSeconds(1)).attempts(3));

    private final AtomicInteger asked = new AtomicInteger();
    private final List<String> followed = new CopyOnWriteArrayList<>();

    abstract EngineUnderTest it();

    abstract void crash();

    private BatonBuilder following(BatonBuilder setup) {
        return setup.handle(AFTER, this, (note, run, context) -> followed.add(note.text()))
                .onDrained(NOTE, () -> AFTER.job(new Note("" + asked.incrementAndGet())));
    }

    private void passTime(Duration time) throws InterruptedException {
        long until = it().clock.nanos() + time.toNanos();
        it().passTimeUntil(() -> it().clock.nanos() > until);
    }

    @Test
    @Tag("R-004-35")
    @Tag("R-004-36")
    @Tag("R-004-37")
    void when_all_is_done_it_follows_once_as_a_job_and_again_after_more_work() throws Exception {
        var gate = new Gate();
        Baton baton = it().start(setup -> following(setup.handle(NOTE, gate, (note, run, door) -> door.pass())));
        baton.enqueueAll(List.of(NOTE.job(new Note("a")), NOTE.job(new Note("b")), NOTE.job(new Note("c"))));
        gate.awaitEntered(3);
        passTime(Duration.ofSeconds(12));
        assertThat(followed).as("they run").isEmpty();

        gate.open();
        it().passTimeUntil(() -> followed.size() == 1);
        passTime(Duration.ofSeconds(12));
        assertThat(followed).containsExactly("1");

        baton.enqueue(NOTE, new Note("d"));
        it().passTimeUntil(() -> followed.size() == 2);
        passTime(Duration.ofSeconds(12));
        assertThat(followed).containsExactly("1", "2");
        Polling.until(() -> it().events.events(Event.JobCreated.class).stream()
                        .filter(created -> created.type().equals(AFTER.name()))
                        .count()
                == 2);
    }

    @Test
    @Tag("R-004-36")
    void jobs_that_are_retrying_or_dead_do_not_hold_it_back_and_a_retry_that_is_done_has_it_follow_again()
            throws Exception {
        var broken = new AtomicBoolean(true);
        JobType<Note> slow = NOTE.retry(Retry.exponential(Duration.ofMinutes(5)).attempts(2));
        Baton baton = it().start(setup -> following(setup.decide(
                slow, broken, (note, run, failing) -> failing.get() ? Outcome.retry("DOWN") : Outcome.done())));
        JobId failing = baton.enqueue(slow, new Note("x"));

        it().passTimeUntil(() -> followed.size() == 1);
        assertThat(it().state(failing)).isEqualTo(JobState.RETRYING);

        it().passTimeUntil(() -> followed.size() == 2);
        assertThat(it().state(failing)).isEqualTo(JobState.DEAD);
        broken.set(false);
        it().command(failing, Act.RETRY);
        it().passTimeUntil(() -> followed.size() == 3);
        assertThat(it().state(failing)).isEqualTo(JobState.DONE);
    }

    @Test
    @Tag("R-004-36")
    void what_follows_is_an_ordinary_job_that_is_retried_on_a_thread_of_its_own() throws Exception {
        var threads = new CopyOnWriteArrayList<Thread>();
        Baton baton = it().start(setup -> setup.handle(
                        NOTE, threads, (note, run, seen) -> seen.add(Thread.currentThread()))
                .decide(AFTER, this, (note, run, context) -> {
                    followed.add(note.text());
                    assertThat(threads).as("none is in the middle of it").hasSize(1);
                    return run.attempt() == 1 ? Outcome.retry("LATER") : Outcome.done();
                })
                .onDrained(NOTE, () -> AFTER.job(new Note("all")).uniqueKey("all")));
        baton.enqueue(NOTE, new Note("a"));

        it().passTimeUntil(() -> followed.size() == 2);

        assertThat(followed).containsExactly("all", "all");
    }

    @Test
    @Tag("R-004-29")
    void what_ended_just_before_its_process_died_is_followed_by_the_next_one() throws Exception {
        it().addNotes(2);
        Terms watched = Terms.of(3, 3).watchedBy(Set.of(NOTE.name()));
        for (Claim claim : it().claimedByTheDead(2, watched)) {
            var done = new Finish(claim.id(), claim.fence(), new Ending.Done(Optional.empty()));
            it().store().finish(List.of(done), it().clock.instant());
        }
        crash();

        it().start(setup -> following(setup.handle(NOTE, this, (note, run, context) -> {})));

        it().passTimeUntil(() -> followed.size() == 1);
        passTime(Duration.ofSeconds(12));
        assertThat(followed).containsExactly("1");
    }

    @Test
    @Tag("R-004-29")
    void what_a_dead_process_left_running_is_done_first_and_then_it_follows() throws Exception {
        it().addNotes(2);
        it().claimedByTheDead(2, Terms.of(3, 3).watchedBy(Set.of(NOTE.name())));
        crash();
        var done = new AtomicInteger();

        it().start(setup -> setup.handle(NOTE, done, (note, run, count) -> count.incrementAndGet())
                .handle(AFTER, this, (note, run, context) -> followed.add("after " + done.get()))
                .onDrained(NOTE, () -> AFTER.job(new Note("x"))));

        it().passTimeUntil(() -> followed.size() == 1);
        passTime(Duration.ofSeconds(12));
        assertThat(followed).containsExactly("after 2");
    }

    @Test
    void when_the_answer_is_lost_it_still_follows_once() throws Exception {
        var faulty = new FaultyStore(it().store());
        var lost = new AtomicInteger();
        for (int i = 0; i < 500; i++) {
            faulty.instead("backlog", real -> losing((Backlog) real, lost));
        }
        it().replaceStore(faulty.store());
        Baton baton = it().start(setup -> following(setup.handle(NOTE, this, (note, run, context) -> {})));

        baton.enqueue(NOTE, new Note("a"));
        it().passTimeUntil(() -> followed.size() == 1 && lost.get() > 0);
        passTime(Duration.ofSeconds(12));

        assertThat(followed).containsExactly("1");
        assertThat(lost).hasValue(1);
    }

    /** The first time that it adds something, its answer is lost. */
    private static Backlog losing(Backlog real, AtomicInteger lost) {
        return (Backlog) Proxy.newProxyInstance(
                Backlog.class.getClassLoader(), new Class<?>[] {Backlog.class}, (proxy, method, arguments) -> {
                    try {
                        Object answer = method.invoke(real, arguments);
                        if (method.getName().equals("end") && lost.getAndIncrement() == 0) {
                            throw new OutcomeUnknownException("the connection is gone", new Exception());
                        }
                        return answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void what_cannot_be_made_is_told_and_made_when_it_can_be() throws Exception {
        var wrong = new AtomicBoolean(true);
        Baton baton = it().start(setup -> following(setup.handle(NOTE, this, (note, run, context) -> {}))
                .onDrained("itself", List.of(NOTE), () -> (wrong.get() ? NOTE : AFTER).job(new Note("itself"))));

        baton.enqueue(NOTE, new Note("a"));
        it().passTimeUntil(() ->
                followed.contains("1") && it().events.events().stream().anyMatch(DrainContract::failed));
        wrong.set(false);
        it().passTimeUntil(() -> followed.contains("itself"));

        assertThat(it().store()
                        .list(
                                JobFilter.ALL.type(NOTE.name()),
                                Optional.empty(),
                                10,
                                it().clock.instant()))
                .hasSize(1);
    }

    private static boolean failed(Event event) {
        return event instanceof Event.StepFailed failed && failed.step().equals("drain");
    }

    @Test
    void what_is_said_of_it_is_checked_before_anything_begins() {
        BatonBuilder setup = it().setup()
                .handle(AFTER, this, (note, run, context) -> {})
                .onDrained(NOTE, () -> AFTER.job(new Note("x")))
                .onDrained("twice", List.of(AFTER), () -> AFTER.job(new Note("x")))
                .onDrained("twice", List.of(), () -> AFTER.job(new Note("x")));

        assertThatThrownBy(setup::start)
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("BAD_SETTING"))
                .hasMessageContaining("note.take, which is not handled here")
                .hasMessageContaining("onDrained twice is there twice")
                .hasMessageContaining("onDrained twice names no type");
    }

    @Test
    @Tag("R-004-38")
    void it_is_idle_when_nothing_of_a_type_waits_or_runs_and_what_is_retrying_is_neither() throws Exception {
        var gate = new Gate();
        Baton baton = it().start(setup -> setup.decide(NOTE, gate, (note, run, door) -> {
                    door.pass();
                    return Outcome.retry("LATER");
                })
                .handle(AFTER, this, (note, run, context) -> {}));
        assertThat(baton.isIdle(NOTE, AFTER)).isTrue();

        JobId job = baton.enqueue(NOTE, new Note("a"));
        gate.awaitEntered(1);

        assertThat(baton.isIdle(NOTE)).isFalse();
        assertThat(baton.isIdle(AFTER, NOTE)).isFalse();
        assertThat(baton.isIdle(AFTER)).isTrue();
        gate.open();
        it().await(Event.JobRetried.class, job);
        assertThat(baton.isIdle(NOTE)).isTrue();
        assertThat(ROUTE.type()).isEqualTo(NOTE.name());
    }
}
