package dev.baton.testkit.store.walk;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random walks on a store and on the reference store: the same commands, the same answers, the same contents. Extend it and say
 * how to open an empty store. A walk that fails is printed as a test that can be pasted into your class.
 */
public abstract class RandomWalkContract {

    private static final int WALKS = 10_000;
    private static final int VERY_MANY = 200_000;
    private static final int AT_ONCE = 300;

    /** An empty store that lives by this clock, apart from all others that this opened. */
    protected abstract WalkedStore open(InstantSource clock);

    /** Does the store take one engine at a time? */
    protected abstract boolean takesOneEngine();

    @Test
    @Tag("slow")
    @Timeout(300)
    void ten_thousand_walks_stay_equal_and_come_to_every_cell_of_the_table_of_moves() throws Exception {
        walk(0, WALKS);
    }

    @Test
    @Tag("long")
    @Timeout(3_600)
    void very_many_walks_stay_equal_to_the_end() throws Exception {
        walk(WALKS, VERY_MANY);
    }

    @Test
    @Tag("slow")
    @Timeout(300)
    void steps_at_once_come_to_what_one_after_another_would() throws Exception {
        race(0, AT_ONCE);
    }

    @Test
    @Tag("long")
    @Timeout(3_600)
    void very_many_steps_at_once_come_to_what_one_after_another_would() throws Exception {
        race(AT_ONCE, VERY_MANY / 10);
    }

    private void race(long first, int howMany) throws Exception {
        int otherOrders = 0;
        try (RandomWalk walks = open()) {
            for (long seed = first; seed < first + howMany; seed++) {
                otherOrders += walks.race(seed) ? 1 : 0;
            }
        }
        assertThat(otherOrders)
                .as("races in which the first that was asked did not come first")
                .isPositive();
    }

    /** A walk on which the steps are these: for a test that was printed. */
    protected final void replay(Step... steps) {
        try (RandomWalk walks = open()) {
            walks.replay(List.of(steps));
        }
    }

    private RandomWalk open() {
        var clock = new WalkClock();
        return new RandomWalk(open(clock), clock, takesOneEngine());
    }

    private void walk(long first, int howMany) throws Exception {
        var next = new AtomicLong(first);
        var failed = new AtomicBoolean();
        int threads = Runtime.getRuntime().availableProcessors() + 1;
        ExecutorService walkers = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Coverage>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                Callable<Coverage> walker = () -> {
                    try (RandomWalk walks = open()) {
                        for (long seed = next.getAndIncrement();
                                seed < first + howMany && !failed.get();
                                seed = next.getAndIncrement()) {
                            walks.run(seed);
                        }
                        return walks.coverage();
                    } catch (Throwable e) {
                        failed.set(true);
                        throw e;
                    }
                };
                running.add(walkers.submit(walker));
            }
            var coverage = new Coverage();
            for (Future<Coverage> each : running) {
                coverage.add(each.get());
            }
            System.out.println(coverage.table());
            assertThat(coverage.missing())
                    .as("cells of the table of moves that no walk came to")
                    .isEmpty();
        } finally {
            walkers.shutdownNow();
        }
    }
}
