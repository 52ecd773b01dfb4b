package dev.baton.supervise;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The JVM's monotonic clock, and one thread that waits for alarms. */
final class SystemTimeline implements Timeline, AutoCloseable {

    private final ScheduledThreadPoolExecutor alarms;

    SystemTimeline() {
        alarms = new ScheduledThreadPoolExecutor(1, action -> {
            var thread = new Thread(action, "baton-supervisor-alarms");
            thread.setDaemon(true);
            return thread;
        });
        alarms.setRemoveOnCancelPolicy(true);
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public Alarm after(Duration delay, Runnable action) {
        Future<?> waiting = alarms.schedule(action, Saturating.nanos(delay), TimeUnit.NANOSECONDS);
        return () -> waiting.cancel(false);
    }

    /** Calls off every alarm that has not gone off. */
    @Override
    public void close() {
        alarms.shutdownNow();
    }
}
