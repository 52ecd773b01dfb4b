package dev.baton.http;

import dev.baton.observe.Event;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An event as it is told to those who listen over HTTP: its name as in the log, and what it holds as JSON. What went wrong is told by its code
 * alone; texts of failures may quote what a job is about, and paths are the operator's business.
 */
final class EventText {

    private static final Set<String> UNTOLD = Set.of("message", "failure", "reason", "file", "folder");
    private static final Pattern WORD = Pattern.compile("(?<=.)[A-Z]");

    private EventText() {}

    /** One frame of the stream, under this id. */
    static String frame(String id, Event event) {
        return frame(id, snake(event.getClass().getSimpleName()), Json.write(fields(event)));
    }

    static String frame(String id, String name, String data) {
        return "id: " + id + "\nevent: " + name + "\ndata: " + data + "\n\n";
    }

    private static Map<String, Object> fields(Event event) {
        var fields = new LinkedHashMap<String, Object>();
        for (RecordComponent component : event.getClass().getRecordComponents()) {
            Object value = valueOf(component, event);
            if (value instanceof Duration time) {
                fields.put(snake(component.getName()) + "_ms", time.toMillis());
            } else if (!UNTOLD.contains(component.getName()) || event instanceof Event.ScheduleSkipped) {
                fields.put(snake(component.getName()), plain(value));
            }
        }
        return fields;
    }

    private static Object plain(Object value) {
        if (value instanceof Number || value instanceof Boolean) {
            return value;
        }
        if (value instanceof Collection<?> many) {
            return many.stream().map(String::valueOf).sorted().toList();
        }
        return value instanceof Instant time ? time.toString() : String.valueOf(value);
    }

    private static Object valueOf(RecordComponent component, Event event) {
        try {
            return component.getAccessor().invoke(event);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("An event's own component cannot be read: " + component, impossible);
        }
    }

    private static String snake(String camel) {
        return WORD.matcher(camel).replaceAll("_$0").toLowerCase(Locale.ROOT);
    }
}
