package dev.baton.job;

import org.jspecify.annotations.Nullable;

/** Something Baton refused or could not do. The {@link #code()} is stable; the message is for people. */
public class BatonException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String code;

    /** A problem with a code that callers can act on. */
    public BatonException(String code, String message) {
        super(message);
        this.code = code;
    }

    /** The same, with what caused it. */
    public BatonException(String code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** With the code, so that a stack trace leads to the documents; the message is for people, and stays as it is. */
    @Override
    @SuppressWarnings("OverrideThrowableToString")
    public String toString() {
        return getClass().getName() + " [" + code + "]: " + getMessage();
    }

    /** What went wrong, in one stable word. */
    public final String code() {
        return code;
    }
}
