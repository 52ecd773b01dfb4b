package dev.baton.testkit.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Several threads that do something at the same moment. */
public final class AtOnce {

    private static final Duration LONG = Duration.ofSeconds(30);

    private AtOnce() {}

    /** What each of these came to, in their order. One that does not end fails the test. */
    public static <T> List<T> run(List<? extends Callable<T>> all) throws Exception {
        var start = new CyclicBarrier(all.size());
        ExecutorService threads = Executors.newFixedThreadPool(all.size());
        try {
            List<Future<T>> running = new ArrayList<>();
            for (Callable<T> each : all) {
                running.add(threads.submit(() -> {
                    start.await(LONG.toSeconds(), TimeUnit.SECONDS);
                    return each.call();
                }));
            }
            List<T> answers = new ArrayList<>();
            for (Future<T> each : running) {
                answers.add(each.get(LONG.toSeconds(), TimeUnit.SECONDS));
            }
            return answers;
        } finally {
            threads.shutdownNow();
        }
    }
}
