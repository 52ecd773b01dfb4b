package dev.baton.supervise;

import java.time.Duration;
import java.util.List;

/** What is refused at the door, with one code for all of it: {@code BAD_SETTING}. */
final class Check {

    private Check() {}

    static Duration positive(String what, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw badSetting(List.of(what + " must be positive; got " + value));
        }
        return value;
    }

    static Duration notNegative(String what, Duration value) {
        if (value.isNegative()) {
            throw badSetting(List.of(what + " must not be negative; got " + value));
        }
        return value;
    }

    static void noFaults(List<String> faults) {
        if (!faults.isEmpty()) {
            throw badSetting(faults);
        }
    }

    private static SupervisorException badSetting(List<String> faults) {
        return new SupervisorException("BAD_SETTING", "Nothing was started: " + String.join("; ", faults) + ".");
    }
}
