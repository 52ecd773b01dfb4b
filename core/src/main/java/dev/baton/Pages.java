package dev.baton;

import dev.baton.job.BatonException;

/** How much is answered at once. */
final class Pages {

    private static final int MOST = 1_000;

    private Pages() {}

    /** So many, if that may be. */
    static int checked(int limit) {
        if (limit < 1 || limit > MOST) {
            throw new BatonException("BAD_QUERY", "A page has 1 to " + MOST + " entries; got " + limit + ".");
        }
        return limit;
    }
}
