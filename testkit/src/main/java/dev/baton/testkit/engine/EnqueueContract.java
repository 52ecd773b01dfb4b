package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.LONG;
import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static dev.baton.testkit.engine.EngineUnderTest.ROUTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.job.BatchRefusedException;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobIds;
import dev.baton.job.JobRequest;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.job.KeyScope;
import dev.baton.job.Outcome;
import dev.baton.observe.Event;
import dev.baton.store.Inserted;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import dev.baton.store.KeyReusedException;
import dev.baton.store.NewJob;
import dev.baton.store.Payload;
import dev.baton.store.Urgency;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import dev.baton.testkit.store.CallerTransaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How jobs get in, and how they are awaited and found. */
abstract class EnqueueContract {

    abstract EngineUnderTest it();

    private final List<String> taken = Collections.synchronizedList(new ArrayList<>());

    private Baton taking() {
        return it().handling((note, run, context) -> taken.add(note.text()));
    }

    @Test
    @Tag("R-000-20")
    @Tag("R-000-53")
    @Tag("R-000-63")
    void a_job_runs_with_its_payload_and_is_done() throws Exception {
        Baton baton = taking();

        JobId job = baton.enqueue(NOTE, new Note("hello"));

        assertThat(baton.await(job, LONG)).isEqualTo(JobState.DONE);
        assertThat(taken).containsExactly("hello");
        assertThat(baton.attempts(job))
                .singleElement()
                .satisfies(attempt -> assertThat(attempt.number()).isEqualTo(1));
    }

    @Test
    @Tag("R-000-21")
    void a_job_carries_the_label_its_type_makes_of_its_data() {
        Baton baton = it().start(setup -> setup.enqueues(NOTE));

        JobId job = baton.enqueue(NOTE, new Note("for\nBob"));

        assertThat(baton.find(job)).map(JobView::label).contains("note for\\u000aBob");
    }

    @Test
    @Tag("R-000-50")
    @Tag("R-002-33")
    void a_job_shows_what_was_said_of_it_and_where_it_stands() {
        Baton baton = it().start(setup -> setup.enqueues(NOTE));

        JobId job = baton.enqueue(NOTE.job(new Note("x")).priority(3).uniqueKey("k"))
                .id();

        assertThat(baton.find(job)).hasValueSatisfying(view -> {
            assertThat(view.id()).isEqualTo(job);
            assertThat(view.route()).isEqualTo(EngineUnderTest.ROUTE);
            assertThat(view.facts())
                    .isEqualTo(new JobView.Facts(
                            "note x", 3, Optional.of("k"), it().clock.instant(), Optional.empty(), Optional.empty()));
            assertThat(view.standing())
                    .isEqualTo(new JobView.Standing(
                            JobState.READY,
                            JobView.Tally.NONE,
                            Optional.of(it().clock.instant()),
                            Optional.empty(),
                            false));
            assertThat(view.last()).isEmpty();
        });
    }

    @Test
    void a_payload_is_kept_exactly_as_accepted_with_its_hash() {
        Baton baton = it().start(setup -> setup.enqueues(NOTE));

        JobId job = baton.enqueue(NOTE, new Note("é \"quoted\" \u0000 𝄞"));

        assertThat(baton.payload(job)).hasValueSatisfying(payload -> {
            assertThat(payload.json()).isEqualTo("{\"text\":\"é \\\"quoted\\\" \\u0000 𝄞\"}");
            assertThat(payload.isIntact()).isTrue();
        });
    }

    @Test
    void many_jobs_are_added_together_in_their_order_and_awaited_together() throws Exception {
        Baton baton = it().start(setup ->
                setup.concurrency(1).handle(NOTE, taken, (note, run, texts) -> texts.add(note.text())));
        List<JobRequest<Note>> notes =
                List.of(NOTE.job(new Note("one")), NOTE.job(new Note("two")), NOTE.job(new Note("three")));

        List<JobId> jobs = baton.enqueueAll(notes).stream().map(Inserted::id).toList();

        assertThat(baton.awaitAll(jobs, LONG)).hasSize(3).containsKeys(jobs.toArray(JobId[]::new));
        assertThat(taken).containsExactly("one", "two", "three");
    }

