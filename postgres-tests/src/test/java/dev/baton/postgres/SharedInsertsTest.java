package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.Inserted;
import dev.baton.store.NewJob;
import dev.baton.store.OutcomeUnknownException;
import dev.baton.store.Payload;
import dev.baton.store.Route;
import dev.baton.store.Urgency;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who adds jobs while others do shares a transaction with them, and gets the answer for its own. */
@Timeout(60)
class SharedInsertsTest {

    private static final int UNDER_WAY = 4;
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final CountDownLatch firstMayEnd = new CountDownLatch(1);
    private final CountDownLatch firstHaveBegun = new CountDownLatch(UNDER_WAY);
    private final LinkedBlockingQueue<Integer> sizes = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<Instant> times = new LinkedBlockingQueue<>();
    private volatile Optional<RuntimeException> together = Optional.empty();
    private final SharedInserts inserts = new SharedInserts(this::insert);

    /** The first ones take until the test lets them; what is added together may fail. */
    private List<Inserted> insert(List<NewJob> jobs, Instant now) {
        sizes.add(jobs.size());
        times.add(now);
        if (firstHaveBegun.getCount() > 0) {
            firstHaveBegun.countDown();
            awaitUninterruptibly(firstMayEnd);
        }
        if (jobs.size() > 1 && together.isPresent()) {
            throw together.get();
        }
        return jobs.stream()
                .map(job -> new Inserted(job.id(), Inserted.Answer.ADDED, JobState.READY, Optional.empty(), now))
                .toList();
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static NewJob job(int number) {
        return new NewJob(
                new JobId(new UUID(0, number)),
                new Route("default", "sample", 1),
                Payload.of("{}", "sample"),
                new Urgency(0, NOW));
    }

    private record Asking(Thread thread, CompletableFuture<List<Inserted>> answer) {
        JobId added() throws Exception {
            return answer.get(30, TimeUnit.SECONDS).get(0).id();
        }
    }

    private Asking add(int number) {
        var answer = new CompletableFuture<List<Inserted>>();
        var thread = new Thread(() -> {
            try {
                answer.complete(inserts.insert(List.of(job(number)), NOW.plusMillis(number)));
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        thread.start();
        return new Asking(thread, answer);
    }

    /** As many as may be under way, and three more who wait. */
    private List<Asking> seven() throws InterruptedException {
        var asking = new ArrayList<Asking>();
        for (int number = 0; number < UNDER_WAY; number++) {
            asking.add(add(number));
        }
        firstHaveBegun.await();
        for (int number = UNDER_WAY; number < UNDER_WAY + 3; number++) {
            Asking other = add(number);
            while (other.thread().getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            asking.add(other);
        }
        return asking;
    }

    @Test
    void whoever_comes_while_others_add_waits_and_is_added_with_all_who_wait() throws Exception {
        List<Asking> asking = seven();

        firstMayEnd.countDown();

        for (int number = 0; number < asking.size(); number++) {
            assertThat(asking.get(number).added()).isEqualTo(job(number).id());
        }
        assertThat(sizes).containsExactly(1, 1, 1, 1, 3);
        assertThat(times).last().isEqualTo(NOW.plusMillis(6));
    }

    @Test
    void what_cannot_be_added_together_is_added_one_by_one() throws Exception {
        together = Optional.of(new BatonException("STORE_UNAVAILABLE", "gone for a moment"));
        List<Asking> asking = seven();

        firstMayEnd.countDown();

        for (int number = 0; number < asking.size(); number++) {
            assertThat(asking.get(number).added()).isEqualTo(job(number).id());
        }
        assertThat(sizes).containsExactly(1, 1, 1, 1, 3, 1, 1, 1);
    }

    @Test
    void if_nobody_knows_whether_all_were_added_each_is_told_so_and_nothing_is_repeated() throws Exception {
        together = Optional.of(new OutcomeUnknownException("lost", new IllegalStateException()));
        List<Asking> asking = seven();

        firstMayEnd.countDown();

        for (Asking each : asking.subList(UNDER_WAY, asking.size())) {
            assertThatThrownBy(() -> each.answer().get(30, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(OutcomeUnknownException.class);
        }
        assertThat(sizes).containsExactly(1, 1, 1, 1, 3);
    }

    @Test
    void who_is_interrupted_meanwhile_waits_on_and_stays_interrupted() throws Exception {
        var wasInterrupted = new CompletableFuture<Boolean>();
        seven();
        var thread = new Thread(() -> {
            inserts.insert(List.of(job(9)), NOW);
            wasInterrupted.complete(Thread.currentThread().isInterrupted());
        });
        thread.start();
        thread.interrupt();

        firstMayEnd.countDown();

        assertThat(wasInterrupted.get(30, TimeUnit.SECONDS)).isTrue();
    }
}
