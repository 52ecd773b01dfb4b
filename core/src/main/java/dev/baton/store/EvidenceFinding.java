package dev.baton.store;

/**
 * Something about evidence that is not as it was written.
 *
 * @param chain where
 * @param number of the entry; 0 if it is about none
 * @param what the matter, for people
 */
public record EvidenceFinding(Kind kind, String chain, long number, String what) {

    /** What can be found. */
    public enum Kind {
        /** An entry does not say what it said when it was hashed. */
        CHANGED,
        /** An entry does not follow the one before it: some were removed, put in or exchanged. */
        BROKEN,
        /** A chain does not end where it should: its end was cut off, or its head changed. */
        CUT,
        /** An entry about a record that is not there. */
        RECORD_GONE,
        /** A record of a witnessed job, or of an operator, about which there is no entry. */
        NOT_WITNESSED,
        /** A record that does not say what the entry about it says. */
        RECORD_CHANGED,
        /** Numbers of a lane whose jobs are not there. */
        GAP
    }

    @Override
    public String toString() {
        return kind + " " + chain + (number == 0 ? "" : " #" + number) + ": " + what;
    }
}
