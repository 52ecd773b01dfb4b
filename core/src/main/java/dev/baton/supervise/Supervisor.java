package dev.baton.supervise;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Keeps tasks alive, in memory: starts them, restarts the ones that fail, notices the ones that hang, and stops them all.
 *
 * <p>Safe for use by several threads. Commands take effect one after another, in one order for everybody; a command returns
 * when it was decided; the run it stops may take a while longer, and listeners hear of it soon after. The supervisor goes on
 * when all its tasks have completed; it ends by {@link #shutdown}, {@link #close} or its dead-task threshold.
 */
public final class Supervisor implements AutoCloseable {

    private final Decider decider;
    private final Supervision supervision;

    /** A supervisor with no tasks and default settings, to be filled in. */
    public static SupervisorBuilder builder() {
        return new SupervisorBuilder();
    }

    Supervisor(SupervisorBuilder builder) {
        List<TaskSpec> tasks = List.copyOf(builder.tasks.values());
        decider = new Decider(builder);
        supervision = decider.supervision();
        command("start", () -> supervision.start(tasks));
    }

    /** Adds a task and starts it. False, and nothing is done, if the name is taken, whatever became of its task. */
    public boolean add(String name, Supplier<? extends Task> factory) {
        return add(TaskSpec.of(name, factory));
    }

    /** Adds a task and starts it. False, and nothing is done, if the name is taken, whatever became of its task. */
    public boolean add(TaskSpec spec) {
        Check.noFaults(spec.faults());
        return decider.ask("add", () -> supervision.add(spec));
    }

    /**
     * Starts a fresh run, whatever the task is doing: a run under way is stopped first, a pending restart is brought
     * forward, a completed or dead task is revived. The count of restarts stays as it is. If too many of its
     * runs are stuck, the fresh one starts when one of them has ended. False if there is no such task.
     */
    public boolean restart(String name) {
        Objects.requireNonNull(name, "name");
        return decider.ask("restart", () -> supervision.restart(name));
    }

    /** Stops a task for good, and any restart it was waiting for. False if there is no such task or it was dead already. */
    public boolean kill(String name) {
        Objects.requireNonNull(name, "name");
        return decider.ask("kill", () -> supervision.kill(name));
    }

    /**
     * Stops a task as {@link #kill} does, and forgets it when its last run has ended: from then on it has no status, and its name is free.
     * Until then it is dead, and its name taken; a run that ignores its interrupt keeps it for as long as it lives. False if there is
     * no such task, or it was removed already.
     */
    public boolean remove(String name) {
        Objects.requireNonNull(name, "name");
        return decider.ask("remove", () -> supervision.remove(name));
    }

    /** How a task is doing; empty if there is none of this name. Answers at any time, also after the end. */
    public Optional<TaskStatus> status(String name) {
        return Optional.ofNullable(decider.statuses().get(Objects.requireNonNull(name, "name")));
    }

    /** How all tasks were doing at one moment, in the order they were added. Answers at any time, also after the end. */
    public Map<String, TaskStatus> statuses() {
        return decider.statuses();
    }

    /** Begins to end: every task is stopped, none starts again. Does not wait; of no effect when repeated. */
    public void shutdown() {
        try {
            command("shutdown", supervision::shutdown);
        } catch (SupervisorException alreadyEnded) {
            // That is what was asked for.
        }
    }

    /**
     * Waits for the end. Everybody who waits, now or later, gets the same answer.
     *
     * @throws TooManyDeadTasksException if the supervisor gave up
     */
    public void await() throws InterruptedException {
        refuseToWaitForMyself();
        try {
            answer(decider.end().get());
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** As {@link #await()}, but only for so long, in real time. False if the time is over first. */
    public boolean await(Duration atMost) throws InterruptedException {
        refuseToWaitForMyself();
        try {
            answer(decider.end().get(Saturating.nanos(atMost), TimeUnit.NANOSECONDS));
            return true;
        } catch (TimeoutException notYet) {
            return false;
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /**
     * Shuts down and waits for the end, which comes at the latest when the stop grace is over, and five seconds more if
     * listeners are slow to hear of it. Of no effect when repeated. Does not say how it ended; {@link #await()} does. Called by
     * a listener, or interrupted while waiting, it returns without waiting on.
     */
    @Override
    public void close() {
        shutdown();
        if (decider.isTelling()) {
            return;
        }
        try {
            decider.end().get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static void answer(Ending ending) {
        SupervisorException problem = ending.problem();
        if (problem != null) {
            throw problem;
        }
    }

    private void refuseToWaitForMyself() {
        if (decider.isTelling()) {
            throw new IllegalStateException(
                    "A listener cannot wait for the end of the supervisor, which waits for its listeners.");
        }
    }

    private void command(String command, Runnable decision) {
        boolean decided = decider.ask(command, () -> {
            decision.run();
            return true;
        });
        assert decided;
    }
}
