package dev.baton.server.serve;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/**
 * What a value of a setting looks like.
 *
 * @param name what it is called, for people
 * @param isSecret whether it is never shown
 * @param check what is wrong with a value, if anything
 */
record Shape(String name, boolean isSecret, Check check) {

    /** Looks at a value that is not empty. */
    interface Check {
        /** What it should be, if it is not. */
        Optional<String> fault(String value);
    }

    static Shape text() {
        return new Shape("text", false, value -> Optional.empty());
    }

    static Shape secret() {
        return new Shape("text", true, value -> Optional.empty());
    }

    static Shape path() {
        return new Shape("file", false, value -> Optional.empty());
    }

    static Shape list() {
        return new Shape("names, with commas between them", false, value -> Optional.empty());
    }

    static Shape flag() {
        return new Shape(
                "true or false",
                false,
                value -> value.equals("true") || value.equals("false")
                        ? Optional.empty()
                        : Optional.of("is true or false"));
    }

    static Shape number(long least, long most) {
        return new Shape("number", false, value -> {
            try {
                long number = Long.parseLong(value);
                if (number >= least && number <= most) {
                    return Optional.empty();
                }
            } catch (NumberFormatException none) {
                // said below
            }
            return Optional.of("is a whole number from " + least + " to " + most);
        });
    }

    static Shape duration(String least, String most) {
        return new Shape("duration", false, value -> {
            try {
                Duration time = Duration.parse(value);
                if (time.compareTo(Duration.parse(least)) >= 0 && time.compareTo(Duration.parse(most)) <= 0) {
                    return Optional.empty();
                }
            } catch (DateTimeParseException none) {
                // said below
            }
            return Optional.of("is a duration from " + least + " to " + most + ", such as PT15S or P30D");
        });
    }
}
