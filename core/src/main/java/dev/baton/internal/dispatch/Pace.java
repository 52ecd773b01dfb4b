package dev.baton.internal.dispatch;

import java.time.Duration;

/** How many jobs ended lately: as many are worth claiming ahead, so that no handler waits for a claim. Guarded by its owner. */
final class Pace {

    private static final long WINDOW = Duration.ofMillis(50).toNanos();
    private static final int MOST = 500;

    private long windowStart;
    private int inWindow;
    private int inLastWindow;

    void ended(long nanos) {
        turnTo(nanos);
        inWindow++;
    }

    /** So many, as long as it goes on like this. One in a while is none: ahead of slow handlers nothing is claimed. */
    int ahead(long nanos) {
        turnTo(nanos);
        return Math.min(MOST, Math.max(inLastWindow, inWindow) / 2);
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
