package dev.baton.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/** Reads JSON that came from elsewhere: all of it is looked at before any of it is believed, and parts are kept as they were written. */
final class StrictJson {

    private static final int DEPTH_MAX = 64;
    private static final int STRING_MAX = 64 * 1024;
    private static final int NUMBER_MAX = 100;
    private static final int NAME_MAX = 1_000;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEPTH_MAX)
                    .maxStringLength(STRING_MAX)
                    .maxNumberLength(NUMBER_MAX)
                    .maxNameLength(NAME_MAX)
                    .build())
            .build();

    private StrictJson() {}

    /**
     * A value as it was written.
     *
     * @param text what it says, if it is one that says something by itself
     */
    record Value(JsonToken token, String raw, @Nullable String text) {}

    /** The fields of a body, which is JSON throughout, and an object. */
    static Map<String, Value> object(byte[] body) {
        String text = text(body);
        if (text.startsWith("\uFEFF")) {
            throw malformed("The body begins with a byte order mark.");
        }
        var walk = new Walk(text);
        walk.toTheEnd();
        return walk.fields();
    }

    /** What cannot be read is replaced by a sign that may also have been sent: where it stands, it is read again with care. */
    private static String text(byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8);
        return text.indexOf('\uFFFD') < 0 ? text : decoded(body);
    }

    private static String decoded(byte[] body) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException e) {
            throw malformed("The body is not UTF-8.");
        }
    }

    /** Looks at all of a text, and keeps on the way what its outermost object has. */
    private static final class Walk {

        private final String text;
        private final Deque<Set<String>> names = new ArrayDeque<>();
        private final Map<String, Value> fields = new LinkedHashMap<>();
        private boolean object;
        private int from;

        Walk(String text) {
            this.text = text;
        }

        void toTheEnd() {
            try (JsonParser parser = parser(text)) {
                int values = 0;
                for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                    values += names.isEmpty() && !token.isStructEnd() ? 1 : 0;
                    look(token, parser);
                    if (values > 1) {
                        throw malformed("There is more behind the end of the body.");
                    }
                }
                if (values == 0) {
                    throw malformed("The body is empty.");
                }
            } catch (StreamConstraintsException e) {
                throw new Refusal(Problem.of(
                        Code.JSON_LIMIT,
                        "Nesting goes to " + DEPTH_MAX + ", texts to " + STRING_MAX + " characters and numbers to "
                                + NUMBER_MAX + " digits; nothing was stored."));
            } catch (JacksonException e) {
                throw malformed("The body is no JSON"
                        + (e.getLocation() == null
                                ? "."
                                : ", at character " + e.getLocation().getCharOffset() + "."));
            }
        }

        private void look(JsonToken token, JsonParser parser) {
            if (token.isStructStart()) {
                begin(token, parser);
            } else if (token.isStructEnd()) {
                names.pop();
                if (names.size() == 1) {
                    keep(parser.currentName(), opening(token), null, parser);
                }
            } else if (token == JsonToken.PROPERTY_NAME) {
                if (!names.element().add(parser.currentName())) {
                    throw new Refusal(
                            Problem.of(Code.DUPLICATE_FIELD, "An object has a field twice; nothing was stored."));
                }
            } else {
                String said = parser.getString(); // lengths are looked at when it is read
                if (names.size() == 1) {
                    from = begins(parser);
                    keep(parser.currentName(), token, said, parser);
                }
            }
        }

        private void begin(JsonToken token, JsonParser parser) {
            if (names.isEmpty()) {
                object = token == JsonToken.START_OBJECT;
            } else if (names.size() == 1) {
                from = begins(parser);
            }
            names.push(new HashSet<>());
        }

        private void keep(@Nullable String name, JsonToken token, @Nullable String said, JsonParser parser) {
            if (object && name != null) {
                fields.put(name, new Value(token, text.substring(from, end(parser)), said));
            }
        }

        Map<String, Value> fields() {
            if (!object) {
                throw new Refusal(Problem.of(Code.BAD_VALUE, "An object is wanted; nothing was stored."));
            }
            return fields;
        }
    }

    private static JsonToken opening(JsonToken end) {
        return end == JsonToken.END_OBJECT ? JsonToken.START_OBJECT : JsonToken.START_ARRAY;
    }

    /** The fields of an object that is a part of what was looked at. */
    static Map<String, Value> object(String checked) {
        var walk = new Walk(checked);
        walk.toTheEnd();
        return walk.fields();
    }

    /** The elements of an array that was checked. */
    static List<Value> array(String checked) {
        var elements = new ArrayList<Value>();
        try (JsonParser parser = parser(checked)) {
            parser.nextToken();
            parser.nextToken();
            while (parser.currentToken() != JsonToken.END_ARRAY) {
                elements.add(current(parser, checked));
                parser.nextToken();
            }
        }
        return elements;
    }

    private static Value current(JsonParser parser, String checked) {
        JsonToken token = parser.currentToken();
        int from = begins(parser);
        if (token.isStructStart()) {
            parser.skipChildren();
            return new Value(token, checked.substring(from, end(parser)), null);
        }
        String text = parser.getString();
        return new Value(token, checked.substring(from, end(parser)), text);
    }

    private static int begins(JsonParser parser) {
        return (int) parser.currentTokenLocation().getCharOffset();
    }

    private static int end(JsonParser parser) {
        return (int) parser.currentLocation().getCharOffset();
    }

    private static JsonParser parser(String text) {
        return FACTORY.createParser(ObjectReadContext.empty(), text);
    }

    private static Refusal malformed(String detail) {
        return new Refusal(Problem.of(Code.MALFORMED_JSON, detail + " Nothing was stored."));
    }
}
