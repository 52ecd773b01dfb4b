package dev.baton.internal.runtime;

import dev.baton.job.BatonException;
import dev.baton.supervise.Supervisor;
import dev.baton.supervise.SupervisorBuilder;
import dev.baton.supervise.TaskSpec;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The application's supervised tasks. They begin when the start-up plan has completed, and not before; a supervisor is there once
 * somebody wants one.
 */
public final class Tasks {

    private final SupervisorBuilder setup;
    private final ReentrantLock lock = new ReentrantLock();
    private boolean registered;
    private boolean begun;
    private boolean stopped;
    private @Nullable Supervisor supervisor;

    /** None so far. */
    public Tasks(SupervisorBuilder setup) {
        this.setup = setup;
    }

    /** One that begins with the others. A name that is registered again replaces what was registered before. */
    public void register(TaskSpec task) {
        lock.lock();
        try {
            if (begun || stopped) {
                throw new BatonException(
                        "STARTUP_OVER", "Tasks are registered before they begin; use tasks().add(...) now.");
            }
            setup.task(task);
            List<String> faults = setup.faults();
            if (!faults.isEmpty()) {
                throw new BatonException(
                        "BAD_SETTING", "This is no task to begin with the others: " + String.join("; ", faults) + ".");
            }
            registered = true;
        } finally {
            lock.unlock();
        }
    }

    /** Starts all that are registered. */
    void begin() {
        lock.lock();
        try {
            begun = true;
            if (registered && !stopped) {
                supervisor = setup.start();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Who keeps them alive. */
    Supervisor supervisor() {
        lock.lock();
        try {
            if (stopped && supervisor == null) {
                throw new BatonException("STOPPED", "Baton is closed, or closing; nothing was done.");
            }
            if (!begun && !stopped) {
                throw new BatonException("NOT_READY", "Tasks begin when the start-up plan has completed.");
            }
            if (supervisor == null) {
                supervisor = setup.start();
            }
            return supervisor;
        } finally {
            lock.unlock();
        }
    }

    /** Tells all to stop, and does not wait. */
    void shutdown() {
        Supervisor running = stopping();
        if (running != null) {
            running.shutdown();
        }
    }

    /** Waits until all have stopped, for as long as the supervisor's grace says. */
    void close() {
        Supervisor running = stopping();
        if (running != null) {
            running.close();
        }
    }

    private @Nullable Supervisor stopping() {
        lock.lock();
        try {
            stopped = true;
            return supervisor;
        } finally {
            lock.unlock();
        }
    }
}