    @Test
    @Tag("R-004-11")
    @Tag("R-001-68")
    void if_one_of_many_is_wrong_none_is_stored_and_each_wrong_one_is_named() {
        Baton baton = it().start(setup -> setup.enqueues(NOTE));
        JobType<Note> unknown = JobType.of("nobody.knows", Note.class);
        var tooBig = NOTE.job(new Note("x".repeat(300_000)));

        assertThatThrownBy(() -> baton.enqueueAll(List.of(
                        NOTE.job(new Note("fine")), unknown.job(new Note("a")), NOTE.job(new Note("b")), tooBig)))
                .isInstanceOfSatisfying(
                        BatchRefusedException.class,
                        e -> assertThat(e.refused())
                                .hasSize(2)
                                .hasEntrySatisfying(
                                        1, wrong -> assertThat(wrong.code()).isEqualTo("UNKNOWN_TYPE"))
                                .hasEntrySatisfying(
                                        3, wrong -> assertThat(wrong.code()).isEqualTo("TOO_LARGE")));
        assertThat(baton.list(JobFilter.ALL, 10)).isEmpty();
    }

    @Test
    void a_job_in_a_callers_transaction_exists_if_and_only_if_that_commits() throws Exception {
        Baton baton = taking();

        JobId rolledBack;
        try (CallerTransaction transaction = it().begin()) {
            rolledBack = baton.enqueueAll(transaction.handle(), List.of(NOTE.job(new Note("no"))))
                    .get(0)
                    .id();
        }
        JobId committed;
        try (CallerTransaction transaction = it().begin()) {
            committed = baton.enqueueAll(transaction.handle(), List.of(NOTE.job(new Note("yes"))))
                    .get(0)
                    .id();
            transaction.commit();
        }

        assertThat(baton.await(committed, LONG)).isEqualTo(JobState.DONE);
        assertThat(taken).containsExactly("yes");
        assertThat(baton.find(rolledBack)).isEmpty();
    }

    @Test
    @Tag("R-000-77")
    @Tag("R-001-68")
    void a_delayed_job_does_not_begin_before_its_time_and_then_it_does() throws Exception {
        Baton baton = taking();
        JobId job = baton.enqueue(NOTE.job(new Note("later")).in(Duration.ofHours(1)))
                .id();
        JobId now = baton.enqueue(NOTE, new Note("now"));
        baton.await(now, LONG);

        it().clock.advance(Duration.ofMinutes(59));
        assertThat(it().state(job)).isEqualTo(JobState.SCHEDULED);
        it().passTimeUntil(() -> it().state(job) == JobState.DONE);

        assertThat(taken).containsExactly("now", "later");
    }

    @Test
    @Tag("R-000-56")
    @Tag("R-000-57")
    void larger_priorities_begin_sooner_and_equals_in_the_order_they_came() throws Exception {
        Baton producer = it().start(setup -> setup.enqueues(NOTE));
        for (int priority : List.of(1, -1, 10, 5, 5)) {
            producer.enqueue(NOTE.job(new Note(priority + "." + taken.size())).priority(priority));
        }
        var all = new CountDownLatch(5);

        it().start(setup -> setup.concurrency(1).handle(NOTE, taken, (note, run, texts) -> {
            texts.add(note.text());
            all.countDown();
        }));

        all.await();
        assertThat(taken).containsExactly("10.0", "5.0", "5.0", "1.0", "-1.0");
    }

    @Test
    @Tag("R-001-68")
    void a_key_that_is_taken_answers_with_the_job_that_has_it_and_other_data_is_refused() throws Exception {
        Baton baton = taking();
        Inserted first = baton.enqueue(NOTE.job(new Note("once")).uniqueKey("order-42"));
        baton.await(first.id(), LONG);

        Inserted second = baton.enqueue(NOTE.job(new Note("once")).uniqueKey("order-42"));

        assertThat(second)
                .isEqualTo(new Inserted(
                        first.id(), Inserted.Answer.EXISTING, JobState.DONE, Optional.empty(), first.createdAt()));
        assertThatThrownBy(() -> baton.enqueue(NOTE.job(new Note("other")).uniqueKey("order-42")))
                .isInstanceOfSatisfying(
                        KeyReusedException.class, e -> assertThat(e.code()).isEqualTo("KEY_REUSED"));
        assertThat(taken).containsExactly("once");
    }

