package dev.baton.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.job.JobIds;
import dev.baton.job.JobState;
import dev.baton.store.JobStore;
import dev.baton.store.memory.MemoryStore;
import dev.baton.testkit.ManualClock;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** When the store is asked by who waits for a job. */
class AwaitingTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ManualClock clock = new ManualClock();
    private final JobStore store = new MemoryStore(clock);
    private final Semaphore looks = new Semaphore(0);
    private final JobId job = new JobIds(clock, new Random(1)).next();
    private final Awaiting awaiting = new Awaiting(counting(), clock);

    @AfterEach
    void close() {
        store.close();
    }

    private JobStore counting() {
        return (JobStore) Proxy.newProxyInstance(
                JobStore.class.getClassLoader(), new Class<?>[] {JobStore.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("standings")) {
                        looks.release();
                    }
                    return method.invoke(store, arguments);
                });
    }

    private CompletableFuture<Map<JobId, JobState>> waiting() {
        var answer = new CompletableFuture<Map<JobId, JobState>>();
        var waiter = new Thread(
                () -> {
                    try {
                        answer.complete(awaiting.await(List.of(job), Duration.ofMinutes(5)));
                    } catch (Throwable e) {
                        answer.completeExceptionally(e);
                    }
                },
                "waiter");
        waiter.setDaemon(true);
        waiter.start();
        return answer;
    }

    private void awaitLook() throws InterruptedException {
        assertThat(looks.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
        clock.awaitAlarms(1, PATIENCE); // it has gone to sleep again
    }

    @Test
    @Tag("R-000-31")
    void the_store_is_asked_at_once_then_every_100_ms_and_when_the_job_has_ended_here() throws Exception {
        CompletableFuture<Map<JobId, JobState>> answer = waiting();
        awaitLook();

        for (int look = 0; look < 5; look++) {
            clock.advance(Duration.ofMillis(99));
            assertThat(looks.availablePermits()).isZero();
            clock.advance(Duration.ofMillis(1));
            awaitLook();
        }

        awaiting.ended(List.of(job));
        awaitLook();
        assertThat(answer).isNotDone();
        awaiting.stop();
        assertThat(answer.handle((states, failure) -> failure).get(20, TimeUnit.SECONDS))
                .hasMessageContaining("stopped");
    }
}
