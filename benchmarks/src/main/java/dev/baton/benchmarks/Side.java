package dev.baton.benchmarks;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Something that happens beside the measuring thread, on a thread of its own. */
final class Side {

    /** What happens. */
    interface Step {
        void run() throws Exception;
    }

    private final FutureTask<Boolean> running;

    private Side(FutureTask<Boolean> running) {
        this.running = running;
    }

    static Side begin(String name, Step step) {
        var running = new FutureTask<>(() -> {
            step.run();
            return true;
        });
        var thread = new Thread(running, name);
        thread.setDaemon(true);
        thread.start();
        return new Side(running);
    }

    /** Waits for its end, and throws what it threw. */
    void await() throws InterruptedException {
        try {
            running.get();
        } catch (ExecutionException | CancellationException e) {
            throw new IllegalStateException("The bench failed beside", e);
        }
    }
}
