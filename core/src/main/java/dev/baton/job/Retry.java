package dev.baton.job;

import java.time.Duration;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * When a failed job is tried again, and how often: after the k-th failure it waits {@code base × factor^min(firstExponent +
 * k − 1, exponentCap)}, at most the cap, plus a random share of it. Immutable.
 */
public final class Retry {

    private static final int ATTEMPTS_MAX = 1000;
    private static final int EXPONENT_MAX = 1_000_000;
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private final Curve curve;
    private final Duration cap;
    private final double jitter;
    private final int attempts;

    /** How the delay grows, before it is capped and jittered. */
    private record Curve(Duration base, double factor, int firstExponent, int exponentCap) {
        double nanos(int failures) {
            long exponent = Math.min((long) firstExponent + failures - 1, exponentCap);
            return ((double) base.getSeconds() * 1e9 + base.getNano()) * Math.pow(factor, (double) exponent);
        }
    }

    private Retry(Curve curve, Duration cap, double jitter, int attempts) {
        this.curve = curve;
        this.cap = cap;
        this.jitter = jitter;
        this.attempts = attempts;
    }

    /** Five attempts, after 2, 4, 8 and 16 s, each with up to a quarter added; no wait longer than ten minutes. */
    public static Retry defaults() {
        return exponential(Duration.ofSeconds(2))
                .cap(Duration.ofMinutes(10))
                .jitter(0.25)
                .attempts(5);
    }

    /** Waits that double, from this one on; five attempts, no cap, no jitter. */
    public static Retry exponential(Duration base) {
        if (base.isNegative()) {
            throw outOfRange("the base delay must not be negative; got " + base);
        }
        return new Retry(new Curve(base, 2, 0, EXPONENT_MAX), LONGEST, 0, 5);
    }

    /** Waits that are all the same; five attempts. */
    public static Retry fixed(Duration delay) {
        return exponential(delay).factor(1);
    }

    /** No second attempt. */
    public static Retry never() {
        return fixed(Duration.ZERO).attempts(1);
    }

    /** What each wait is multiplied with to get the next. Default: 2. */
    public Retry factor(double factor) {
        if (!(factor >= 1) || Double.isInfinite(factor)) {
            throw outOfRange("the factor must be at least 1; got " + factor);
        }
        return new Retry(
                new Curve(curve.base(), factor, curve.firstExponent(), curve.exponentCap()), cap, jitter, attempts);
    }

    /** The power of the first wait: 0 begins with the base, 1 with base × factor. Default: 0. */
    public Retry firstExponent(int exponent) {
        checkExponent("the first exponent", exponent);
        return new Retry(new Curve(curve.base(), curve.factor(), exponent, curve.exponentCap()), cap, jitter, attempts);
    }

    /** The highest power; 0 keeps all waits at the base. Default: none. */
    public Retry exponentCap(int exponent) {
        checkExponent("the exponent cap", exponent);
        return new Retry(
                new Curve(curve.base(), curve.factor(), curve.firstExponent(), exponent), cap, jitter, attempts);
    }

    /** The longest wait, before jitter. Default: none. */
    public Retry cap(Duration longest) {
        if (longest.isNegative()) {
            throw outOfRange("the cap must not be negative; got " + longest);
        }
        return new Retry(curve, longest.compareTo(LONGEST) > 0 ? LONGEST : longest, jitter, attempts);
    }

    /** The largest share of a wait that is added at random, never taken off, so that retries do not come in step. Default: 0. */
    public Retry jitter(double share) {
        if (!(share >= 0 && share <= 1)) {
            throw outOfRange("the jitter must be a share from 0 to 1; got " + share);
        }
        return new Retry(curve, cap, share, attempts);
    }

    /** How often the job runs in all; runs that failed, timed out or were lost count. Default: 5. */
    public Retry attempts(int total) {
        if (total < 1 || total > ATTEMPTS_MAX) {
            throw outOfRange("attempts must be from 1 to " + ATTEMPTS_MAX + "; got " + total);
        }
        return new Retry(curve, cap, jitter, total);
    }

    /** How often the job runs in all. */
    public int attempts() {
        return attempts;
    }

    /** May it run again, after so many runs that failed, timed out or were lost? */
    public boolean allowsAnotherAfter(int failures) {
        return failures < attempts;
    }

    /** The wait after the so-many-th failure, counted from 1. It saturates, at some 292 years. */
    public Duration delayAfter(int failures, RandomGenerator random) {
        long delay = plainDelayAfter(failures).toNanos();
        long share = (long) (delay * jitter);
        long added = share > 0 ? random.nextLong(share) : 0;
        return Duration.ofNanos(delay > Long.MAX_VALUE - added ? Long.MAX_VALUE : delay + added);
    }

    /** The same without jitter. */
    public Duration plainDelayAfter(int failures) {
        double wanted = Math.min(curve.nanos(Math.max(1, failures)), (double) LONGEST.toNanos());
        return Duration.ofNanos(Math.min(Math.round(wanted), cap.toNanos()));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Retry retry
                && curve.equals(retry.curve)
                && cap.equals(retry.cap)
                && Double.compare(jitter, retry.jitter) == 0
                && attempts == retry.attempts;
    }

    @Override
    public int hashCode() {
        return Objects.hash(curve, cap, jitter, attempts);
    }

    private static void checkExponent(String what, int exponent) {
        if (exponent < 0 || exponent > EXPONENT_MAX) {
            throw outOfRange(what + " must be from 0 to " + EXPONENT_MAX + "; got " + exponent);
        }
    }

    private static BatonException outOfRange(String what) {
        return new BatonException("OUT_OF_RANGE", "This is no retry policy: " + what + ".");
    }
}
