package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.LONG;
import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static dev.baton.testkit.engine.EngineUnderTest.ROUTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.job.BatonException;
import dev.baton.job.JacksonCodec;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.job.PayloadCodec;
import dev.baton.observe.Event;
import dev.baton.observe.Listener;
import dev.baton.store.AttemptView;
import dev.baton.store.Payload;
import dev.baton.store.Progress;
import dev.baton.store.Route;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.MDC;

/** What handlers get, and that whatever they do concerns their own job alone. */
abstract class HandlerContract {

    abstract EngineUnderTest it();

    @Test
    @Tag("R-000-22")
    @Tag("R-000-24")
    void a_handler_gets_the_payload_its_run_and_its_one_context_object() throws Exception {
        var seen = new AtomicReference<List<Object>>();
        var context = new Object();
        Baton baton = it().start(setup -> setup.handle(
                NOTE,
                context,
                (note, run, given) -> seen.set(
                        List.of(note, run.id(), run.attempt(), run.label(), run.deadline(), run.cancelled(), given))));

        JobId job = baton.enqueue(NOTE, new Note("x"));
        baton.await(job, LONG);

        assertThat(seen.get())
                .containsExactly(
                        new Note("x"), job, 1, "note x", it().clock.instant().plus(NOTE.timeout()), false, context);
        assertThat(baton.attempts(job).get(0).fence()).isPositive();
    }

    static List<Throwable> everythingThatCanBeThrown() {
        var cyclic = new IllegalStateException("round");
        var other = new IllegalStateException("and round", cyclic);
        cyclic.initCause(other);
        return List.of(
                new Exception("checked"),
                new RuntimeException((String) null),
                new StackOverflowError(),
                new AssertionError("not so"),
                new OutOfMemoryError("not really"),
                new InterruptedException("by nobody"),
                new Error("anything else"),
                new IllegalStateException("x".repeat(5_000_000)),
                new IllegalStateException("line\nbreak \u001b[31mred \u0000 \ud800"),
                cyclic,
                new Speechless());
    }

