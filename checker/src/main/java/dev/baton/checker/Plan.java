package dev.baton.checker;

import java.time.Duration;
import java.util.Set;

/**
 * What was planned, as far as it matters to the verdict.
 *
 * @param kills how often the worker was to be killed at least
 * @param replayable the types of which a crash may repeat the last few jobs of a lane
 * @param underFaults whether a run in which nothing went wrong proves nothing
 * @param drain how long it may take until all is over, once nothing goes wrong any more
 * @param clocks how far apart the clocks of processes that share a store may be; what is before what in less time nobody can say
 */
public record Plan(int kills, Set<String> replayable, boolean underFaults, Duration drain, Duration clocks) {

    /** Of a run that is judged by its kills. */
    public Plan(int kills, Set<String> replayable) {
        this(kills, replayable, true, Duration.ofDays(1), Duration.ZERO);
    }
}
