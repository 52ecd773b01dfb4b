package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.LONG;
import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.job.Retry;
import dev.baton.observe.Event;
import dev.baton.store.AttemptView;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.JobFilter;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What becomes of a job after each answer of its handler. */
abstract class OutcomeContract {

    abstract EngineUnderTest it();

    private JobId enqueueAndAwait(Baton baton, String text) throws InterruptedException {
        JobId job = baton.enqueue(NOTE, new Note(text));
        baton.await(job, LONG);
        return job;
    }

    private Event.JobRetried awaitFailure(JobId job, int attempt) throws InterruptedException {
        it().passTimeUntil(() -> it().events.events(Event.JobRetried.class).stream()
                .anyMatch(event -> event.jobId().equals(job) && event.attempt() == attempt));
        return it().events
                .await(Event.JobRetried.class, event -> event.jobId().equals(job) && event.attempt() == attempt);
    }

    private static List<Kind> kinds(Baton baton, JobId job) {
        return baton.attempts(job).stream().map(AttemptView::kind).toList();
    }

    @Test
    @Tag("R-000-64")
    void a_result_is_kept_as_json_with_the_attempt() throws Exception {
        Baton baton = it().deciding((note, run, context) -> Outcome.done(Map.of("pages", 3)));

        JobId job = enqueueAndAwait(baton, "x");

        assertThat(baton.attempts(job)).singleElement().satisfies(attempt -> {
            assertThat(attempt.kind()).isEqualTo(Kind.DONE);
            assertThat(attempt.detail().result()).contains("{\"pages\":3}");
        });
    }

    @Test
    void a_result_that_cannot_be_stored_is_told_and_the_job_is_done_all_the_same() throws Exception {
        var circular = new HashMap<String, Object>();
        circular.put("myself", circular);
        Baton baton = it().deciding((note, run, context) -> Outcome.done(circular));

        JobId job = enqueueAndAwait(baton, "x");

        assertThat(it().state(job)).isEqualTo(JobState.DONE);
        it().await(Event.ResultLost.class, job);
    }

    @Test
    @Tag("R-000-65")
    @Tag("R-000-66")
    @Tag("R-004-24")
    @Tag("R-002-40")
    @Tag("R-004-25")
    void a_job_that_keeps_failing_runs_as_often_as_its_type_says_and_is_dead_then() throws Exception {
        var runs = new AtomicInteger();
        List<Instant> failedAt = Collections.synchronizedList(new ArrayList<>());
        Baton baton = it().handling((note, run, context) -> {
            int nth = runs.incrementAndGet();
            failedAt.add(context.clock.instant());
            if (note.text().equals("x")) {
                throw new IllegalStateException("failure " + nth + " in attempt " + run.attempt());
            }
        });
        JobId job = baton.enqueue(NOTE, new Note("x"));

        Event.JobRetried first = awaitFailure(job, 1);
        Event.JobRetried second = awaitFailure(job, 2);
        it().passTimeUntil(() -> it().state(job) == JobState.DEAD);

        assertThat(first.dueAt().minusSeconds(2)).isBetween(failedAt.get(0), failedAt.get(1));
        assertThat(second.dueAt().minusSeconds(4)).isBetween(failedAt.get(1), failedAt.get(2));
        assertThat(failedAt.get(1)).isAfterOrEqualTo(first.dueAt());
        assertThat(failedAt.get(2)).isAfterOrEqualTo(second.dueAt());
        assertThat(runs).hasValue(3);
        assertThat(baton.attempts(job).get(2).detail().message()).startsWith("No attempt is left after 3: ");
        assertThat(kinds(baton, job)).containsExactly(Kind.FAILED, Kind.FAILED, Kind.DEAD);
        assertThat(baton.attempts(job))
                .extracting(attempt -> attempt.detail().message())
                .last()
                .asString()
                .contains("failure 3 in attempt 3");
        it().clock.advance(Duration.ofDays(1));
        JobId another = baton.enqueue(NOTE, new Note("another"));
        it().passTimeUntil(() -> it().state(another) == JobState.DONE);
        assertThat(runs).as("the dead job is left alone, and one more ran").hasValue(4);
    }

