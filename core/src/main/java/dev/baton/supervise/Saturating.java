package dev.baton.supervise;

import java.time.Duration;

/** Arithmetic on nanoseconds that stops at the largest value instead of wrapping round. */
final class Saturating {

    private Saturating() {}

    static long nanos(Duration duration) {
        try {
            return duration.toNanos();
        } catch (ArithmeticException tooLong) {
            return duration.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    /** {@code value × 2^doublings}, for a value that is not negative. */
    static long doubled(long value, long doublings) {
        if (value == 0) {
            return 0;
        }
        return doublings >= Long.numberOfLeadingZeros(value) ? Long.MAX_VALUE : value << doublings;
    }
}
