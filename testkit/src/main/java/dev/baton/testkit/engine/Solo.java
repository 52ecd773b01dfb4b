package dev.baton.testkit.engine;

import dev.baton.supervise.Task;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A singleton that goes on until it is told to stop, and knows who ran it, when there were two, and what it is to throw. */
final class Solo {

    final List<String> owners = new CopyOnWriteArrayList<>();
    final List<Long> fences = new CopyOnWriteArrayList<>();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();

    /** The task, as this node runs it. */
    Task on(String node, long fence) {
        return run -> {
            owners.add(node);
            fences.add(fence);
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            try {
                while (!run.stopping()) {
                    RuntimeException thrown = failure.getAndSet(null);
                    if (thrown != null) {
                        throw thrown;
                    }
                    run.sleep(Duration.ofSeconds(1));
                }
            } finally {
                running.decrementAndGet();
            }
        };
    }

    void failWith(RuntimeException thrown) {
        failure.set(thrown);
    }

    int running() {
        return running.get();
    }

    int mostAtOnce() {
        return most.get();
    }
}