    @Test
    @Tag("R-000-68")
    @Tag("R-004-27")
    @Tag("R-000-79")
    @Tag("R-002-24")
    @Tag("R-002-39")
    void a_job_that_works_at_the_second_try_is_done_under_a_fence_of_its_own() throws Exception {
        Baton baton = it().deciding((note, run, context) ->
                run.attempt() == 1 ? Outcome.retry("BUSY", Duration.ofSeconds(7)) : Outcome.done());
        JobId job = baton.enqueue(NOTE, new Note("x"));
        assertThat(it().await(Event.JobRetried.class, job).dueAt())
                .as("the handler's own delay goes before the type's")
                .isEqualTo(it().clock.instant().plusSeconds(7));

        it().passTimeUntil(() -> it().state(job) == JobState.DONE);

        List<AttemptView> attempts = baton.attempts(job);
        assertThat(attempts).extracting(AttemptView::kind).containsExactly(Kind.FAILED, Kind.DONE);
        assertThat(attempts.get(1).fence()).isGreaterThan(attempts.get(0).fence());
        assertThat(attempts.get(0).detail().code()).isEqualTo("BUSY");
    }

    @Test
    @Tag("R-001-64")
    void a_job_that_may_run_four_times_after_1_2_and_4_s_does_so_and_is_dead() throws Exception {
        JobType<Note> type = NOTE.retry(Retry.exponential(Duration.ofSeconds(1))
                .cap(Duration.ofSeconds(30))
                .attempts(4));
        Baton baton = it().start(setup -> setup.decide(type, this, (note, run, context) -> Outcome.retry("BUSY")));
        JobId job = baton.enqueue(type, new Note("x"));

        it().passTimeUntil(() -> it().state(job) == JobState.DEAD);

        List<AttemptView> attempts = baton.attempts(job);
        List<Integer> waits = List.of(1, 2, 4);
        for (int i = 0; i < 3; i++) {
            assertThat(awaitFailure(job, i + 1).dueAt().minusSeconds(waits.get(i)))
                    .isBetween(attempts.get(i).claimedAt(), attempts.get(i).endedAt());
        }
        assertThat(kinds(baton, job)).containsExactly(Kind.FAILED, Kind.FAILED, Kind.FAILED, Kind.DEAD);
        assertThat(it().find(job).standing().tally().attempts()).isEqualTo(4);
    }

    @Test
    @Tag("R-001-71")
    void a_final_failure_is_dead_at_once_with_its_code() throws Exception {
        Baton baton = it().deciding((note, run, context) -> Outcome.fail("NO_SUCH_ACCOUNT", "account 7 is closed"));

        JobId job = enqueueAndAwait(baton, "x");

        assertThat(it().state(job)).isEqualTo(JobState.DEAD);
        assertThat(baton.attempts(job))
                .singleElement()
                .satisfies(attempt -> assertThat(attempt.detail())
                        .isEqualTo(AttemptView.Detail.of("NO_SUCH_ACCOUNT", "account 7 is closed")));
    }

    @Test
    void an_outcome_without_a_message_or_a_result_is_what_it_says() throws Exception {
        Baton baton = it().deciding((note, run, context) -> note.text().equals("fail")
                ? Outcome.fail("BAD", new IllegalStateException().getMessage())
                : Outcome.done(null));

        assertThat(it().state(enqueueAndAwait(baton, "fail"))).isEqualTo(JobState.DEAD);
        JobId done = enqueueAndAwait(baton, "done");
        assertThat(it().state(done)).isEqualTo(JobState.DONE);
        assertThat(baton.attempts(done)).hasSize(1);
    }

