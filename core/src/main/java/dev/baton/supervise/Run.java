package dev.baton.supervise;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** One run of a task. The task's threads write to it, the deciding thread reads it. */
final class Run implements TaskRun {

    private final String task;
    private final long number;
    private final Timeline timeline;
    private final Consumer<SupervisorEvent> warnings;
    private final long startedAt;
    private final AtomicLong beats = new AtomicLong();
    private final Set<CountDownLatch> sleepers = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean toldToStop = new AtomicBoolean();
    private volatile boolean stopping;
    private volatile boolean over;

    Run(String task, long number, Timeline timeline, Consumer<SupervisorEvent> warnings) {
        this.task = task;
        this.number = number;
        this.timeline = timeline;
        this.warnings = warnings;
        this.startedAt = timeline.nanos();
    }

    @Override
    public String task() {
        return task;
    }

    @Override
    public long number() {
        return number;
    }

    @Override
    public Duration elapsed() {
        return Duration.ofNanos(timeline.nanos() - startedAt);
    }

    @Override
    public void beat() {
        beats.incrementAndGet();
    }

    /**
     * The first sleep after a stop throws; one who will not listen really sleeps from then on, so that its loop does not turn
     * into a busy one.
     */
    @Override
    public void sleep(Duration duration) throws InterruptedException {
        if (stopping && toldToStop.compareAndSet(false, true)) {
            throw new InterruptedException("run " + number + " of " + task + " was asked to stop");
        }
        var awake = new CountDownLatch(1);
        sleepers.add(awake);
        Timeline.Alarm alarm = timeline.after(duration, awake::countDown);
        try {
            if (!over) {
                awake.await();
            }
        } finally {
            // Beat first: between the two the run must not look silent.
            beat();
            sleepers.remove(awake);
            alarm.cancel();
        }
        if (over) {
            throw new InterruptedException("run " + number + " of " + task + " is over");
        }
    }

    @Override
    public boolean stopping() {
        return stopping;
    }

    @Override
    public void warn(String what, Throwable cause) {
        warnings.accept(new SupervisorEvent.TaskWarned(task, number, what, cause));
    }

    void askToStop() {
        stopping = true;
    }

    long beats() {
        return beats.get();
    }

    boolean isSleeping() {
        return !sleepers.isEmpty();
    }

    /** The task's own thread has returned; threads it left behind in a sleep are sent their way. */
    void end() {
        over = true;
        sleepers.forEach(CountDownLatch::countDown);
    }
}
