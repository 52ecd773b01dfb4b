package dev.baton.internal.runtime;

import dev.baton.observe.StartupProgress;
import dev.baton.observe.StartupProgress.Stage;
import dev.baton.observe.StartupProgress.State;
import dev.baton.observe.StartupProgress.Step;
import dev.baton.supervise.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** How far the start-up plan has come: kept by the thread that takes its steps, read by any, also while the store is silent. */
final class Course {

    private final Timeline time;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Step> steps = new ArrayList<>();
    private Stage stage = Stage.BEFORE;
    private long began;

    Course(Timeline time) {
        this.time = time;
    }

    /** The plan as a whole is there now. */
    void enter(Stage next) {
        lock.lock();
        try {
            stage = next;
        } finally {
            lock.unlock();
        }
    }

    /** The next step began. */
    void begin(int jobs, Instant now) {
        lock.lock();
        try {
            began = time.nanos();
            steps.add(new Step(steps.size() + 1, "", State.WAITING, jobs, 0, now, Duration.ZERO));
        } finally {
            lock.unlock();
        }
    }

    /** Its jobs are stored, and called so. */
    void name(String labels) {
        lock.lock();
        try {
            Step step = steps.get(steps.size() - 1);
            put(new Step(step.number(), labels, step.state(), step.jobs(), step.done(), step.since(), step.took()));
        } finally {
            lock.unlock();
        }
    }

    /** So many of its jobs are done, and it is there now. */
    void move(State state, int done) {
        lock.lock();
        try {
            Step step = steps.get(steps.size() - 1);
            put(new Step(step.number(), step.labels(), state, step.jobs(), done, step.since(), sinceItBegan()));
        } finally {
            lock.unlock();
        }
    }

    /** It is over, well or not. */
    void end(State state) {
        lock.lock();
        try {
            Step step = steps.get(steps.size() - 1);
            move(state, state == State.DONE ? step.jobs() : step.done());
        } finally {
            lock.unlock();
        }
    }

    /** All of it. */
    StartupProgress progress() {
        lock.lock();
        try {
            if (!steps.isEmpty()) {
                Step last = steps.get(steps.size() - 1);
                if (last.state() == State.WAITING || last.state() == State.RUNNING) {
                    move(last.state(), last.done()); // it has taken longer by now
                }
            }
            return new StartupProgress(stage, steps);
        } finally {
            lock.unlock();
        }
    }

    private Duration sinceItBegan() {
        return Duration.ofNanos(time.nanos() - began);
    }

    private void put(Step step) {
        steps.set(steps.size() - 1, step);
    }
}
