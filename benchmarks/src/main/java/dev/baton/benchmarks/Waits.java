package dev.baton.benchmarks;

import java.util.Arrays;

/** How long things took, and how long most of them did. */
final class Waits {

    private static final double NANOS_PER_MILLI = 1_000_000;

    private long[] nanos = new long[0];
    private int count;

    void add(long duration) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, Math.max(1_000, 2 * count));
        }
        nanos[count++] = duration;
    }

    /** So many of hundred took no longer, in milliseconds. */
    double percentile(int percent) {
        if (count == 0) {
            return Double.NaN;
        }
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        int rank = (int) Math.ceil(count * percent / 100.0);
        return sorted[Math.max(0, rank - 1)] / NANOS_PER_MILLI;
    }
}
