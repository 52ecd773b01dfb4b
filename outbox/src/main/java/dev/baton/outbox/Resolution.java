package dev.baton.outbox;

/** What people found out about a payment that is held. */
public enum Resolution {
    /** The rail has taken it: it is over. */
    SENT,
    /** The rail has not taken it: it is sent, with all its attempts. */
    NOT_SENT
}
