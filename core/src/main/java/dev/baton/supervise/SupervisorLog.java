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
    private static final String UNPRINTABLE = "unprintable ";
    private static final int VALUE_MAX = 8 * 1024;

    @Override
    public void accept(SupervisorEvent event) {
        LoggingEventBuilder line = LOG.atLevel(levelOf(event));
        var message = new StringBuilder(nameOf(event.getClass()));
        for (RecordComponent component : event.getClass().getRecordComponents()) {
            Object value = valueOf(component, event);
            String shown = shown(value);
            if (value instanceof Throwable failure && !shown.startsWith(UNPRINTABLE)) {
                line = line.setCause(failure);
            }
            line = line.addKeyValue(component.getName(), shown);
            message.append(' ').append(component.getName()).append('=').append(shown);
        }
        line.log(message.toString());
    }

    /** A listener failed; it is named, and the others go on. */
    static void listenerFailed(Consumer<? super SupervisorEvent> listener, SupervisorEvent event, Throwable failure) {
        try {
            LOG.warn(
                    "listener_failed listener={} event={} failure={}",
                    listener.getClass().getName(),
                    nameOf(event.getClass()),
                    shown(failure));
        } catch (Throwable logging) {
            // The log is a listener too, and may be the one that fails; there is nobody left to tell.
        }
    }

    /** One safe line. An exception may be so broken that it cannot even be printed; then its class has to do. */
    private static String shown(Object value) {
        try {
            return Printable.of(String.valueOf(value), VALUE_MAX);
        } catch (Throwable unprintable) {
            return UNPRINTABLE + value.getClass().getName();
        }
    }

    static String nameOf(Class<? extends SupervisorEvent> event) {
        return event.getSimpleName().replaceAll("(?<=.)([A-Z])", "_$1").toLowerCase(Locale.ROOT);
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

    private static Object valueOf(RecordComponent component, SupervisorEvent event) {
        try {
            return component.getAccessor().invoke(event);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("An event's own component cannot be read: " + component, impossible);
        }
    }
}
