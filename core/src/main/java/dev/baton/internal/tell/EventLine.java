package dev.baton.internal.tell;

import java.lang.reflect.RecordComponent;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * An event as a line of a log: its name in snake case, then its components, in the message for people and as key-values for
 * machines. It asks the record what it holds, so nothing can be forgotten here.
 */
public final class EventLine {

    private static final int VALUE_MAX = 8 * 1024;

    /** A capital that begins a word, but not the first. */
    private static final Pattern WORD = Pattern.compile("(?<=.)[A-Z]");

    private EventLine() {}

    /** Writes one line, with a stack trace if the event holds a failure. */
    public static void log(Logger log, Level level, Record event) {
        if (!log.isEnabledForLevel(level)) {
            return;
        }
        LoggingEventBuilder line = log.atLevel(level);
        var message = new StringBuilder(nameOf(event.getClass()));
        for (RecordComponent component : event.getClass().getRecordComponents()) {
            Object value = valueOf(component, event);
            String shown = Printable.shown(value, VALUE_MAX);
            if (value instanceof Throwable failure && !shown.startsWith("unprintable ")) {
                line = line.setCause(failure);
            }
            String key = snake(component.getName());
            line = line.addKeyValue(key, shown);
            message.append(' ').append(key).append('=').append(shown);
        }
        line.log(message.toString());
    }

    /** A listener failed; it is named, and the others go on. */
    public static void listenerFailed(Logger log, Consumer<?> listener, Object event, Throwable failure) {
        try {
            log.warn(
                    "listener_failed listener={} event={} failure={}",
                    listener.getClass().getName(),
                    nameOf(event.getClass()),
                    Printable.shown(failure, VALUE_MAX));
        } catch (Throwable logging) {
            // The log is a listener too, and may be the one that fails; there is nobody left to tell.
        }
    }

    /** The name of an event, as logs have it: JobStarted is job_started. */
    public static String nameOf(Class<?> event) {
        return snake(event.getSimpleName());
    }

    private static String snake(String camel) {
        return WORD.matcher(camel).replaceAll("_$0").toLowerCase(Locale.ROOT);
    }

    private static Object valueOf(RecordComponent component, Record event) {
        try {
            return component.getAccessor().invoke(event);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("An event's own component cannot be read: " + component, impossible);
        }
    }
}
