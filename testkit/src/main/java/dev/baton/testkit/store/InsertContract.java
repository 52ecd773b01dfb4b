package dev.baton.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.store.Inserted;
import dev.baton.store.KeyReusedException;
import dev.baton.store.NewJob;
import dev.baton.store.Payload;
import dev.baton.store.StoreTransaction;
import dev.baton.store.Urgency;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Adding jobs. */
abstract class InsertContract {

    abstract StoreUnderTest it();

    @Test
    void a_job_that_was_added_is_ready_and_its_data_is_exactly_what_was_accepted() {
        String odd = "{ \"amount\" : 1E2 , \"b\":1,\t\"text\":\"h\u00e9 \ud83d\ude80 \\u0041\" }\n";
        NewJob job = new NewJob(
                it().job().id(), StoreUnderTest.ROUTE, Payload.of(odd, "an odd one"), new Urgency(3, it().now()));

        Inserted inserted = it().insert(job);

        assertThat(inserted).isEqualTo(it().answer(job.id(), Inserted.Answer.ADDED, JobState.READY));
        assertThat(it().store.payload(job.id())).contains(job.payload());
        assertThat(it().store.payload(job.id()).orElseThrow().json()).isEqualTo(odd);
        assertThat(it().store.payload(job.id()).orElseThrow().isIntact()).isTrue();
        assertThat(it().find(job.id()).label()).isEqualTo("an odd one");
        assertThat(it().find(job.id()).facts().createdAt()).isEqualTo(it().now());
        assertThat(it().find(job.id()).standing().tally().attempts()).isZero();
    }

    @Test
    void a_job_for_later_is_scheduled_and_is_ready_when_its_time_comes() {
        NewJob later = it().job(StoreUnderTest.ROUTE, 0, it().now().plusSeconds(60));

        assertThat(it().insert(later).state()).isEqualTo(JobState.SCHEDULED);
        assertThat(it().find(later.id()).standing().dueAt())
                .contains(later.urgency().dueAt());

        it().advance(Duration.ofSeconds(60));
        assertThat(it().state(later.id())).isEqualTo(JobState.READY);
    }

    @Test
    void the_same_job_added_again_is_the_one_that_is_there_so_a_lost_answer_can_be_asked_for_again() {
        NewJob job = it().job();
        it().insert(job);

        assertThat(it().insert(job)).isEqualTo(it().answer(job.id(), Inserted.Answer.EXISTING, JobState.READY));
        assertThat(it().claim(it().node(), 10).claims()).hasSize(1);
    }

    @Test
    void jobs_that_are_there_already_do_not_stand_in_the_way_of_new_ones_with_a_lane_or_a_key() {
        NewJob there = it().job();
        it().insert(there);
        List<NewJob> batch = List.of(there, it().inLane("a"), it().keyed(KeyScope.ACTIVE, "order-42", "{}"));

        assertThat(it().store.insert(batch, it().now()))
                .extracting(Inserted::answer)
                .containsExactly(Inserted.Answer.EXISTING, Inserted.Answer.ADDED, Inserted.Answer.ADDED);
    }

    @Test
    void many_jobs_are_added_in_their_order_and_an_empty_batch_is_no_trouble() {
        List<NewJob> jobs = List.of(it().job(), it().job(), it().job());

        assertThat(it().store.insert(jobs, it().now()))
                .extracting(Inserted::id)
                .containsExactlyElementsOf(jobs.stream().map(NewJob::id).toList());
        assertThat(it().store.insert(List.of(), it().now())).isEmpty();
    }

    @Test
    @Tag("R-003-25")
    void a_batch_with_one_refused_job_stores_nothing_at_all() {
        it().insert(it().keyed(KeyScope.FOREVER, "order-42", "{\"a\":1}"));
        NewJob innocent = it().job();
        NewJob refused = it().keyed(KeyScope.FOREVER, "order-42", "{\"a\":2}");

        assertThatThrownBy(() -> it().store.insert(List.of(innocent, refused), it().now()))
                .isInstanceOfSatisfying(
                        KeyReusedException.class, e -> assertThat(e.index()).isEqualTo(1));
        assertThat(it().store.find(innocent.id(), it().now())).isEmpty();
        assertThat(it().store.find(refused.id(), it().now())).isEmpty();
    }

    @Test
    @Tag("R-003-24")
    void a_job_added_in_a_callers_transaction_is_there_if_and_only_if_that_commits() {
        NewJob committed = it().keyed(KeyScope.FOREVER, "committed", "{}");
        NewJob rolledBack = it().keyed(KeyScope.FOREVER, "rolled back", "{}");

        try (CallerTransaction transaction = it().begin()) {
            it().store.insert(transaction.handle(), List.of(committed), it().now());
            transaction.commit();
        }
        try (CallerTransaction transaction = it().begin()) {
            it().store.insert(transaction.handle(), List.of(rolledBack), it().now());
        }

        assertThat(it().state(committed.id())).isEqualTo(JobState.READY);
        assertThat(it().store.find(rolledBack.id(), it().now())).isEmpty();
        assertThat(it().insert(it().keyed(KeyScope.FOREVER, "rolled back", "{}"))
                        .answer())
                .as("its key is free again")
                .isEqualTo(Inserted.Answer.ADDED);
    }

    @Test
    void a_refusal_leaves_the_callers_transaction_usable() {
        it().insert(it().keyed(KeyScope.FOREVER, "order-42", "{\"a\":1}"));
        NewJob first = it().job();
        NewJob half = it().job();
        NewJob last = it().job();

        try (CallerTransaction transaction = it().begin()) {
            StoreTransaction handle = transaction.handle();
            it().store.insert(handle, List.of(first), it().now());
            NewJob refused = it().keyed(KeyScope.FOREVER, "order-42", "{\"a\":2}");
            assertThatThrownBy(() -> it().store.insert(handle, List.of(half, refused), it().now()))
                    .isInstanceOf(KeyReusedException.class);
            it().store.insert(handle, List.of(last), it().now());
            transaction.commit();
        }

        assertThat(it().state(first.id())).isEqualTo(JobState.READY);
        assertThat(it().store.find(half.id(), it().now())).isEmpty();
        assertThat(it().state(last.id())).isEqualTo(JobState.READY);
    }

    @Test
    void a_transaction_of_another_kind_is_refused() {
        StoreTransaction foreign = new StoreTransaction() {};

        assertThatThrownBy(() -> it().store.insert(foreign, List.of(it().job()), it().now()))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("WRONG_TRANSACTION"));
    }
}
