package dev.baton.server.client;

import dev.baton.job.BatonException;

/** A request left, and no whole answer came: what it asked for was done, or it was not. */
public final class NoAnswerException extends BatonException {

    private static final long serialVersionUID = 1L;

    NoAnswerException(String message, Throwable cause) {
        super("NO_ANSWER", message, cause);
    }
}
