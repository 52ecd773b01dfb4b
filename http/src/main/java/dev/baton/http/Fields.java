package dev.baton.http;

import dev.baton.http.Shape.Field;
import dev.baton.http.StrictJson.Value;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JsonToken;

/** The fields of an object that somebody sent, all of them allowed and each of the kind that its {@link Shape} says. */
final class Fields {

    private final Shape shape;
    private final Map<String, Value> values;

    private Fields(Shape shape, Map<String, Value> values) {
        this.shape = shape;
        this.values = values;
    }

    /** Those of a body. */
    static Fields of(Shape shape, byte[] body) {
        return of(shape, StrictJson.object(body));
    }

    /** Those of an object that is a part of what was looked at. */
    static Fields of(Shape shape, String checked) {
        return of(shape, StrictJson.object(checked));
    }

    private static Fields of(Shape shape, Map<String, Value> all) {
        var values = new LinkedHashMap<String, Value>();
        all.forEach((name, value) -> {
            Field field = shape.field(name).orElseThrow(() -> unknown(shape));
            if (value.token() != JsonToken.VALUE_NULL || field.kind() == Shape.Kind.JSON) {
                values.put(name, ofKind(field, value));
            }
        });
        for (Field field : shape.fields()) {
            if (field.required() && !values.containsKey(field.name())) {
                throw missing(field.name());
            }
        }
        return new Fields(shape, values);
    }

    private static Value ofKind(Field field, Value value) {
        JsonToken token = value.token();
        boolean fits = switch (field.kind()) {
            case TEXT, TIME -> token == JsonToken.VALUE_STRING;
            case WHOLE -> token == JsonToken.VALUE_NUMBER_INT;
            case TRUTH -> token.isBoolean();
            case JSON -> true;
            case OBJECT, COUNTS -> token == JsonToken.START_OBJECT;
            case TEXTS, OBJECTS -> token == JsonToken.START_ARRAY;
        };
        if (!fits) {
            throw bad(
                    field.name(), "The field " + field.name() + " is " + said(field.kind()) + "; nothing was stored.");
        }
        return value;
    }

    private static String said(Shape.Kind kind) {
        return switch (kind) {
            case TEXT -> "a text";
            case TIME -> "a time, such as \"2026-12-01T08:00:00Z\"";
            case WHOLE -> "a whole number";
            case TRUTH -> "true or false";
            case JSON -> "JSON";
            case OBJECT, COUNTS -> "an object";
            case TEXTS, OBJECTS -> "a list";
        };
    }

    /** A text that has to be there, and says something. */
    String text(String name) {
        return maybe(name).filter(text -> !text.isBlank()).orElseThrow(() -> missing(name));
    }

    Optional<String> maybe(String name) {
        return Optional.ofNullable(values.get(name)).map(Value::text);
    }

    /** A whole number; one that is not in the range of its kind is out of any. */
    Optional<Integer> whole(String name) {
        try {
            return maybe(name).map(Integer::valueOf);
        } catch (NumberFormatException e) {
            throw new Refusal(
                    Problem.of(Code.OUT_OF_RANGE, "The number " + name + " is out of range; nothing was stored.")
                            .field(name));
        }
    }

    Optional<Instant> time(String name) {
        try {
            return maybe(name).map(Fields::instant);
        } catch (DateTimeParseException e) {
            throw new Refusal(Problem.of(
                            Code.BAD_TIME,
                            "The field " + name
                                    + " is no time, such as 2026-12-01T08:00:00Z, which has no leap seconds; nothing was stored.")
                    .field(name));
        }
    }

    /** With its zone, and without seconds that most clocks do not know: {@link Instant#parse} would make another of them. */
    private static Instant instant(String text) {
        if (text.contains(":60")) {
            throw new DateTimeParseException("a leap second", text, 0);
        }
        return Instant.parse(text);
    }

    /** Whether it says so; it does not if it says nothing. */
    boolean truth(String name) {
        return maybe(name).map(Boolean::valueOf).orElse(false);
    }

    /** Exactly as it was written. */
    String raw(String name) {
        return Optional.ofNullable(values.get(name)).map(Value::raw).orElseThrow(() -> missing(name));
    }

    /** A part, or one in which nothing is said. */
    Fields part(String name) {
        Shape of = shape.field(name).map(Field::of).orElse(Shape.NOTHING);
        return values.containsKey(name) ? of(of, raw(name)) : new Fields(of, Map.of());
    }

    /** The elements of a list, exactly as they were written. */
    List<String> elements(String name) {
        var elements = new ArrayList<String>();
        StrictJson.array(raw(name)).forEach(each -> elements.add(each.raw()));
        return elements;
    }

    static Refusal missing(String name) {
        return new Refusal(
                Problem.of(Code.REQUIRED, "The field " + name + " must be there and not be blank; nothing was stored.")
                        .field(name));
    }

    static Refusal bad(String name, String detail) {
        return new Refusal(Problem.of(Code.BAD_VALUE, detail).field(name));
    }

    /** What is known is told; what was sent is not, as it may be anything. */
    private static Refusal unknown(Shape shape) {
        List<String> known = shape.fields().stream().map(Field::name).toList();
        return new Refusal(
                Problem.of(Code.UNKNOWN_FIELD, "There is a field that is none of " + known + "; nothing was stored."));
    }
}
