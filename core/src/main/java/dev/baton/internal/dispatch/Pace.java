package dev.baton.internal.dispatch;

import java.time.Duration;

/** How many jobs ended lately: as many are worth claiming ahead, so that no handler waits for a claim. Guarded by its owner. */
final class Pace {

    private static final long WINDOW = Duration.ofMillis(50).toNanos();
    /** Who asks less often than this has no claims that take so long, but nothing to claim. */
    private static final long LONGEST_CLAIM = Duration.ofMillis(250).toNanos();

    private static final int MOST = 500;

    private long windowStart;
    private int inWindow;
    private int inLastWindow;
    private long asked;
    private int sinceAsked;

    void ended(long nanos) {
        turnTo(nanos);
        inWindow++;
        sinceAsked++;
    }

    /** So many, as long as it goes on like this. One in a while is none: ahead of slow handlers nothing is claimed. */
    int ahead(long nanos) {
        turnTo(nanos);
        return Math.min(MOST, Math.max(inLastWindow, inWindow) / 2);
    }

    /**
     * The same for who asks before every claim: if claims take longer than the window, and every slot was used again during the last
     * one, as many as ended during it. Half of what ends within the window would never become more than a few.
     */
    int ahead(long nanos, int slots) {
        long took = nanos - asked;
        int during = sinceAsked;
        asked = nanos;
        sinceAsked = 0;
        boolean slow = took >= WINDOW / 2 && took <= LONGEST_CLAIM && during >= slots;
        return slow ? Math.max(ahead(nanos), Math.min(MOST, during)) : ahead(nanos);
    }

    private void turnTo(long nanos) {
        long windows = Math.floorDiv(nanos - windowStart, WINDOW);
        if (windows != 0) {
            inLastWindow = windows == 1 ? inWindow : 0;
            inWindow = 0;
            windowStart += windows * WINDOW;
        }
    }
}
