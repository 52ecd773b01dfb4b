package dev.baton.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a JSON object, or a query, may have in it, as data: requests are read by it, the document is made of it, and tests hold answers to it. What is not
 * named is not allowed. Immutable.
 */
final class Shape {

    /** Nothing at all. */
    static final Shape NOTHING = of("");

    private final String name;
    private final List<Field> fields;

    /** What a field holds. */
    enum Kind {
        TEXT,
        TIME,
        WHOLE,
        TRUTH,
        /** Any JSON, kept as it is. */
        JSON,
        /** Numbers by name. */
        COUNTS,
        TEXTS,
        OBJECT,
        OBJECTS
    }

    /** One field; of objects, with what they look like. */
    record Field(
            String name,
            Kind kind,
            boolean required,
            String about,
            @Nullable Shape of) {}

    private Shape(String name, List<Field> fields) {
        this.name = name;
        this.fields = fields;
    }

    static Shape of(String name) {
        return new Shape(name, List.of());
    }

    /** The same with a field that has to be there. */
    Shape with(Kind kind, String field, String about) {
        return plus(new Field(field, kind, true, about, null));
    }

    /** The same with a field that may be there. */
    Shape maybe(Kind kind, String field, String about) {
        return plus(new Field(field, kind, false, about, null));
    }

    /** The same with a list of these. */
    Shape list(String field, Shape of, String about) {
        return plus(new Field(field, Kind.OBJECTS, true, about, of));
    }

    /** The same with one of these, which may be there. */
    Shape part(String field, Shape of, String about) {
        return plus(new Field(field, Kind.OBJECT, false, about, of));
    }

    /** All of that and of this, under this name. */
    Shape and(String other, Shape more) {
        var all = new ArrayList<>(fields);
        all.addAll(more.fields);
        return new Shape(other, List.copyOf(all));
    }

    private Shape plus(Field field) {
        var all = new ArrayList<>(fields);
        all.add(field);
        return new Shape(name, List.copyOf(all));
    }

    String name() {
        return name;
    }

    List<Field> fields() {
        return fields;
    }

    Optional<Field> field(String wanted) {
        for (Field field : fields) {
            if (field.name().equals(wanted)) {
                return Optional.of(field);
            }
        }
        return Optional.empty();
    }
}
