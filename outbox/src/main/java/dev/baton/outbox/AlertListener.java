package dev.baton.outbox;

/** Hears of alerts, one after another; each of them is in the log, too. */
@FunctionalInterface
public interface AlertListener {

    /** An alert fires, or is over. To be quick, as others wait meanwhile; what it throws is logged. */
    void told(Alert alert);
}
