package dev.baton.schedule;

import dev.baton.job.BatonException;
import java.time.Duration;
import java.time.Instant;

/** What a schedule does about times that have passed while no node was there to fire it. Immutable. */
public final class CatchUp {

    /** Who looks every few seconds is late by that much; and a node that starts again is not gone for longer. */
    private static final Duration LATE = Duration.ofMinutes(1);

    private static final Duration LONGEST = Duration.ofDays(366);
    private static final CatchUp SKIP = new CatchUp("skip", Duration.ZERO);
    private static final CatchUp ONCE = new CatchUp("once", Duration.ZERO);

    private final String kind;
    private final Duration window;

    private CatchUp(String kind, Duration window) {
        this.kind = kind;
        this.window = window;
    }

    /** They are gone: the schedule goes on with its next time. What is late by a minute at most does not count as missed. */
    public static CatchUp skip() {
        return SKIP;
    }

    /** One job makes up for all of them, for the last of these times. */
    public static CatchUp once() {
        return ONCE;
    }

    /**
     * A job for each of them, in their order, as far as they are no longer ago than this, up to 366 days. What is older is gone.
     *
     * @throws BatonException with the code {@code BAD_SCHEDULE} if the window is not positive, or longer
     */
    public static CatchUp all(Duration window) {
        if (window.isNegative() || window.isZero() || window.compareTo(LONGEST) > 0) {
            throw new BatonException(
                    "BAD_SCHEDULE",
                    "The window of a catch-up is positive and at most 366 days; got " + window
                            + ". Nothing was stored.");
        }
        return new CatchUp("all", window);
    }

    /** Is each of them made up for? */
    public boolean isAll() {
        return !window.isZero();
    }

    /** How long ago what is made up for may be; nothing if it does not say so. */
    public Duration window() {
        return window;
    }

    /** Does a time still count, now, if it is the last that has passed? */
    public boolean allows(Instant time, Instant now) {
        return equals(ONCE) || !time.isBefore(now.minus(isAll() ? window : LATE));
    }

    /** In one or two words, as it is stored. */
    @Override
    public String toString() {
        return window.isZero() ? kind : kind + " " + window;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CatchUp same && toString().equals(same.toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }
}
