package dev.baton.examples.payments.rail;

import java.util.List;
import java.util.random.RandomGenerator;

/** What goes wrong with one call. */
enum Trouble {
    /** Nothing. */
    NONE,
    /** Taken, and the connection cut instead of a reply. */
    DROPPED,
    /** Taken, and an error for a reply. */
    FAILED,
    /** Taken, and replied to not quite too late. */
    SLOW,
    /** Taken, and replied to after the time-out. */
    LATE,
    /** Under way for so long that it is taken after the time-out, and replied to even later. */
    DELAYED,
    /** Taken, and replied to twice. */
    TWICE,
    /** Taken, and replied to as if it were another. */
    WRONG,
    /** Lost on its way; the connection is cut. */
    LOST,
    /** Not taken, and said so; it may be later. */
    BUSY,
    /** Not taken, and said so; it never will be. */
    REFUSED;

    private static final List<Trouble> ALL = List.of(values());
    private static final int OFTEN = 9;

    /** Nearly every second call meets one. */
    static Trouble of(RandomGenerator random) {
        int drawn = random.nextInt(ALL.size() + OFTEN);
        return drawn < ALL.size() ? ALL.get(drawn) : NONE;
    }
}
