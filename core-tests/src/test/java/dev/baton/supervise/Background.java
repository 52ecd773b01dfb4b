package dev.baton.supervise;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** Threads beside the test's own. */
final class Background {

    /** Something that may throw. */
    interface Action {
        void run() throws Exception;
    }

    private Background() {}

    static CompletableFuture<Void> start(Action action) {
        var done = new CompletableFuture<Void>();
        ThreadLauncher.daemon(() -> {
                    try {
                        action.run();
                        done.complete(null);
                    } catch (Throwable e) {
                        done.completeExceptionally(e);
                    }
                })
                .start();
        return done;
    }

    /** Waits as somebody does who is deaf to interrupts. */
    static void awaitDeaf(CountDownLatch latch) {
        boolean done = false;
        while (!done) {
            try {
                latch.await();
                done = true;
            } catch (InterruptedException ignoredOnPurpose) {
                // deaf
            }
        }
    }
}
