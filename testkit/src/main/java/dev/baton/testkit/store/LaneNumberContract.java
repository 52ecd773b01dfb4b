package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.inLane;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.job.Turn;
import dev.baton.store.Claim;
import dev.baton.store.Ending;
import dev.baton.store.Inserted;
import dev.baton.store.KeyReusedException;
import dev.baton.store.NewJob;
import dev.baton.store.OperatorCommand.Act;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The numbers that jobs of a lane get. */
abstract class LaneNumberContract {

    abstract StoreUnderTest it();

    private long nextNumberOf(String lane) {
        return it().number(it().addTo(lane));
    }

    /** Done, and long enough ago. */
    private int pruneAll() {
        return it().store.prune(it().now().plusSeconds(1), 1000);
    }

    @Test
    @Tag("R-003-01")
    @Tag("R-003-02")
    void numbers_count_from_one_in_the_order_in_which_jobs_are_added() {
        Inserted first = it().insert(it().inLane("alice"));
        List<Inserted> batch =
                it().store.insert(List.of(it().inLane("alice"), it().job(), it().inLane("alice")), it().now());

        assertThat(first.turn()).contains(new Turn("alice", 1));
        assertThat(batch.get(0).turn()).contains(new Turn("alice", 2));
        assertThat(batch.get(1).turn()).as("in no lane").isEmpty();
        assertThat(batch.get(2).turn()).contains(new Turn("alice", 3));
        assertThat(it().find(first.id()).facts().turn()).isEqualTo(first.turn());
        assertThat(it().claim(it().node(), 10).claims())
                .extracting(Claim::turn)
                .containsExactly(first.turn(), batch.get(1).turn());
    }

    @Test
    @Tag("R-003-04")
    void every_lane_counts_for_itself_and_names_are_taken_by_the_letter() {
        List<String> lanes = List.of("alice", "Alice", "alice ", "a%", "älice", "1");
        List<NewJob> jobs = new ArrayList<>();
        lanes.forEach(lane -> jobs.add(it().inLane(lane)));
        lanes.forEach(lane -> jobs.add(it().inLane(lane)));

        List<Inserted> inserted = it().store.insert(jobs, it().now());

        for (int i = 0; i < inserted.size(); i++) {
            var turn = new Turn(lanes.get(i % lanes.size()), 1 + i / lanes.size());
            assertThat(inserted.get(i).turn()).contains(turn);
        }
    }

    @Test
    @Tag("R-003-03")
    void a_number_is_given_back_if_the_transaction_that_took_it_is_rolled_back() {
        it().addTo("alice");
        try (CallerTransaction transaction = it().begin()) {
            List<Inserted> taken = it().store
                    .insert(transaction.handle(), List.of(it().inLane("alice"), it().inLane("bob")), it().now());
            assertThat(taken.get(0).turn()).contains(new Turn("alice", 2));
        }
        NewJob committed = it().inLane("alice");
        try (CallerTransaction transaction = it().begin()) {
            it().store.insert(transaction.handle(), List.of(committed), it().now());
            transaction.commit();
        }

        assertThat(it().number(committed.id())).isEqualTo(2);
        assertThat(nextNumberOf("alice")).isEqualTo(3);
        assertThat(nextNumberOf("bob")).isEqualTo(1);
    }

    @Test
    void what_is_refused_within_a_transaction_gives_its_numbers_back_and_the_rest_keeps_them() {
        it().insert(it().keyed(KeyScope.FOREVER, "k", "{\"a\":1}"));
        NewJob refused = it().keyed(KeyScope.FOREVER, "k", "{\"a\":2}");
        NewJob before = it().inLane("alice");
        NewJob after = it().inLane("alice");

        try (CallerTransaction transaction = it().begin()) {
            it().store.insert(transaction.handle(), List.of(before), it().now());
            assertThatThrownBy(() ->
                            it().store.insert(transaction.handle(), List.of(it().inLane("alice"), refused), it().now()))
                    .isInstanceOf(KeyReusedException.class);
            it().store.insert(transaction.handle(), List.of(after), it().now());
            transaction.commit();
        }

        assertThat(it().number(before.id())).isEqualTo(1);
        assertThat(it().number(after.id())).isEqualTo(2);
    }

    @Test
    @Tag("R-003-07")
    @Tag("R-003-20")
    void a_key_that_is_taken_uses_up_no_number_and_answers_with_that_of_its_job() {
        for (KeyScope scope : KeyScope.values()) {
            Instant added = it().now();
            Inserted first = it().insert(inLane(scope.name(), it().keyed(scope, "k", "{}")));
            it().advance(Duration.ofSeconds(1));
            Inserted second = it().insert(inLane(scope.name(), it().keyed(scope, "k", "{}")));
            Inserted elsewhere = it().insert(inLane("elsewhere", it().keyed(scope, "k", "{}")));

            assertThat(second)
                    .isEqualTo(new Inserted(first.id(), Inserted.Answer.EXISTING, first.state(), first.turn(), added));
            assertThat(elsewhere).isEqualTo(second);
            assertThat(nextNumberOf(scope.name())).isEqualTo(2);
        }
        assertThat(nextNumberOf("elsewhere")).isEqualTo(1);
    }

