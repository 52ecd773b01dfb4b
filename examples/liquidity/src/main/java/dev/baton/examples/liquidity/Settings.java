package dev.baton.examples.liquidity;

import java.net.URI;
import java.time.Duration;
import java.util.Map;

/**
 * What a process has to be told.
 *
 * @param database a JDBC URL of PostgreSQL, or the path of a SQLite file
 * @param chain where the chain is
 * @param wallet whose inventory is polled
 * @param opening the shares to begin with on the chain, by symbol; without any there is no rebalancer
 */
public record Settings(String database, URI chain, String wallet, Map<String, Long> opening, Pace pace) {

    /**
     * How often something is looked at.
     *
     * @param spacing the longest pause between two orders that are polled
     */
    public record Pace(Duration orderPoller, Duration spacing, Duration positionChecker, Duration inventoryPoller) {}

    /** As it is in operation. */
    public static final Pace PACE =
            new Pace(Duration.ofSeconds(15), Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofSeconds(60));
}
