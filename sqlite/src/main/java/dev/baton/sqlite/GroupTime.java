package dev.baton.sqlite;

import java.time.Instant;

/**
 * The latest moment at which anything ended in the transaction under way. Who claims asked before that, and was written after it: in
 * the archive nobody is to have a job before the one who had it has ended. Of the thread that writes.
 */
final class GroupTime {

    private Instant latest = Instant.MIN;

    /** Another transaction begins. */
    void begin() {
        latest = Instant.MIN;
    }

    /** Something ends at this moment. */
    void ends(Instant now) {
        latest = notBefore(now);
    }

    /** This moment, unless something ended later. */
    Instant notBefore(Instant now) {
        return now.isBefore(latest) ? latest : now;
    }
}
