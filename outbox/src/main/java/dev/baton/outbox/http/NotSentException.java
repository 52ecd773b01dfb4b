package dev.baton.outbox.http;

/** Not a byte of a request has left, and that is certain. Its message holds nothing that is secret. */
final class NotSentException extends Exception {

    private static final long serialVersionUID = 1L;

    NotSentException(String message) {
        super(message);
    }
}
