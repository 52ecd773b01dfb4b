package dev.baton.supervise;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The JVM's monotonic clock, and one thread that waits for alarms. The thread ends by itself when none are left. */
final class SystemTimeline implements Timeline {

    private static final Duration IDLE = Duration.ofSeconds(1);

    private final ScheduledThreadPoolExecutor alarms;

    SystemTimeline() {
        alarms = new ScheduledThreadPoolExecutor(1, action -> {
            Thread thread = ThreadLauncher.daemon(action);
            thread.setName("baton-supervisor-alarms");
            return thread;
        });
        alarms.setRemoveOnCancelPolicy(true);
        alarms.setKeepAliveTime(IDLE.toNanos(), TimeUnit.NANOSECONDS);
        alarms.allowCoreThreadTimeOut(true);
        // Now, and not when the first task fails because there are no threads to be had.
        alarms.prestartCoreThread();
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
}
