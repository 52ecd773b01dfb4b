package dev.baton.supervise;

import java.lang.reflect.RecordComponent;
import java.util.Locale;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * The listener that writes events to the log: the event's name in snake case, then its components, in the message for
 * people and as key-values for machines. It asks the records what they hold, so an event cannot be forgotten here.
 */
final class SupervisorLog implements Consumer<SupervisorEvent> {

    private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);
    private static final int VALUE_MAX = 8 * 1024;

    @Override
    public void accept(SupervisorEvent event) {
        LoggingEventBuilder line = LOG.atLevel(levelOf(event));
        var message = new StringBuilder(nameOf(event.getClass()));
        for (RecordComponent component : event.getClass().getRecordComponents()) {
            Object value = valueOf(component, event);
            if (value instanceof Throwable failure) {
                line = line.setCause(failure);
            }
            String shown = Printable.of(String.valueOf(value), VALUE_MAX);
            line = line.addKeyValue(component.getName(), shown);
            message.append(' ').append(component.getName()).append('=').append(shown);
        }
        line.log(message.toString());
    }

    /** A listener failed; it is named, and the others go on. */
    static void listenerFailed(Consumer<? super SupervisorEvent> listener, SupervisorEvent event, Throwable failure) {
        LOG.warn(
                "listener_failed listener={} event={}",
                listener.getClass().getName(),
                nameOf(event.getClass()),
                failure);
    }

    static String nameOf(Class<? extends SupervisorEvent> event) {
        return event.getSimpleName().replaceAll("(?<=.)([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    private static Level levelOf(SupervisorEvent event) {
        if (event instanceof SupervisorEvent.TaskDied died) {
            return switch (died.death()) {
                case KILLED, SHUTDOWN -> Level.INFO;
                case EXHAUSTED, TOO_MANY_DEAD, STUCK -> Level.ERROR;
            };
        }
        if (event instanceof SupervisorEvent.TooManyDead) {
            return Level.ERROR;
        }
        boolean warning = event instanceof SupervisorEvent.TaskFailed
                || event instanceof SupervisorEvent.TaskHung
                || event instanceof SupervisorEvent.TaskWarned
                || event instanceof SupervisorEvent.RunAbandoned
                || event instanceof SupervisorEvent.LateResultIgnored
                || event instanceof SupervisorEvent.CommandIgnored;
        return warning ? Level.WARN : Level.INFO;
    }

    private static Object valueOf(RecordComponent component, SupervisorEvent event) {
        try {
            return component.getAccessor().invoke(event);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("An event's own component cannot be read: " + component, impossible);
        }
    }
}