    @Test
    void times_without_sense_are_moved_to_the_nearest_that_has_some() throws Exception {
        Baton baton = it().deciding((note, run, context) -> switch (note.text()) {
            case "past" -> Outcome.snooze(Instant.MIN);
            case "never" -> Outcome.snooze(Instant.MAX);
            default -> Outcome.retry("BUSY", Duration.ofSeconds(-5));
        });
        Instant now = it().clock.instant();

        JobId past = baton.enqueue(NOTE, new Note("past"));
        JobId never = baton.enqueue(NOTE, new Note("never"));
        JobId negative = baton.enqueue(NOTE, new Note("negative"));

        assertThat(it().await(Event.JobSnoozed.class, past).until()).isEqualTo(now.plusMillis(100));
        assertThat(it().await(Event.JobSnoozed.class, never).until()).isBefore(now.plus(Duration.ofDays(3_653)));
        assertThat(it().await(Event.JobRetried.class, negative).dueAt()).isEqualTo(now);
    }

    @Test
    void nobody_knows_is_held_for_somebody_to_find_out() throws Exception {
        Baton baton = it().deciding((note, run, context) -> Outcome.unknown("NO_ANSWER"));

        JobId job = enqueueAndAwait(baton, "x");

        assertThat(it().state(job)).isEqualTo(JobState.HELD);
        it().await(Event.JobHeld.class, job);
    }

    @Test
    @Tag("R-001-70")
    void a_job_can_enqueue_its_successor_for_later_which_begins_with_all_its_attempts() throws Exception {
        var engine = new CompletableFuture<Baton>();
        Baton baton = it().start(setup -> setup.handle(NOTE, engine, (note, run, known) -> {
            int number = Integer.parseInt(note.text());
            if (number < 3) {
                known.join().enqueue(NOTE.job(new Note("" + (number + 1))).in(Duration.ofSeconds(10)));
            }
        }));
        engine.complete(baton);
        baton.enqueue(NOTE, new Note("1"));

        it().passTimeUntil(() -> it().events.events(Event.JobCompleted.class).size() == 3);

        assertThat(it().events.events(Event.JobStarted.class))
                .extracting(Event.JobStarted::attempt)
                .containsExactly(1, 1, 1);
        assertThat(it().clock.instant())
                .isAfterOrEqualTo(
                        baton.list(JobFilter.ALL, 3).get(2).facts().createdAt().plusSeconds(20));
    }

    @Test
    @Tag("R-001-70")
    void an_answer_that_means_slow_down_can_be_classified_as_one_that_uses_up_no_attempt() throws Exception {
        JobType<Note> type =
                NOTE.on(Refused.class, e -> Outcome.snooze(it().clock.instant().plusSeconds(e.status == 429 ? 60 : 1)));
        Baton baton = it().start(setup -> setup.handle(type, this, (note, run, context) -> {
            throw new Refused(429);
        }));

        JobId job = baton.enqueue(type, new Note("x"));

        assertThat(it().await(Event.JobSnoozed.class, job).until())
                .isEqualTo(it().clock.instant().plusSeconds(60));
        assertThat(it().find(job).standing().tally().failures()).isZero();
    }

    @Test
    @Tag("R-001-70")
    void snoozing_uses_up_no_attempt_however_often() throws Exception {
        Baton baton = it().deciding((note, run, context) -> run.attempt() <= 5
                ? Outcome.snooze(it().clock.instant().plusSeconds(10))
                : Outcome.retry("LAST", LONG));
        JobId job = baton.enqueue(NOTE, new Note("x"));

        for (int attempt = 1; attempt <= 5; attempt++) {
            int nth = attempt;
            it().passTimeUntil(() -> it().events.events(Event.JobSnoozed.class).size() >= nth);
        }

        awaitFailure(job, 6);
        assertThat(it().find(job).standing().tally().failures()).isEqualTo(1);
        assertThat(it().state(job)).isEqualTo(JobState.RETRYING);
    }

