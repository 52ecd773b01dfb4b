package dev.baton.supervise;

/** Something the supervisor could not do. The {@link #code()} is stable; the message is for people. */
public class SupervisorException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String code;

    SupervisorException(String code, String message) {
        super(message);
        this.code = code;
    }

    SupervisorException(String code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** Where no stack trace would tell anything: it is not the place that matters. */
    static SupervisorException withoutTrace(String code, String message) {
        return new SupervisorException(code, message, false);
    }

    private SupervisorException(String code, String message, boolean trace) {
        super(message, null, false, trace);
        this.code = code;
    }

    /** What went wrong, in one stable word. */
    public final String code() {
        return code;
    }
}
