package dev.baton.internal.dispatch;

import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Where handlers run: on virtual threads where the JVM has them, otherwise on a bounded pool. */
public final class HandlerThreads implements AutoCloseable {

    private static final Duration IDLE = Duration.ofSeconds(10);

    private final ExecutorService threads;

    private HandlerThreads(ExecutorService threads) {
        this.threads = threads;
    }

    /** The best this JVM has; at most so many at once if they are expensive. */
    public static HandlerThreads standard(int most) {
        try {
            // Java 21 and newer; the code is compiled for 17.
            Object virtual =
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
            return new HandlerThreads((ExecutorService) virtual);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException older) {
            return pool(most, HandlerThreads::daemon);
        }
    }

    /** Threads of the caller's choice, at most so many at once. */
    public static HandlerThreads pool(int most, ThreadFactory factory) {
        return new HandlerThreads(new ThreadPoolExecutor(
                0, most, IDLE.toNanos(), TimeUnit.NANOSECONDS, new SynchronousQueue<>(), factory));
    }

    /** A handler that ignores its interrupt must not keep the JVM from ending. */
    private static Thread daemon(Runnable body) {
        var thread = new Thread(body, "baton-handler");
        thread.setDaemon(true);
        return thread;
    }

    /** Runs this soon; throws if there is no thread to be had. */
    void execute(Runnable body) {
        threads.execute(body);
    }

    /** Runs this on a thread of its own: what interrupts may block, see below. */
    static void aside(Runnable body) {
        try {
            daemon(body).start();
        } catch (OutOfMemoryError noThread) {
            body.run();
        }
    }

    /** Takes nothing more on; does not wait, as handlers may be stuck. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
