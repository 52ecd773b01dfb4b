package dev.baton.supervise;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Everything a supervisor decides, without a thread or a clock of its own: commands, ends of runs and alarms come in one
 * after another, launches and events go out. All of it happens on one thread, the deciding one, so nothing here is guarded.
 */
final class Supervision {

    private final Surroundings around;
    private final Map<String, SupervisedTask> tasks = new LinkedHashMap<>();
    private long lastCheck;
    private Timeline.Alarm nextCheck = () -> {};
    private @Nullable Ending ending;
    private boolean ended;

    Supervision(Surroundings around) {
        this.around = around;
    }

    void start(Collection<TaskSpec> specs) {
        around.events().accept(new SupervisorEvent.SupervisorStarted(specs.size()));
        specs.forEach(this::register);
        tasks.values().forEach(SupervisedTask::start);
        lastCheck = around.timeline().nanos();
        check();
    }

    boolean add(TaskSpec spec) {
        refuseIfEnding("add");
        if (tasks.containsKey(spec.name())) {
            ignored("add", spec.name(), "a task of this name is registered already");
            return false;
        }
        register(spec).start();
        return true;
    }

    boolean restart(String name) {
        refuseIfEnding("restart");
        SupervisedTask task = tasks.get(name);
        if (task == null || task.isRemoved()) {
            ignored("restart", name, "no task of this name is registered");
            return false;
        }
        task.restart();
        return true;
    }

    boolean kill(String name) {
        refuseIfEnding("kill");
        SupervisedTask task = tasks.get(name);
        if (task == null) {
            ignored("kill", name, "no task of this name is registered");
            return false;
        }
        return task.die(SupervisorEvent.Death.KILLED);
    }

    boolean remove(String name) {
        refuseIfEnding("remove");
        SupervisedTask task = tasks.get(name);
        if (task == null || task.isRemoved()) {
            ignored("remove", name, "no task of this name is registered");
            return false;
        }
        task.remove();
        forgetRemoved();
        return true;
    }

    /** Numbers of runs are a task's own, so one is forgotten when nothing can be heard of its runs any more. */
    private void forgetRemoved() {
        List<String> gone = tasks.keySet().stream()
                .filter(name -> Objects.requireNonNull(tasks.get(name)).isGone())
                .toList();
        for (String name : gone) {
            tasks.remove(name);
            around.events().accept(new SupervisorEvent.TaskRemoved(name));
        }
    }

    void shutdown() {
        end(new Ending.ShutDown(), SupervisorEvent.Death.SHUTDOWN);
    }

    void ended(String name, long run, @Nullable Throwable failure) {
        SupervisedTask task = tasks.get(name);
        if (task != null && !ended) {
            task.ended(run, failure);
        }
    }

    /** The health check; it arranges the next one itself, so checks that were missed are not made up for. */
    private void check() {
        long now = around.timeline().nanos();
        Duration checkEvery = around.settings().checkEvery();
        long gap = Math.min(now - lastCheck, Saturating.doubled(Saturating.nanos(checkEvery), 1));
        lastCheck = now;
        List.copyOf(tasks.values()).forEach(task -> task.check(now, Duration.ofNanos(gap)));
        endIfTooManyAreDead();
        if (ending == null) {
            nextCheck = around.timers().after(checkEvery, Turn.CHECK, this::check);
        }
    }

    private void endIfTooManyAreDead() {
        if (tasks.isEmpty() || around.settings().deadThreshold().isEmpty()) {
            return;
        }
        double threshold = around.settings().deadThreshold().getAsDouble();
        long dead =
                tasks.values().stream().filter(task -> task.state().isDead()).count();
        double share = (double) dead / tasks.size();
        if (share > threshold) {
            around.events().accept(new SupervisorEvent.TooManyDead(share, threshold));
            end(new Ending.TooManyDead(share, threshold), SupervisorEvent.Death.TOO_MANY_DEAD);
        }
    }

    private void end(Ending how, SupervisorEvent.Death death) {
        if (ending == null) {
            ending = how;
            nextCheck.cancel();
            List.copyOf(tasks.values()).forEach(task -> task.shutDown(death));
            endOnceAllHaveLeft();
        }
    }

    /** A defect was met: stops whatever can still be stopped, whatever else goes wrong, and ends at once. */
    void breakDown(Throwable defect) {
        around.events().accept(new SupervisorEvent.SupervisorBroken(defect));
        for (SupervisedTask task : List.copyOf(tasks.values())) {
            try {
                task.shutDown(SupervisorEvent.Death.SHUTDOWN);
            } catch (RuntimeException | Error second) {
                if (!second.equals(defect)) { // a throwable refuses to suppress itself
                    defect.addSuppressed(second);
                }
            }
        }
        ended = true;
        around.events().accept(new SupervisorEvent.SupervisorEnded());
    }

    private void oneHasLeft() {
        forgetRemoved();
        endOnceAllHaveLeft();
    }

    private void endOnceAllHaveLeft() {
        if (ending != null && !ended && tasks.values().stream().noneMatch(SupervisedTask::isLeaving)) {
            ended = true;
            around.events().accept(new SupervisorEvent.SupervisorEnded());
        }
    }

    /** How it ended, once it has. */
    @Nullable
    Ending ending() {
        return ended ? ending : null;
    }

    Map<String, TaskStatus> statuses() {
        var statuses = new LinkedHashMap<String, TaskStatus>();
        tasks.forEach((name, task) -> statuses.put(name, task.status()));
        return statuses;
    }

    private SupervisedTask register(TaskSpec spec) {
        var task = new SupervisedTask(spec, around, this::oneHasLeft);
        tasks.put(spec.name(), task);
        return task;
    }

    private void refuseIfEnding(String command) {
        if (ending != null) {
            throw new SupervisorEndedException(command);
        }
    }

    private void ignored(String command, String task, String reason) {
        around.events().accept(new SupervisorEvent.CommandIgnored(command, task, reason));
    }
}
