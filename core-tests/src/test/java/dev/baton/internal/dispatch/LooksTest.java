package dev.baton.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.JobId;
import dev.baton.store.Grounds;
import dev.baton.store.JobStore;
import dev.baton.store.StoreUnavailableException;
import dev.baton.store.memory.MemoryStore;
import java.lang.reflect.Proxy;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many who ask at once are answered by few looks, and by none that was begun before they asked. */
@Timeout(60)
class LooksTest {

    private static final Grounds NOTHING = new Grounds(Map.of(), List.of());

    private final CountDownLatch firstLooks = new CountDownLatch(1);
    private final CompletableFuture<Grounds> firstAnswer = new CompletableFuture<>();
    private final LinkedBlockingQueue<Set<?>> lookedFor = new LinkedBlockingQueue<>();
    private final AtomicBoolean interruptsNext = new AtomicBoolean();
    private final Looks looks = new Looks(store());

    /** A store whose first look lasts until the test has an answer for it. */
    private JobStore store() {
        var real = new MemoryStore(InstantSource.system());
        return (JobStore) Proxy.newProxyInstance(
                JobStore.class.getClassLoader(), new Class<?>[] {JobStore.class}, (proxy, method, arguments) -> {
                    if (!method.getName().equals("grounds")) {
                        return method.invoke(real, arguments);
                    }
                    lookedFor.add(Set.copyOf((Collection<?>) arguments[0]));
                    if (firstLooks.getCount() > 0) {
                        firstLooks.countDown();
                        try {
                            return firstAnswer.get();
                        } catch (ExecutionException e) {
                            throw e.getCause();
                        }
                    }
                    if (interruptsNext.getAndSet(false)) {
                        Thread.currentThread().interrupt(); // as a pool of connections has it
                        throw new StoreUnavailableException("GONE", "interrupted", new InterruptedException());
                    }
                    return method.invoke(real, arguments);
                });
    }

    private static JobId job(int number) {
        return new JobId(new UUID(0, number));
    }

    private record Asking(Thread thread, CompletableFuture<Grounds> answer) {}

    private Asking ask(int number) {
        var answer = new CompletableFuture<Grounds>();
        var thread = new Thread(() -> {
            try {
                answer.complete(looks.look(job(number)));
            } catch (Exception e) {
                answer.completeExceptionally(e);
            }
        });
        thread.start();
        return new Asking(thread, answer);
    }

    /** One whose look is under way, and others who have asked since. */
    private List<Asking> firstAnd(int others) throws InterruptedException {
        var asking = new ArrayList<Asking>();
        asking.add(ask(0));
        firstLooks.await();
        for (int number = 1; number <= others; number++) {
            Asking other = ask(number);
            while (other.thread().getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            asking.add(other);
        }
        return asking;
    }

    @Test
    void whoever_asks_during_a_look_is_answered_by_the_next_one_together_with_all_others() throws Exception {
        List<Asking> asking = firstAnd(5);

        firstAnswer.complete(NOTHING);

        for (Asking each : asking) {
            each.answer().get(30, TimeUnit.SECONDS);
        }
        assertThat(lookedFor).containsExactly(Set.of(job(0)), Set.of(job(1), job(2), job(3), job(4), job(5)));
    }

    @Test
    void a_look_that_fails_is_no_answer_for_those_it_was_for_and_nothing_to_the_others() throws Exception {
        List<Asking> asking = firstAnd(1);

        firstAnswer.completeExceptionally(new StoreUnavailableException("GONE", "gone", new IllegalStateException()));

        assertThatThrownBy(() -> asking.get(0).answer().get(30, TimeUnit.SECONDS))
                .hasCauseInstanceOf(StoreUnavailableException.class);
        assertThat(asking.get(1).answer().get(30, TimeUnit.SECONDS).holds()).isEmpty();
    }

    @Test
    void who_is_interrupted_does_not_wait_for_the_looks_of_others() throws Exception {
        List<Asking> asking = firstAnd(1);

        asking.get(1).thread().interrupt();

        assertThatThrownBy(() -> asking.get(1).answer().get(30, TimeUnit.SECONDS))
                .hasCauseInstanceOf(InterruptedException.class);
        firstAnswer.complete(NOTHING);
        asking.get(0).answer().get(30, TimeUnit.SECONDS);
    }

    @Test
    void who_is_interrupted_during_a_look_for_several_takes_nobody_elses_answer_away() throws Exception {
        List<Asking> asking = firstAnd(2);

        interruptsNext.set(true);
        firstAnswer.complete(NOTHING);

        List<CompletableFuture<Grounds>> both =
                asking.subList(1, 3).stream().map(Asking::answer).toList();
        for (CompletableFuture<Grounds> each : both) {
            each.exceptionally(thrown -> NOTHING).get(30, TimeUnit.SECONDS);
        }
        assertThat(both)
                .filteredOn(CompletableFuture::isCompletedExceptionally)
                .singleElement()
                .satisfies(told -> assertThatThrownBy(told::get).hasCauseInstanceOf(InterruptedException.class));
    }
}
