package dev.baton.supervise;

import java.time.Duration;
import java.util.List;

/** What is refused at the door, with one code for all of it: {@code BAD_SETTING}. */
final class Check {

    private static final Duration LONGEST = Duration.ofDays(36_525);

    private Check() {}

    static Duration positive(String what, Duration value) {
        if (value.isZero()) {
            throw noTask(what + " must be positive; got " + value);
        }
        return notNegative(what, value);
    }

    static Duration notNegative(String what, Duration value) {
        if (value.isNegative() || value.compareTo(LONGEST) > 0) {
            throw noTask(what + " must not be negative, nor longer than a century; got " + value);
        }
        return value;
    }

    static void noFaults(List<String> faults) {
        if (!faults.isEmpty()) {
            throw new SupervisorException("BAD_SETTING", "Nothing was started: " + String.join("; ", faults) + ".");
        }
    }

    private static SupervisorException noTask(String fault) {
        return new SupervisorException("BAD_SETTING", "This makes no task: " + fault + ".");
    }
}
