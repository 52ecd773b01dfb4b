package dev.baton.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is asked for behind the question mark: names that are allowed, each once. */
final class Query {

    private static final int LENGTH_MAX = 4_096;

    private final Map<String, String> values;

    private Query(Map<String, String> values) {
        this.values = values;
    }

    static Query of(Shape allowed, @Nullable String text) {
        var values = new HashMap<String, String>();
        if (text != null && !text.isEmpty()) {
            if (text.length() > LENGTH_MAX) {
                throw bad("A query has at most " + LENGTH_MAX + " characters.");
            }
            for (String part : text.split("&", -1)) {
                int equals = part.indexOf('=');
                String name = decoded(equals < 0 ? part : part.substring(0, equals));
                if (allowed.field(name).isEmpty()) {
                    throw bad("It can be asked for "
                            + allowed.fields().stream().map(Shape.Field::name).toList()
                            + ", and for something else it was.");
                }
                if (values.put(name, decoded(equals < 0 ? "" : part.substring(equals + 1))) != null) {
                    throw bad(name, "It was asked for " + name + " twice.");
                }
            }
        }
        return new Query(values);
    }

    private static String decoded(String text) {
        try {
            String decoded = URLDecoder.decode(text, StandardCharsets.UTF_8);
            if (decoded.indexOf('\uFFFD') < 0 && decoded.chars().noneMatch(Character::isISOControl)) {
                return decoded;
            }
        } catch (IllegalArgumentException e) {
            // told below
        }
        throw bad("The query has something in it that is no text.");
    }

    Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** A number within these bounds. */
    int whole(String name, int otherwise, int most) {
        Optional<String> said = text(name);
        if (said.isEmpty()) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(said.get());
            if (number >= 1 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw bad(name, "It can be 1 to " + most + ".");
    }

    static Refusal bad(String detail) {
        return new Refusal(Problem.of(Code.BAD_QUERY, detail));
    }

    static Refusal bad(String name, String detail) {
        return new Refusal(Problem.of(Code.BAD_QUERY, detail).field(name));
    }
}
