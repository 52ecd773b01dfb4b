package dev.baton.checker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * When processes could do nothing or reach nobody, so that others had to take them for dead. The logs have one clock and the
 * archive has another; how far they are apart is known from entries that name both.
 */
final class Silences {

    /** What was lost while a process was silent may be found shortly after it was back. */
    private static final Duration FOUND_LATER = Duration.ofSeconds(5);

    private static final class Silence {
        private final long pid;
        private final long from;
        private long until = Long.MAX_VALUE;

        Silence(long pid, long from) {
            this.pid = pid;
            this.from = from;
        }
    }

    private final List<Silence> all = new ArrayList<>();
    private long apart = Long.MAX_VALUE;

    void stopped(long pid, long nanos) {
        all.add(new Silence(pid, nanos));
    }

    /** False if it was not stopped. */
    boolean resumed(long pid, long nanos) {
        for (Silence each : all) {
            if (each.pid == pid && each.until == Long.MAX_VALUE) {
                each.until = nanos;
                return true;
            }
        }
        return false;
    }

    /** The same moment by both clocks, or a little later by that of the logs. */
    void sameMoment(long nanos, long micros) {
        apart = Math.min(apart, nanos - 1_000 * micros);
    }

    /** Had it to be taken for dead at this time of the archive's? */
    boolean covers(long pid, long micros) {
        long nanos = 1_000 * micros + (apart == Long.MAX_VALUE ? 0 : apart);
        return all.stream()
                .anyMatch(each -> each.pid == pid
                        && each.from <= nanos
                        && (each.until == Long.MAX_VALUE || nanos <= each.until + FOUND_LATER.toNanos()));
    }
}
