package dev.baton.supervise;

/** A command reached a supervisor that has ended or is ending. Nothing was done. */
public final class SupervisorEndedException extends SupervisorException {

    private static final long serialVersionUID = 1L;

    SupervisorEndedException(String command) {
        super(
                "SUPERVISOR_ENDED",
                "The supervisor has ended or is shutting down; " + command
                        + " did nothing. Start a new supervisor, or stop sending commands after shutdown.");
    }
}
