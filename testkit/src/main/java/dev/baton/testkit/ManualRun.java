package dev.baton.testkit;

import dev.baton.supervise.TaskRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A run of a task without a supervisor: its sleeps pass at once and are remembered, and after a given number of them it is
 * asked to stop. For one thread.
 */
public final class ManualRun implements TaskRun {

    /** Something the task reported. */
    public record Warning(String what, Throwable cause) {}

    private final long number;
    private final int sleepsGranted;
    private final List<Duration> sleeps = new ArrayList<>();
    private final List<Warning> warnings = new ArrayList<>();
    private Duration elapsed = Duration.ZERO;
    private long beats;
    private boolean stopping;

    private ManualRun(long number, int sleepsGranted) {
        this.number = number;
        this.sleepsGranted = sleepsGranted;
    }

    /** A first run that is asked to stop when it wants to sleep once more than granted. */
    public static ManualRun stoppedAfter(int sleeps) {
        return new ManualRun(1, sleeps);
    }

    /** The same, as a later run. */
    public ManualRun number(long run) {
        return new ManualRun(run, sleepsGranted);
    }

    /** Lets time pass, as if the task had been busy. */
    public void spend(Duration time) {
        elapsed = elapsed.plus(time);
    }

    /** Asks the run to stop. */
    public void stop() {
        stopping = true;
    }

    /** How long the task slept, each time. */
    public List<Duration> sleeps() {
        return List.copyOf(sleeps);
    }

    /** What the task reported. */
    public List<Warning> warnings() {
        return List.copyOf(warnings);
    }

    /** How often the task said that it makes progress. */
    public long beats() {
        return beats;
    }

    @Override
    public String task() {
        return "task";
    }

    @Override
    public long number() {
        return number;
    }

    @Override
    public Duration elapsed() {
        return elapsed;
    }

    @Override
    public void beat() {
        beats++;
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted");
        }
        if (stopping || sleeps.size() == sleepsGranted) {
            stopping = true;
            throw new InterruptedException("asked to stop");
        }
        sleeps.add(duration);
        spend(duration);
    }

    @Override
    public boolean stopping() {
        return stopping;
    }

    @Override
    public void warn(String what, Throwable cause) {
        warnings.add(new Warning(what, cause));
    }
}
