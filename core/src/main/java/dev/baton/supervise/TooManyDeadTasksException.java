package dev.baton.supervise;

import java.util.Locale;

/** The supervisor gave up because a larger share of its tasks was dead than its threshold allows. */
public final class TooManyDeadTasksException extends SupervisorException {

    private static final long serialVersionUID = 1L;

    private final double share;
    private final double threshold;

    TooManyDeadTasksException(double share, double threshold) {
        super(
                "TOO_MANY_DEAD_TASKS",
                String.format(
                        Locale.ROOT,
                        "A share of %.3f of the tasks is dead and the threshold is %.3f; all others were stopped."
                                + " The log says why each of them died.",
                        share,
                        threshold));
        this.share = share;
        this.threshold = threshold;
    }

    /** The share of dead tasks, from 0 to 1. */
    public double share() {
        return share;
    }

    /** The share that was allowed. */
    public double threshold() {
        return threshold;
    }
}
