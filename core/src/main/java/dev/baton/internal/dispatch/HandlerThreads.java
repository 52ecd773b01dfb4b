package dev.baton.internal.dispatch;

import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Where handlers run: on virtual threads where the JVM has them, otherwise on a pool. */
public final class HandlerThreads implements Threads {

    private static final Duration IDLE = Duration.ofSeconds(10);

    private final ExecutorService threads;
    private final boolean usedAgain;

    private HandlerThreads(ExecutorService threads, boolean usedAgain) {
        this.threads = threads;
        this.usedAgain = usedAgain;
    }

    /** The best this JVM has. */
    public static HandlerThreads standard() {
        try {
            // Java 21 and newer; the code is compiled for 17.
            Object virtual =
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
            return new HandlerThreads((ExecutorService) virtual, false);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException older) {
            return pool(HandlerThreads::daemon);
        }
    }

    /**
     * Threads of the caller's choice, used again. There are no more than slots, but for those that are just about to be free and
     * those whose handlers ignore their interrupts; a bound of its own could only turn jobs away.
     */
    public static HandlerThreads pool(ThreadFactory factory) {
        var pool = new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, IDLE.toNanos(), TimeUnit.NANOSECONDS, new SynchronousQueue<>(), factory);
        return new HandlerThreads(pool, true);
    }

    /** A handler that ignores its interrupt must not keep the JVM from ending. */
    private static Thread daemon(Runnable body) {
        var thread = new Thread(body, "baton-handler");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void execute(Runnable body) {
        threads.execute(body);
    }

    @Override
    public boolean areUsedAgain() {
        return usedAgain;
    }

    @Override
    public void interrupt(Runnable body) {
        aside(body);
    }

    /** Runs this on a thread of its own, for what may take its time. */
    public static void aside(Runnable body) {
        try {
            daemon(body).start();
        } catch (OutOfMemoryError noThread) {
            body.run();
        }
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
