package dev.baton.internal.singleton;

import dev.baton.supervise.Task;
import dev.baton.supervise.TaskRun;
import java.time.Duration;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Stands by until this node owns the singleton, runs its task, and stands by again when it was taken away. */
final class SingletonTask implements Task {

    private final String name;
    private final LongFunction<? extends Task> factory;
    private final Singletons singletons;
    private final Duration every;

    SingletonTask(String name, LongFunction<? extends Task> factory, Singletons singletons, Duration every) {
        this.name = name;
        this.factory = factory;
        this.singletons = singletons;
        this.every = every;
    }

    @Override
    public void run(TaskRun run) throws Exception {
        boolean standBy = true;
        singletons.begin(name);
        try {
            while (standBy && !run.stopping()) {
                Owned owned = takeOrWarn(run);
                if (owned == null) {
                    run.sleep(every);
                } else {
                    standBy = runOwned(owned, run);
                }
            }
        } finally {
            singletons.end(name);
        }
    }

    /** A store that cannot be reached is no fault of the task. */
    private @Nullable Owned takeOrWarn(TaskRun run) {
        try {
            return singletons.take(name);
        } catch (RuntimeException e) {
            run.warn("It could not be found out who runs this task.", e);
            return null;
        }
    }

    /** Whether to stand by again. */
    private boolean runOwned(Owned owned, TaskRun run) throws Exception {
        Throwable failure = null;
        try {
            factory.apply(owned.fence()).run(new OwnersRun(run, owned));
        } catch (Throwable any) {
            failure = any;
        }
        owned.end(run.stopping());
        if (run.stopping() || owned.isToldToStop()) {
            giveBack(() -> singletons.release(name, owned), run);
            return true;
        }
        Throwable thrown = failure;
        giveBack(() -> singletons.fail(name, owned, thrown), run);
        rethrow(failure);
        return false;
    }

    /** Not every store works on a thread that is interrupted. */
    private static void giveBack(Runnable how, TaskRun run) {
        boolean interrupted = Thread.interrupted();
        try {
            how.run();
        } catch (RuntimeException e) {
            run.warn("It is given back when the store can be reached again.", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void rethrow(@Nullable Throwable failure) throws Exception {
        if (failure instanceof Exception exception) {
            throw exception;
        }
        if (failure instanceof Error error) {
            throw error;
        }
    }
}