    /** An exception that cannot even be printed. */
    private static final class Speechless extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }

        @Override
        public synchronized Throwable getCause() {
            throw new IllegalStateException("no cause");
        }
    }

    @ParameterizedTest(name = "{index}")
    @MethodSource("everythingThatCanBeThrown")
    @Tag("R-000-80")
    @Tag("R-004-14")
    void whatever_a_handler_throws_ends_its_own_attempt_and_nothing_else(Throwable thrown) throws Exception {
        Baton baton = it().handling((note, run, context) -> {
            if (note.text().equals("bad")) {
                HandlerContract.<RuntimeException>raise(thrown);
            }
        });

        JobId bad = baton.enqueue(NOTE, new Note("bad"));
        assertThat(it().await(Event.HandlerThrew.class, bad).failure()).isSameAs(thrown);
        it().await(Event.JobRetried.class, bad);
        JobId good = baton.enqueue(NOTE, new Note("good"));

        assertThat(baton.await(good, LONG)).isEqualTo(JobState.DONE);
        assertThat(it().state(bad)).isEqualTo(JobState.RETRYING);
        assertThat(baton.attempts(bad)).singleElement().satisfies(attempt -> {
            assertThat(attempt.detail().code()).isEqualTo("EXCEPTION");
            assertThat(attempt.detail().message())
                    .hasSizeBetween(1, 8 * 1024 + 1)
                    .doesNotContain("\n", "\u001b", "\u0000");
        });
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void raise(Throwable thrown) throws E {
        throw (E) thrown;
    }

    @Test
    void a_class_that_is_missing_parks_the_job_at_once_as_it_will_be_missing_again() throws Exception {
        Baton baton = it().handling((note, run, context) -> {
            throw new NoClassDefFoundError("com/example/Gone");
        });

        JobId job = baton.enqueue(NOTE, new Note("x"));

        assertThat(baton.await(job, LONG)).isEqualTo(JobState.DEAD);
        assertThat(lastDetail(baton, job).code()).isEqualTo("LINKAGE_ERROR");
    }

    @Test
    @Tag("R-000-28")
    void a_payload_that_cannot_be_decoded_parks_that_job_as_dead_and_nothing_else() throws Exception {
        JobId unreadable = it().addRaw(ROUTE, Payload.of("{\"text\": 42, \"more\": []", "unreadable"));
        JobId unknownField = it().addRaw(ROUTE, Payload.of("{\"text\":\"a\",\"more\":1}", "unknown field"));
        JobId changed = it().addRaw(ROUTE, new Payload("{\"text\":\"evil\"}", "0".repeat(64), "changed"));
        Baton baton = it().handling((note, run, context) -> {});

        JobId fine = baton.enqueue(NOTE, new Note("fine"));

        assertThat(baton.awaitAll(List.of(unreadable, unknownField, changed, fine), LONG))
                .containsEntry(unreadable, JobState.DEAD)
                .containsEntry(unknownField, JobState.DEAD)
                .containsEntry(changed, JobState.DEAD)
                .containsEntry(fine, JobState.DONE);
        assertThat(List.of(unreadable, unknownField, changed))
                .allSatisfy(job -> assertThat(lastDetail(baton, job).code()).isEqualTo("UNDECODABLE"));
        it().await(Event.JobFailed.class, unreadable);
    }

    /** A payload of a later version. */
    record Letter(String text, String to) {}

    @Test
    @Tag("R-000-25")
    @Tag("R-000-26")
    void jobs_of_an_older_version_are_upcast_and_of_a_newer_one_are_left_alone() throws Exception {
        JobId old = it().addRaw(ROUTE, Payload.of("{\"text\":\"dear\"}", "old"));
        JobId newer = it().addRaw(new Route(ROUTE.queue(), ROUTE.type(), 3), Payload.of("{\"x\":1}", "newer"));
        JobType<Letter> letters = JobType.of("note.take", Letter.class)
                .version(2)
                .upcast(1, fields -> {
                    fields.put("to", "Bob");
                    return fields;
                });
        List<Letter> seen = Collections.synchronizedList(new ArrayList<>());
        Baton baton = it().start(setup -> setup.handle(letters, seen, (letter, run, all) -> all.add(letter)));

        assertThat(baton.await(old, LONG)).isEqualTo(JobState.DONE);

        assertThat(seen).containsExactly(new Letter("dear", "Bob"));
        assertThat(it().state(newer)).isEqualTo(JobState.READY);
    }

    @Test
    void a_passing_failure_while_decoding_is_tried_again() throws Exception {
        var failures = new AtomicInteger(1);
        var jackson = new JacksonCodec();
        JobId job = it().addRaw(ROUTE, Payload.of("{\"text\":\"a\"}", "fine"));
        it().start(setup -> setup.codec(new PayloadCodec() {
                    @Override
                    public String encode(Object value) {
                        return jackson.encode(value);
                    }

                    @Override
                    public <T> T decode(String json, Class<T> type) {
                        if (failures.getAndDecrement() > 0) {
                            throw new OutOfMemoryError("for a moment");
                        }
                        return jackson.decode(json, type);
                    }
                })
                .handle(NOTE, this, (note, run, context) -> {}));

        it().passTimeUntil(() -> it().state(job) == JobState.DONE);
    }

    @Test
    void a_listener_that_cannot_even_begin_breaks_nothing() throws Exception {
        Baton baton = it().start(setup -> setup.listener(new Listener() {
                    @Override
                    public void begin(Gauges gauges) {
                        throw new IllegalStateException("not today");
                    }

                    @Override
                    public void on(Event event) {}
                })
                .handle(NOTE, this, (note, run, context) -> {}));

        assertThat(baton.await(baton.enqueue(NOTE, new Note("x")), LONG)).isEqualTo(JobState.DONE);
    }

    @Test
    void a_type_whose_handler_is_elsewhere_is_left_alone() throws Exception {
        JobType<Note> other = JobType.of("note.burn", Note.class);
        Baton baton = it().start(setup -> setup.enqueues(other).handle(NOTE, this, (note, run, context) -> {}));
        JobId elsewhere = baton.enqueue(other, new Note("x"));

        baton.await(baton.enqueue(NOTE, new Note("y")), LONG);

        assertThat(it().state(elsewhere)).isEqualTo(JobState.READY);
    }

    @Test
    @Tag("R-004-13")
    void what_a_handler_leaves_on_its_thread_does_not_reach_the_next_one() throws Exception {
        List<Object> found = Collections.synchronizedList(new ArrayList<>());
        ClassLoader original = Thread.currentThread().getContextClassLoader();
        Baton baton = it().start(setup -> setup.concurrency(1)
                .threads(body -> {
                    var thread = new Thread(body);
                    thread.setContextClassLoader(original);
                    thread.setDaemon(true);
                    return thread;
                })
                .handle(NOTE, this, (note, run, context) -> {
                    Thread current = Thread.currentThread();
                    found.add(current.isInterrupted());
                    found.add(Optional.ofNullable(MDC.get("left")));
                    found.add(original.equals(current.getContextClassLoader()));
                    current.interrupt();
                    MDC.put("left", "behind");
                    current.setContextClassLoader(null);
                }));

        baton.await(baton.enqueue(NOTE, new Note("first")), LONG);
        baton.await(baton.enqueue(NOTE, new Note("second")), LONG);

        assertThat(found).containsExactly(false, Optional.empty(), true, false, Optional.empty(), true);
    }

    @Test
    void a_handler_that_waits_for_another_job_is_refused_as_it_may_hold_the_slot_that_job_needs() throws Exception {
        var refusal = new AtomicReference<Throwable>();
        var self = new AtomicReference<Baton>();
        Baton baton = it().handling((note, run, context) -> {
            try {
                self.get().await(run.id(), LONG);
            } catch (BatonException e) {
                refusal.set(e);
            }
        });
        self.set(baton);

        baton.await(baton.enqueue(NOTE, new Note("x")), LONG);

        assertThat(refusal.get())
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("AWAIT_IN_HANDLER"));
    }

    @Test
    @Tag("R-004-15")
    void progress_can_be_seen_while_the_handler_runs() throws Exception {
        var gate = new Gate();
        Baton baton = it().handling((note, run, context) -> {
            run.progress(10, 100, "block 10");
            run.progress(42, 100, "block\n42");
            gate.pass();
        });
        JobId job = baton.enqueue(NOTE, new Note("x"));
        gate.awaitEntered(1);

        it().passTimeUntil(() -> it().find(job)
                .standing()
                .hold()
                .flatMap(hold -> hold.progress())
                .isPresent());

        assertThat(it().find(job).standing().hold().orElseThrow().progress())
                .contains(new Progress.Mark(42, 100, "block\\u000a42"));
        gate.open();
    }

    @Test
    @Tag("R-000-81")
    void a_listener_that_fails_breaks_nothing() throws Exception {
        Baton baton = it().start(setup -> setup.listener(event -> {
                    throw new IllegalStateException("no good listener");
                })
                .handle(NOTE, this, (note, run, context) -> {}));

        JobId job = baton.enqueue(NOTE, new Note("x"));

        assertThat(baton.await(job, LONG)).isEqualTo(JobState.DONE);
        it().events.await(Event.WorkerStarted.class, event -> true);
        it().await(Event.JobStarted.class, job);
        it().await(Event.JobCompleted.class, job);
        it().passTimeUntil(() -> !it().events.events(Event.WorkerIdle.class).isEmpty());
    }

    @Test
    @Tag("R-000-23")
    @SuppressWarnings("NullAway") // that is the point
    @Tag("R-004-07")
    void a_setup_that_cannot_work_is_refused_before_anything_begins_and_every_fault_is_named() {
        JobType<Note> other = JobType.of("note.burn", Note.class);

        assertThatThrownBy(() -> it().setup()
                        .handle(NOTE, this, (note, run, context) -> {})
                        .handle(NOTE, this, (note, run, context) -> {})
                        .handle(other, null, (note, run, context) -> {})
                        .concurrency(0)
                        .expects(JobType.of("note.lost", Note.class))
                        .start())
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("type note.take has two handlers")
                .hasMessageContaining("the handler of type note.burn was given no context object")
                .hasMessageContaining("concurrency must be at least 1; got 0")
                .hasMessageContaining("type note.lost has no handler");
        assertThat(it().events.events()).isEmpty();
    }

    private static AttemptView.Detail lastDetail(Baton baton, JobId job) {
        List<AttemptView> attempts = baton.attempts(job);
        return attempts.get(attempts.size() - 1).detail();
    }
}
