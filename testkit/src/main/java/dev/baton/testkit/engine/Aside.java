package dev.baton.testkit.engine;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** Does something on a thread of its own. The pool that everybody shares may have a single thread, and who blocks it blocks all. */
final class Aside {

    private Aside() {}

    static <T> CompletableFuture<T> call(Callable<T> work) {
        var result = new CompletableFuture<T>();
        var thread = new Thread(() -> {
            try {
                result.complete(work.call());
            } catch (Throwable failure) {
                result.completeExceptionally(failure);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return result;
    }

    static CompletableFuture<Boolean> run(Work work) {
        return call(() -> {
            work.run();
            return true;
        });
    }

    /** Something to do. */
    interface Work {
        void run() throws Exception;
    }
}
