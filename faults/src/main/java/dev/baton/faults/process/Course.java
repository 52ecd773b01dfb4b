package dev.baton.faults.process;

import dev.baton.checker.Fate;

/** How a piece of work goes. */
enum Course {
    /** It works at once. */
    PLAIN(Kind.PLAIN, Fate.DONE),
    /** It fails on the first two attempts. */
    FLAKY(Kind.PLAIN, Fate.DONE),
    /** It comes back later, once. */
    SNOOZED(Kind.PLAIN, Fate.DONE),
    /** It never works, and nobody does anything about it. */
    HOPELESS(Kind.PLAIN, Fate.DEAD),
    /** It does not work at first, and an operator has it tried again. */
    REPAIRED(Kind.PLAIN, Fate.DONE),
    /** It never works, and an operator gives it up. */
    GIVEN_UP(Kind.PLAIN, Fate.ANY),
    /** It never works, and an operator puts another in its place. */
    REPLACED(Kind.PLAIN, Fate.ANY),
    /** Somebody wants it cancelled, perhaps in time. */
    UNWANTED(Kind.SLOW, Fate.ANY),
    /** Somebody ends it while it runs, perhaps in time. */
    KILLED(Kind.SLOW, Fate.ANY),
    /** It is done in parts, and keeps each. */
    IN_PARTS(Kind.PLAIN, Fate.DONE),
    /** It ends in the handler's own transaction. */
    OWN_END(Kind.OWN_END, Fate.DONE),
    /** The same, and the first attempt rolls back. */
    OWN_END_LATER(Kind.OWN_END, Fate.DONE),
    /** Whether it was done can be asked. */
    ASKED_ABOUT(Kind.ASKED, Fate.DONE),
    /** Whether it was done people find out. */
    BY_HAND(Kind.HELD, Fate.DONE),
    /** The same, and somebody ends it while it runs. */
    KILLED_BY_HAND(Kind.HELD, Fate.DONE),
    /** It has a key for ever. */
    KEYED(Kind.KEYED, Fate.DONE),
    /** It has its place in a strict lane. */
    IN_LANE(Kind.STRICT, Fate.DONE),
    /** The same, and it fails at first. */
    FLAKY_IN_LANE(Kind.STRICT, Fate.DONE),
    /** It blocks its lane until an operator skips it. */
    SKIPPED(Kind.STRICT, Fate.SKIPPED),
    /** It has its place in a lane that may be replayed. */
    REPLAYED(Kind.CHAIN, Fate.DONE),
    /** It blocks its lane, and nobody does anything about it. */
    BLOCKING(Kind.STRICT, Fate.DEAD),
    /** It waits behind one that blocks. */
    BLOCKED(Kind.STRICT, Fate.WAITING);

    private final Kind kind;
    private final Fate fate;

    Course(Kind kind, Fate fate) {
        this.kind = kind;
        this.fate = fate;
    }

    Kind kind() {
        return kind;
    }

    Fate fate() {
        return fate;
    }

    /** Does somebody end it while it runs? */
    boolean isKilled() {
        return this == KILLED || this == KILLED_BY_HAND;
    }
}