    @Test
    @Tag("R-003-21")
    void a_key_for_ever_answers_with_the_number_of_its_job_when_that_is_long_over() {
        Inserted first = it().insert(inLane("alice", it().keyed(KeyScope.FOREVER, "k", "{}")));
        it().doNext();
        it().advance(Duration.ofDays(365));
        pruneAll();

        assertThat(it().insert(inLane("alice", it().keyed(KeyScope.FOREVER, "k", "{}"))))
                .isEqualTo(new Inserted(
                        first.id(), Inserted.Answer.EXISTING, JobState.DONE, first.turn(), first.createdAt()));
        assertThat(nextNumberOf("alice")).isEqualTo(2);
    }

    @Test
    void a_job_that_is_added_twice_under_one_id_has_one_number() {
        NewJob job = it().inLane("alice");
        Inserted first = it().insert(job);

        assertThat(it().insert(job)).isEqualTo(it().answer(job.id(), Inserted.Answer.EXISTING, first.state()));
        assertThat(first.turn()).contains(new Turn("alice", 1));
        assertThat(nextNumberOf("alice")).isEqualTo(2);
    }

    @Test
    @Tag("R-003-06")
    @Tag("R-003-58")
    void a_job_keeps_its_number_and_its_time_whatever_becomes_of_its_attempts() {
        Inserted job = it().insert(it().inLane("alice"));
        List<Ending> endings = List.of(
                it().retryIn(Duration.ZERO),
                new Ending.Snooze(it().now()),
                new Ending.Released(),
                new Ending.Unstarted(it().now()),
                new Ending.Unknown(it().now(), "NO_ANSWER", "", false));
        for (Ending ending : endings) {
            it().advance(Duration.ofSeconds(1));
            Claim claim = it().claimOne();
            assertThat(claim.turn()).as("before %s", ending).isEqualTo(job.turn());
            it().finish(claim, ending);
        }
        it().claimOne();
        it().loseNode();
        it().finish(it().claimOne(), new Ending.Dead("NEVER", ""));
        it().command(job.id(), Act.RETRY);

        assertThat(it().claimOne().turn()).contains(new Turn("alice", 1));
        assertThat(it().find(job.id()).facts().createdAt()).isEqualTo(job.createdAt());
        assertThat(nextNumberOf("alice")).isEqualTo(2);
    }

    @Test
    void numbers_of_jobs_that_were_removed_are_never_used_again() {
        it().addTo("alice", 3);
        JobId waits = it().addTo("bob", 2).get(1);
        it().command(waits, Act.CANCEL);
        it().doAll();
        it().advance(Duration.ofDays(1));

        assertThat(pruneAll()).isEqualTo(5);
        assertThat(nextNumberOf("alice")).isEqualTo(4);
        assertThat(nextNumberOf("bob")).isEqualTo(3);

        it().doAll();
        it().advance(Duration.ofDays(1));
        assertThat(pruneAll()).as("and not after the next time either").isEqualTo(2);
        assertThat(nextNumberOf("alice")).isEqualTo(5);
    }

    @Test
    void the_number_of_the_last_that_was_cancelled_or_skipped_is_not_used_again() {
        it().command(it().addTo("alice"), Act.CANCEL);
        it().command(it().addTo("alice"), Act.SKIP);

        assertThat(nextNumberOf("alice")).isEqualTo(3);
    }

    @Test
    @Tag("R-003-03")
    void a_producer_that_waited_for_another_gets_its_number_if_that_one_gave_it_back() throws Exception {
        NewJob second = it().inLane("alice");
        var begun = new CountDownLatch(1);
        var waiting = new Thread(() -> {
            begun.countDown();
            it().insert(second);
        });

        try (CallerTransaction transaction = it().begin()) {
            it().store.insert(transaction.handle(), List.of(it().inLane("alice")), it().now());
            waiting.start();
            assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
        }
        waiting.join(Duration.ofSeconds(30).toMillis());

        assertThat(it().number(second.id())).isEqualTo(1);
    }

    @Test
    @Tag("R-003-05")
    void many_producers_at_once_get_every_number_once_and_each_in_its_own_order() throws Exception {
        List<List<NewJob>> ofProducers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            List<NewJob> jobs = new ArrayList<>();
            for (int j = 0; j < 25; j++) {
                jobs.add(it().inLane("alice"));
            }
            ofProducers.add(jobs);
        }

        List<Callable<List<Long>>> producers = new ArrayList<>();
        ofProducers.forEach(jobs -> producers.add(() -> jobs.stream()
                .map(job -> it().insert(job).turn().orElseThrow().sequence())
                .toList()));
        List<List<Long>> numbers = AtOnce.run(producers);

        assertThat(numbers).allSatisfy(own -> assertThat(own).isSorted());
        assertThat(numbers.stream().flatMap(List::stream).sorted())
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, 100).boxed().toList());
        assertThat(it().doAll().stream().map(it()::number)).isSorted().hasSize(100);
    }
}