    @Test
    @Tag("R-002-32")
    void an_attempt_without_an_error_leaves_the_errors_before_it_on_record() throws Exception {
        Baton baton = it().deciding((note, run, context) -> run.attempt() == 1
                ? Outcome.retry("BUSY", Duration.ZERO)
                : Outcome.snooze(it().clock.instant().plus(LONG)));
        JobId job = baton.enqueue(NOTE, new Note("x"));

        it().passTimeUntil(() -> kinds(baton, job).size() == 2);

        assertThat(baton.attempts(job))
                .extracting(attempt -> attempt.detail().code())
                .containsExactly("BUSY", "");
    }

    @Test
    @Tag("R-000-78")
    void a_type_that_says_so_is_tried_once_and_is_dead_after_that() throws Exception {
        JobType<Note> once = NOTE.retry(Retry.never());
        Baton baton = it().start(setup -> setup.decide(once, this, (note, run, context) -> Outcome.retry("BUSY")));

        JobId job = baton.enqueue(once, new Note("x"));

        assertThat(baton.await(job, LONG)).isEqualTo(JobState.DEAD);
        assertThat(baton.attempts(job))
                .singleElement()
                .satisfies(attempt -> assertThat(attempt.detail())
                        .isEqualTo(AttemptView.Detail.of("BUSY", "No attempt is left after 1.")));
    }

    @Test
    void a_handler_may_say_itself_that_the_work_is_no_longer_wanted() throws Exception {
        Baton baton = it().deciding((note, run, context) -> Outcome.cancelled());

        assertThat(it().state(enqueueAndAwait(baton, "x"))).isEqualTo(JobState.CANCELLED);
    }

    /** What a remote system answered. */
    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;
        private final int status;

        Refused(int status) {
            super("status " + status);
            this.status = status;
        }
    }

    /** Nobody knows this network. */
    private static final class NoAdapter extends Exception {
        private static final long serialVersionUID = 1L;
    }

    @Test
    @Tag("R-004-12")
    @Tag("R-001-71")
    void exceptions_mean_what_the_type_says_by_class_and_by_code() throws Exception {
        JobType<Note> type = NOTE.on(Refused.class, e -> e.status == 404 ? Outcome.fail("GONE") : Outcome.retry("BUSY"))
                .on(NoAdapter.class, e -> Outcome.done());
        Baton baton = it().start(setup -> setup.handle(type, this, (note, run, context) -> {
            if (note.text().isEmpty()) {
                throw new NoAdapter();
            }
            throw new Refused(Integer.parseInt(note.text()));
        }));

        JobId gone = baton.enqueue(type, new Note("404"));
        JobId busy = baton.enqueue(type, new Note("503"));
        JobId unsupported = baton.enqueue(type, new Note(""));

        assertThat(baton.await(gone, LONG)).isEqualTo(JobState.DEAD);
        assertThat(it().await(Event.JobRetried.class, busy).code()).isEqualTo("BUSY");
        assertThat(baton.await(unsupported, LONG)).isEqualTo(JobState.DONE);
    }

    @Test
    void a_classification_that_fails_itself_is_a_failure_like_any_other() throws Exception {
        JobType<Note> type = NOTE.on(IllegalStateException.class, e -> {
            throw new IllegalArgumentException("cannot say");
        });
        Baton baton = it().start(setup -> setup.handle(type, this, (note, run, context) -> {
            throw new IllegalStateException("first");
        }));

        JobId job = baton.enqueue(type, new Note("x"));

        assertThat(it().await(Event.JobRetried.class, job).code()).isEqualTo("CLASSIFIER_FAILED");
    }

    @Test
    @SuppressWarnings("NullAway") // that is the point
    void a_deciding_handler_that_returns_nothing_has_failed() throws Exception {
        Baton baton = it().deciding((note, run, context) -> null);

        JobId job = baton.enqueue(NOTE, new Note("x"));

        assertThat(it().await(Event.JobRetried.class, job).message()).contains("returned no outcome");
    }
}
