package dev.baton.outbox.http;

import dev.baton.job.BatonException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where in a JSON document something stands, as RFC 6901 writes it: {@code /result/code}, or {@code /errors/0/code}. */
record Pointer(List<String> steps) {

    static Pointer of(String text) {
        if (!text.startsWith("/")) {
            throw new BatonException("BAD_POINTER", "A JSON pointer begins with a slash, as in /result/code.");
        }
        return new Pointer(Arrays.stream(text.substring(1).split("/", -1))
                .map(step -> step.replace("~1", "/").replace("~0", "~"))
                .toList());
    }

    /** The text, whole number or truth value that stands there. Anything else says nothing. */
    Optional<String> in(Map<?, ?> document) {
        Object here = document;
        for (String step : steps) {
            here = next(here, step);
        }
        boolean plain = here instanceof String
                || here instanceof Integer
                || here instanceof Long
                || here instanceof BigInteger
                || here instanceof Boolean;
        return plain ? Optional.of(String.valueOf(here)) : Optional.empty();
    }

    private static @Nullable Object next(@Nullable Object here, String step) {
        if (here instanceof Map<?, ?> fields) {
            return fields.get(step);
        } else if (here instanceof List<?> items && step.matches("0|[1-9][0-9]{0,5}")) {
            int index = Integer.parseInt(step);
            return index < items.size() ? items.get(index) : null;
        }
        return null;
    }
}