    @Test
    @Tag("R-004-30")
    @Tag("R-004-31")
    @Tag("R-004-32")
    void an_active_key_is_free_again_after_the_run_whether_it_went_well_or_not() throws Exception {
        JobType<Note> sync = NOTE.keyScope(KeyScope.ACTIVE);
        Baton baton = it().start(setup -> setup.decide(sync, taken, (note, run, texts) -> {
            texts.add(note.text());
            return note.text().equals("bad") ? Outcome.fail("BAD") : Outcome.done();
        }));

        for (String text : List.of("good", "bad", "good")) {
            Inserted inserted = baton.enqueue(sync.job(new Note(text)).uniqueKey("wallet:eth"));
            assertThat(inserted.answer()).isEqualTo(Inserted.Answer.ADDED);
            baton.await(inserted.id(), LONG);
        }

        assertThat(taken).containsExactly("good", "bad", "good");
    }

    @Test
    void a_job_on_a_queue_that_is_not_served_here_waits_and_that_is_told() throws Exception {
        Baton baton = taking();

        JobId job = baton.enqueue(NOTE.job(new Note("bulk")).queue("bulk")).id();

        it().await(Event.QueueNotServed.class, job);
        assertThat(it().state(job)).isEqualTo(JobState.READY);
    }

    @Test
    void waiting_for_longer_than_asked_names_the_labels_and_leaves_the_jobs_alone() {
        Baton producer = it().start(setup -> setup.enqueues(NOTE));
        JobId job = producer.enqueue(NOTE, new Note("a"));

        assertThatThrownBy(() -> producer.await(job, Duration.ZERO))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("AWAIT_TIMEOUT"))
                .hasMessageContaining("note a (" + job + ")");
        assertThat(it().state(job)).isEqualTo(JobState.READY);
    }

    @Test
    @Tag("R-000-35")
    void an_id_that_nobody_knows_is_waited_for_until_the_time_is_over_or_it_is_there() throws Exception {
        Baton baton = taking();
        JobId unknown = new JobIds(it().clock, new Random(3)).next();
        long began = it().clock.nanos();
        CompletableFuture<JobState> never = Aside.call(() -> baton.await(unknown, Duration.ofSeconds(30)));
        it().passTimeUntil(never::isDone);

        assertThatThrownBy(never::get)
                .cause()
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("AWAIT_TIMEOUT"))
                .hasMessageContaining("job " + unknown);
        assertThat(Duration.ofNanos(it().clock.nanos() - began)).isGreaterThanOrEqualTo(Duration.ofSeconds(30));

        JobId late = new JobIds(it().clock, new Random(4)).next();
        CompletableFuture<JobState> soon = Aside.call(() -> baton.await(late, LONG));
        var job = new NewJob(
                late,
                ROUTE,
                Payload.of("{\"text\":\"late\"}", "late"),
                new Urgency(0, it().clock.instant()));
        it().store().insert(List.of(job), it().clock.instant());
        it().passTimeUntil(soon::isDone);
        assertThat(soon).isCompletedWithValue(JobState.DONE);
    }

    @Test
    void waiting_for_nothing_is_over_at_once() throws Exception {
        assertThat(taking().awaitAll(List.of(), LONG)).isEmpty();
    }

    @Test
    @Tag("R-000-75")
    @Tag("R-000-76")
    @Tag("R-002-34")
    void jobs_are_counted_and_listed_by_where_they_stand() throws Exception {
        Baton baton = it().deciding((note, run, context) -> Outcome.fail("NEVER"));
        JobId dead = baton.enqueue(NOTE, new Note("dead"));
        baton.await(dead, LONG);
        JobId later = baton.enqueue(NOTE.job(new Note("later")).in(LONG)).id();

        assertThat(baton.counts())
                .extracting(count -> count.state().name() + " " + count.count())
                .containsExactlyInAnyOrder("DEAD 1", "SCHEDULED 1");
        assertThat(baton.list(JobFilter.ALL.state(JobState.DEAD), 10))
                .extracting(JobView::id)
                .containsExactly(dead);
        assertThat(baton.list(JobFilter.ALL, 10)).extracting(JobView::id).containsExactly(later, dead);
        assertThat(baton.list(JobFilter.ALL, later, 10)).extracting(JobView::id).containsExactly(dead);
    }

    @Test
    void nothing_is_done_for_anybody_once_it_is_closed() {
        Baton baton = taking();
        baton.close();

        assertThatThrownBy(() -> baton.enqueue(NOTE, new Note("late")))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("STOPPED"));
    }
}
