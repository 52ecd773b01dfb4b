package dev.baton.server.serve;

import dev.baton.observe.Event;
import dev.baton.observe.Listener;
import java.util.Objects;
import java.util.function.Consumer;

/** Says on a terminal what recovery found, and when jobs begin. */
final class RecoveryLines implements Listener {

    private final Consumer<String> lines;

    RecoveryLines(Consumer<String> lines) {
        this.lines = Objects.requireNonNull(lines, "lines");
    }

    @Override
    public void on(Event event) {
        if (event instanceof Event.RecoveryCompleted recovered) {
            lines.accept("recovered " + recovered.processingRecovered() + " jobs of dead processes, "
                    + recovered.pendingReEnqueued() + (recovered.orMore() ? " or more" : "") + " are pending");
        } else if (event instanceof Event.WorkerStopping stopping) {
            lines.accept("stopping: " + stopping.running() + " jobs are running, and may finish");
        }
    }
}
