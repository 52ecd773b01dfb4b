package dev.baton.supervise;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The runs of one task that were told to stop and have not ended. For the grace time they are waited for, as one task
 * should not run twice at once; after it they are abandoned, as one that never ends must not hold up everything else.
 */
final class Leavers {

    /** So many abandoned runs of one task may exist; each of them is a thread that cannot be had back. */
    static final int ABANDONED_MAX = 3;

    private final Surroundings around;
    private final Runnable changed;
    private final Map<Long, Timeline.Alarm> awaited = new HashMap<>();
    private final Set<Long> abandoned = new HashSet<>();

    /** Calls {@code changed} whenever a run has ended or was abandoned. */
    Leavers(Surroundings around, Runnable changed) {
        this.around = around;
        this.changed = changed;
    }

    void add(Run run, Launcher.Interrupter interrupter) {
        run.askToStop();
        interrupter.interrupt();
        Duration grace = around.settings().stopGrace();
        awaited.put(run.number(), around.timers().after(grace, Turn.RESULT, () -> abandon(run)));
    }

    /** A run ended that was not the current one. */
    void ended(String task, long run) {
        Timeline.Alarm grace = awaited.remove(run);
        if (grace != null) {
            grace.cancel();
            around.events().accept(new SupervisorEvent.RunStopped(task, run));
            changed.run();
        } else if (abandoned.remove(run)) {
            around.events().accept(new SupervisorEvent.LateResultIgnored(task, run));
            changed.run();
        }
    }

    boolean areAwaited() {
        return !awaited.isEmpty();
    }

    int abandoned() {
        return abandoned.size();
    }

    private void abandon(Run run) {
        awaited.remove(run.number());
        abandoned.add(run.number());
        around.events()
                .accept(new SupervisorEvent.RunAbandoned(
                        run.task(), run.number(), around.settings().stopGrace()));
        changed.run();
    }
}
