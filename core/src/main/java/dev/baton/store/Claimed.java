package dev.baton.store;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a claim got.
 *
 * @param claims the jobs, in the order in which they are to begin
 * @param nextDue now, if jobs that are due were left behind; otherwise when the next of the asked routes is
 * @param kept what limits came to
 */
public record Claimed(List<Claim> claims, Optional<Instant> nextDue, Kept kept) {

    /**
     * What limits came to.
     *
     * @param next where to go on looking for keys
     * @param full by the name of the limit, how often there was no room; once for each key where it holds for each
     */
    public record Kept(KeyCursor next, Map<String, Integer> full) {

        /** Where there are no limits. */
        public static final Kept NOTHING = new Kept(KeyCursor.START, Map.of());

        /** What nobody changes. */
        public Kept {
            full = Map.copyOf(full);
        }
    }

    /** Where there are no limits. */
    public Claimed(List<Claim> claims, Optional<Instant> nextDue) {
        this(claims, nextDue, Kept.NOTHING);
    }
}
