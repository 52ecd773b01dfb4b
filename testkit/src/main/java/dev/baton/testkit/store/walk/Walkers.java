package dev.baton.testkit.store.walk;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Takes many walks, on a few threads that each have a store of their own. The first that fails ends all. */
final class Walkers {

    private final Supplier<RandomWalk> open;
    private final Queue<Long> seeds;
    private final AtomicBoolean failed = new AtomicBoolean();

    Walkers(Supplier<RandomWalk> open, Collection<Long> seeds) {
        this.open = open;
        this.seeds = new ConcurrentLinkedQueue<>(seeds);
    }

    /** Where all of them came together. */
    Coverage run() throws Exception {
        int threads = Runtime.getRuntime().availableProcessors() + 1;
        ExecutorService walkers = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Coverage>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                Callable<Coverage> walker = this::walk;
                running.add(walkers.submit(walker));
            }
            var coverage = new Coverage();
            for (Future<Coverage> each : running) {
                coverage.add(each.get());
            }
            return coverage;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AssertionError failure) {
                throw failure;
            }
            throw e;
        } finally {
            walkers.shutdownNow();
        }
    }

    private Coverage walk() {
        boolean done = false;
        try (RandomWalk walks = open.get()) {
            for (Long seed = seeds.poll(); seed != null && !failed.get(); seed = seeds.poll()) {
                walks.run(seed);
            }
            done = true;
            return walks.coverage();
        } finally {
            failed.compareAndSet(false, !done);
        }
    }
}
