package dev.baton.supervise;

import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Gives every run a thread of its own, named after the task and the run. */
final class ThreadLauncher implements Launcher {

    private final ThreadFactory threads;
    private final Ends ends;

    ThreadLauncher(ThreadFactory threads, Ends ends) {
        this.threads = threads;
        this.ends = ends;
    }

    /** Daemon threads: a task that ignores its interrupt must not keep the JVM from ending. */
    static Thread daemon(Runnable body) {
        var thread = new Thread(body);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public Interrupter launch(Run run, Supplier<? extends Task> factory) {
        try {
            Thread thread = threads.newThread(() -> ends.ended(run.task(), run.number(), resultOf(run, factory)));
            thread.setName("baton-task-" + run.task() + "-" + run.number());
            thread.start();
            return () -> interrupt(thread, run);
        } catch (Throwable noThread) {
            ends.ended(run.task(), run.number(), noThread);
            return () -> {};
        }
    }

    /** The factory is called here too: one that throws or blocks concerns its own task only. */
    private static @Nullable Throwable resultOf(Run run, Supplier<? extends Task> factory) {
        try {
            Objects.requireNonNull(factory.get(), "The factory made no task").run(run);
            return null;
        } catch (Throwable failure) {
            return failure;
        } finally {
            run.end();
        }
    }

    /**
     * From a thread of its own: interrupting somebody who uses a channel closes that channel on the interrupting thread, and
     * that may take its time or throw.
     */
    private static void interrupt(Thread thread, Run run) {
        Runnable interrupt = () -> {
            try {
                thread.interrupt();
            } catch (Throwable failure) {
                run.warn("interrupt failed", failure);
            }
        };
        try {
            daemon(interrupt).start();
        } catch (OutOfMemoryError noThread) {
            interrupt.run();
        }
    }
}
