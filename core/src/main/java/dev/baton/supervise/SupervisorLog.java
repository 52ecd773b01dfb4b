package dev.baton.supervise;

import dev.baton.internal.tell.EventLine;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** The listener that writes events to the log, each with the level it deserves. */
final class SupervisorLog implements Consumer<SupervisorEvent> {

    static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);

    @Override
    public void accept(SupervisorEvent event) {
        EventLine.log(LOG, levelOf(event), (Record) event);
    }

    private static Level levelOf(SupervisorEvent event) {
        if (event instanceof SupervisorEvent.TaskDied died) {
            return switch (died.death()) {
                case KILLED, SHUTDOWN -> Level.INFO;
                case EXHAUSTED, TOO_MANY_DEAD -> Level.ERROR;
            };
        }
        if (event instanceof SupervisorEvent.TooManyDead
                || event instanceof SupervisorEvent.TaskStuck
                || event instanceof SupervisorEvent.SupervisorBroken) {
            return Level.ERROR;
        }
        boolean warning = event instanceof SupervisorEvent.TaskFailed
                || event instanceof SupervisorEvent.TaskHung
                || event instanceof SupervisorEvent.TaskWarned
                || event instanceof SupervisorEvent.RunAbandoned
                || event instanceof SupervisorEvent.LateResultIgnored
                || event instanceof SupervisorEvent.CommandIgnored
                || event instanceof SupervisorEvent.EventsDropped;
        return warning ? Level.WARN : Level.INFO;
    }
}
