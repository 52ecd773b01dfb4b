package dev.baton.outbox.http;

/** Not a byte of a request has left, and that is certain. Its message holds nothing that is secret. */
final class NotSentException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean never;

    NotSentException(String message) {
        this(message, false);
    }

    private NotSentException(String message, boolean never) {
        super(message);
        this.never = never;
    }

    /** One that would not leave another time, either: it is not allowed, or no request at all. */
    static NotSentException ever(String message) {
        return new NotSentException(message, true);
    }

    /** Would it not leave another time, either? */
    boolean isForEver() {
        return never;
    }
}
