package dev.baton.supervise;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * When a failed task runs again, and how often. The k-th restart in a row waits {@code baseDelay × 2^min(k, exponentCap)}.
 * Immutable.
 */
public final class RestartPolicy {

    private static final long UNLIMITED = Long.MAX_VALUE;
    private static final RestartPolicy DEFAULTS =
            new RestartPolicy(Duration.ofSeconds(1), 5, 5, Duration.ofSeconds(80));

    private final Duration baseDelay;
    private final int exponentCap;
    private final long limit;
    private final Duration stableAfter;

    private RestartPolicy(Duration baseDelay, int exponentCap, long limit, Duration stableAfter) {
        this.baseDelay = Objects.requireNonNull(baseDelay, "baseDelay");
        this.exponentCap = exponentCap;
        this.limit = limit;
        this.stableAfter = Objects.requireNonNull(stableAfter, "stableAfter");
    }

    /** Five restarts after 2, 4, 8, 16 and 32 s; 80 s of health make them available again. */
    public static RestartPolicy defaults() {
        return DEFAULTS;
    }

    /** The delay that is doubled. Zero restarts at once. Default: 1 s, so that the first restart waits 2 s. */
    public RestartPolicy baseDelay(Duration delay) {
        return new RestartPolicy(delay, exponentCap, limit, stableAfter);
    }

    /** How often the delay doubles at most; 0 keeps it at the base. Default: 5, so that no restart waits over 32 × base. */
    public RestartPolicy exponentCap(int cap) {
        return new RestartPolicy(baseDelay, cap, limit, stableAfter);
    }

    /** How many restarts in a row are granted: 3 means four runs, 0 means the first failure is the last. Default: 5. */
    public RestartPolicy limit(int restarts) {
        return new RestartPolicy(baseDelay, exponentCap, restarts, stableAfter);
    }

    /** Restarts for ever, for tasks without which the service is of no use. */
    public RestartPolicy unlimited() {
        return new RestartPolicy(baseDelay, exponentCap, UNLIMITED, stableAfter);
    }

    /** A run healthy for longer than this clears the count of restarts. Default: 80 s. */
    public RestartPolicy stableAfter(Duration healthy) {
        return new RestartPolicy(baseDelay, exponentCap, limit, healthy);
    }

    boolean allowsAnotherAfter(long restarts) {
        return restarts < limit;
    }

    boolean isStable(long healthyNanos) {
        return healthyNanos > Saturating.nanos(stableAfter);
    }

    /** The wait before the k-th restart in a row; it saturates at the longest wait there is, some 292 years. */
    Duration delayBefore(long restart) {
        long doublings = Math.min(restart, exponentCap);
        return Duration.ofNanos(Saturating.doubled(Saturating.nanos(baseDelay), doublings));
    }

    List<String> faults() {
        var faults = new ArrayList<String>();
        if (baseDelay.isNegative()) {
            faults.add("baseDelay must not be negative; got " + baseDelay);
        }
        if (exponentCap < 0) {
            faults.add("exponentCap must not be negative; got " + exponentCap);
        }
        if (limit < 0) {
            faults.add("limit must not be negative, and unlimited() restarts for ever; got " + limit);
        }
        if (stableAfter.isNegative()) {
            faults.add("stableAfter must not be negative; got " + stableAfter);
        }
        return faults;
    }
}
