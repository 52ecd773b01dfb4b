package dev.baton.server.client;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was told of something, by name and in order, whoever told it.
 *
 * @param fields texts, numbers, truths, and lists or objects of these
 */
public record Told(Map<String, Object> fields) {

    /** A text, a number or a truth, as text. */
    public Optional<String> maybe(String name) {
        return Optional.ofNullable(fields.get(name)).map(Object::toString);
    }

    /** The same; nothing is an empty text. */
    public String text(String name) {
        return maybe(name).orElse("");
    }

    /** What has to be there. */
    public String required(String name) {
        return maybe(name).orElseThrow(() -> missing(name));
    }

    public boolean truth(String name) {
        return Boolean.TRUE.equals(fields.get(name));
    }

    /** Something that consists of several, if it is there. */
    public Optional<Told> part(String name) {
        return Optional.ofNullable(fields.get(name)).map(value -> of(value, name));
    }

    /** A list that has to be there. */
    public List<Told> list(String name) {
        if (fields.get(name) instanceof List<?> all) {
            return all.stream().map(each -> of(each, name)).toList();
        }
        throw missing(name);
    }

    @SuppressWarnings("unchecked") // what was read from JSON has names that are texts
    private static Told of(Object value, String name) {
        if (value instanceof Map<?, ?> object) {
            return new Told((Map<String, Object>) object);
        }
        throw missing(name);
    }

    private static NotBatonException missing(String name) {
        return new NotBatonException("its answer has no " + name + " as it should be");
    }
}
