package dev.baton.server.demo.supervise;

import dev.baton.supervise.SupervisorEvent;
import java.time.Duration;
import java.util.Locale;

/** Events in words. */
final class Words {

    private Words() {}

    static String of(SupervisorEvent event) {
        if (event instanceof SupervisorEvent.TaskStarted e) {
            return e.run() == 1 ? "started" : "started again";
        } else if (event instanceof SupervisorEvent.TaskCompleted) {
            return "finished";
        } else if (event instanceof SupervisorEvent.TaskFailed e) {
            return "failed: " + e.failure().getMessage();
        } else if (event instanceof SupervisorEvent.TaskHung e) {
            return "silent for " + seconds(e.silence()) + ": interrupted";
        } else if (event instanceof SupervisorEvent.RestartScheduled e) {
            return "restart " + e.restart() + " in " + seconds(e.delay());
        } else if (event instanceof SupervisorEvent.TaskStable) {
            return "stable: restarts count anew";
        } else if (event instanceof SupervisorEvent.TaskDied e) {
            return e.death() == SupervisorEvent.Death.EXHAUSTED ? "no restart left" : e.death() + " in run " + e.run();
        } else if (event instanceof SupervisorEvent.TaskWarned e) {
            return e.what() + ": " + e.failure().getMessage();
        } else if (event instanceof SupervisorEvent.RunAbandoned e) {
            return "ignored its interrupt for " + seconds(e.grace()) + ": given up";
        } else if (event instanceof SupervisorEvent.RunStopped e) {
            return "run " + e.run() + " has stopped";
        }
        return event.toString();
    }

    static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
    }
}
