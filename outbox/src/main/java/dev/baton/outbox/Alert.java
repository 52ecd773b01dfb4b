package dev.baton.outbox;

import dev.baton.job.JobId;
import java.util.Optional;

/**
 * Something that somebody should know, or no longer needs to.
 *
 * @param rule which says so
 * @param firing whether it is so now, or is over
 * @param value what was measured
 * @param about the payment that blocks its participant, if the alert is about one
 */
public record Alert(AlertRule rule, boolean firing, double value, Optional<Blocked> about) {

    /** A payment that people decide about, and whose it is. */
    public record Blocked(JobId payment, String participant) {}

    /** What it is called. */
    public String name() {
        return rule.measure().alert();
    }
}
