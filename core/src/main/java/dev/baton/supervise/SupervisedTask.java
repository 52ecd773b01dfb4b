package dev.baton.supervise;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One task and everything that is decided about it, on the deciding thread only.
 *
 * <p>The numbers of the runs keep it honest: only the end of the current run decides anything. A run that was told to stop
 * is a leaver from that moment on; the next one starts when it has left, or was given up.
 */
final class SupervisedTask {

    private final TaskSpec spec;
    private final RestartPolicy policy;
    private final Surroundings around;
    private final Leavers leavers;

    private TaskState state = TaskState.CREATED;
    private long runs;
    private long restarts;
    private @Nullable Run current;
    private Launcher.@Nullable Interrupter interrupter;
    private Health health = new Health();
    private Timeline.@Nullable Alarm pendingRestart;
    private boolean startWanted;
    private boolean removed;
    private @Nullable Throwable lastFailure;

    /** Calls {@code left} whenever a run that was told to stop has ended or was given up. */
    SupervisedTask(TaskSpec spec, Surroundings around, Runnable left) {
        this.spec = spec;
        this.policy = spec.restartOr(around.settings().restart());
        this.around = around;
        this.leavers = new Leavers(around, () -> {
            if (startWanted) {
                start();
            }
            left.run();
        });
    }

    /** Starts a fresh run now, or as soon as the one before it has left. */
    void start() {
        cancelPendingRestart();
        startWanted = true;
        if (leavers.areAwaited()) {
            return; // to come back when they have left
        }
        if (leavers.abandoned() >= Leavers.ABANDONED_MAX) {
            getStuck();
            return;
        }
        startWanted = false;
        runs++;
        move(TaskState.HEALTHY);
        around.events().accept(new SupervisorEvent.TaskStarted(spec.name(), runs));
        launch(new Run(spec.name(), runs, around.timeline(), around.warnings()));
    }

    private void launch(Run run) {
        current = run;
        health = new Health();
        interrupter = around.launcher().launch(run, spec.factory());
    }

    /** Each abandoned run is a thread that cannot be had back: the next run starts when one of them ends after all. */
    private void getStuck() {
        if (state == TaskState.HEALTHY) {
            move(TaskState.FAILED);
        }
        around.events().accept(new SupervisorEvent.TaskStuck(spec.name(), leavers.abandoned()));
    }

    /** A run ended. If it is not the current one, its result is of no interest. */
    void ended(long run, @Nullable Throwable failure) {
        if (current == null || current.number() != run) {
            leavers.ended(spec.name(), run);
            return;
        }
        current = null;
        if (failure != null) {
            fail(run, failure);
        } else if (spec.returnIsFailure()) {
            fail(run, SupervisorException.withoutTrace("TASK_EXITED", "The task returned, and it must not."));
        } else {
            move(TaskState.COMPLETED);
            around.events().accept(new SupervisorEvent.TaskCompleted(spec.name(), run));
        }
    }

    private void fail(long run, Throwable failure) {
        lastFailure = failure;
        around.events().accept(new SupervisorEvent.TaskFailed(spec.name(), run, failure));
        if (!policy.allowsAnotherAfter(restarts)) {
            die(SupervisorEvent.Death.EXHAUSTED);
            return;
        }
        restarts++;
        move(TaskState.FAILED);
        Duration delay = policy.delayBefore(restarts);
        around.events().accept(new SupervisorEvent.RestartScheduled(spec.name(), restarts, delay));
        pendingRestart = around.timers().after(delay, Turn.RESULT, this::start);
    }

    /** Looks at the current run: silent for too long, or stable for long enough? A silent run is not a stable one. */
    void check(long now, Duration sinceLastCheck) {
        Run run = current;
        if (run == null) {
            return;
        }
        health.look(run, now, sinceLastCheck);
        boolean watched = spec.hangAfter().isPresent();
        if (watched && health.silence().compareTo(spec.hangAfter().get()) > 0) {
            hang(run, health.silence());
        } else if (restarts > 0 && policy.isStable(health.healthyNanos(now)) && !(watched && health.isSilent())) {
            restarts = 0;
            around.events().accept(new SupervisorEvent.TaskStable(spec.name(), run.number()));
        }
    }

    private void hang(Run run, Duration silence) {
        around.events().accept(new SupervisorEvent.TaskHung(spec.name(), run.number(), silence));
        stopCurrent();
        fail(
                run.number(),
                SupervisorException.withoutTrace(
                        "TASK_HUNG", "The task made no progress for " + silence.toMillis() + " ms."));
    }

    /** Somebody wants a fresh run, whatever the task is doing. */
    void restart() {
        around.events().accept(new SupervisorEvent.RestartRequested(spec.name()));
        stopCurrent();
        start();
    }

    /** Stops the task for good, and calls off a start that it waits for. True if there was anything to stop. */
    boolean die(SupervisorEvent.Death death) {
        if (state == TaskState.DEAD && !startWanted) {
            return false;
        }
        startWanted = false;
        cancelPendingRestart();
        stopCurrent();
        move(TaskState.DEAD);
        around.events().accept(new SupervisorEvent.TaskDied(spec.name(), runs, death));
        return true;
    }

    /** As {@link #die}, and then it is to be forgotten. */
    void remove() {
        removed = true;
        boolean stopped = die(SupervisorEvent.Death.KILLED);
        assert stopped || state == TaskState.DEAD;
    }

    boolean isRemoved() {
        return removed;
    }

    /** Is it to be forgotten, and will nothing more be heard of its runs? A late end would be taken for one of its successor's. */
    boolean isGone() {
        return removed && !leavers.areAwaited() && leavers.abandoned() == 0;
    }

    /** As {@link #die}, but what has completed stays completed. */
    void shutDown(SupervisorEvent.Death death) {
        startWanted = false;
        if (state != TaskState.COMPLETED) {
            die(death);
        }
    }

    boolean isLeaving() {
        return leavers.areAwaited();
    }

    TaskState state() {
        return state;
    }

    TaskStatus status() {
        return new TaskStatus(
                spec.name(), state, runs, restarts, leavers.abandoned(), Optional.ofNullable(lastFailure));
    }

    private void stopCurrent() {
        if (current != null && interrupter != null) {
            leavers.add(current, interrupter);
            current = null;
        }
    }

    private void cancelPendingRestart() {
        if (pendingRestart != null) {
            pendingRestart.cancel();
            pendingRestart = null;
        }
    }

    private void move(TaskState next) {
        if (!state.successors().contains(next)) {
            throw new IllegalStateException(spec.name() + " cannot go from " + state + " to " + next);
        }
        state = next;
    }
}
