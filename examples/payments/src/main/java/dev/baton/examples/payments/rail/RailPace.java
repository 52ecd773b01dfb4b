package dev.baton.examples.payments.rail;

import java.time.Duration;

/**
 * How long those who call a rail wait for it.
 *
 * @param timeout for an answer
 * @param quiet after that, until nothing can be under way any more
 */
public record RailPace(Duration timeout, Duration quiet) {

    /** Long enough to be watched, and not as long as in earnest. */
    public static final RailPace USUAL = new RailPace(Duration.ofSeconds(3), Duration.ofSeconds(5));

    /** When nobody waits any more. */
    Duration tooLate() {
        return timeout.plus(quiet.dividedBy(4));
    }

    /** When it does not arrive any more. */
    Duration lost() {
        return timeout.plus(quiet.dividedBy(2));
    }
}
