package dev.baton.benchmarks.peers;

/** Somebody who cannot be had here, and so is not measured. */
public final class AbsentException extends Exception {

    private static final long serialVersionUID = 1L;

    /** For this reason. */
    public AbsentException(String why) {
        super(why);
    }
}
