package dev.baton.examples.payments.rail;

/**
 * What a rail answers.
 *
 * @param reference the sender's, which the answer is about
 * @param railReference what the rail calls it; empty if it has taken nothing
 */
public record Answer(String code, String reference, String railReference) {

    /** It is taken. */
    static final String ACCEPTED = "ACCEPTED";
    /** It is not taken, and may be later. */
    static final String BUSY = "BUSY";
    /** It is not taken, and never will be. */
    static final String CLOSED = "CLOSED";
    /** Something went wrong; nobody knows. */
    static final String ERROR = "ERROR";
    /** Who asked about it hears that there is none. */
    static final String NEVER_SEEN = "NEVER_SEEN";
}
