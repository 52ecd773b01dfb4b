package dev.baton;

import dev.baton.job.BatonException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What is wrong with a setup, all of it, before anything begins. */
final class Faults {

    private static final Duration LONGEST = Duration.ofDays(1);
    private static final String SETTING = "BAD_SETTING";

    private final List<BatonException> found = new ArrayList<>();

    void add(String code, String what) {
        found.add(new BatonException(code, what));
    }

    void unless(boolean right, String what) {
        if (!right) {
            add(SETTING, what);
        }
    }

    Duration positive(String what, Duration duration) {
        unless(
                !duration.isNegative() && !duration.isZero() && duration.compareTo(LONGEST) <= 0,
                what + " must be positive and at most a day; got " + duration);
        return duration;
    }

    Duration notNegative(String what, Duration duration) {
        unless(
                !duration.isNegative() && duration.compareTo(LONGEST) <= 0,
                what + " must not be negative, and at most a day; got " + duration);
        return duration;
    }

    /** One fault has its own code; several share one. */
    void throwIfAny() {
        if (found.isEmpty()) {
            return;
        }
        boolean same = found.stream().map(BatonException::code).distinct().count() == 1;
        throw new BatonException(
                same ? found.get(0).code() : SETTING,
                found.stream()
                        .map(Throwable::getMessage)
                        .collect(Collectors.joining("; ", "Baton cannot start: ", ". Nothing has begun.")));
    }
}
