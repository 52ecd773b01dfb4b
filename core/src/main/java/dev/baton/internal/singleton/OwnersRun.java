package dev.baton.internal.singleton;

import dev.baton.supervise.TaskRun;
import java.time.Duration;

/** The run of a task that is to stop also when this node no longer owns it. */
record OwnersRun(TaskRun run, Owned owned) implements TaskRun {

    @Override
    public String task() {
        return run.task();
    }

    @Override
    public long number() {
        return run.number();
    }

    @Override
    public Duration elapsed() {
        return run.elapsed();
    }

    @Override
    public void beat() {
        run.beat();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        run.sleep(duration);
    }

    @Override
    public boolean stopping() {
        return run.stopping() || owned.isToldToStop();
    }

    @Override
    public void warn(String what, Throwable cause) {
        run.warn(what, cause);
    }
}
