package dev.baton.internal.schedule;

import dev.baton.job.BatonException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Again and again after the same time, counted from the first one: how long a job takes, or how late it was fired, moves none of them.
 *
 * @param start the first one, or any: times are so many intervals from it. Without it the first is an interval from now
 */
public record IntervalTiming(Duration interval, Optional<Instant> start) implements Timing {

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(3650);
    private static final String FROM = "from ";

    /** Checked: as much as every store can keep. */
    public IntervalTiming {
        boolean whole = interval.toNanosPart() % 1_000_000 == 0;
        if (interval.compareTo(SHORTEST) < 0 || interval.compareTo(LONGEST) > 0 || !whole) {
            throw new BatonException(
                    "BAD_INTERVAL",
                    "An interval is one of whole milliseconds, from a second to 3,650 days; got " + interval
                            + ". Nothing was stored.");
        }
        start = start.map(time -> time.truncatedTo(ChronoUnit.MILLIS));
    }

    static IntervalTiming parse(String interval, String rest) {
        try {
            Optional<Instant> start = rest.startsWith(FROM)
                    ? Optional.of(Instant.parse(rest.substring(FROM.length())))
                    : Optional.empty();
            return new IntervalTiming(Duration.parse(interval), start);
        } catch (DateTimeException e) {
            throw new BatonException("BAD_INTERVAL", "There is no interval such as: " + interval + " " + rest + ".", e);
        }
    }

    @Override
    public Optional<Instant> first(Instant now) {
        return start.isPresent()
                ? after(start.get(), now)
                : Optional.of(now.truncatedTo(ChronoUnit.MILLIS).plus(interval));
    }

    @Override
    public Optional<Instant> after(Instant known, Instant moment) {
        if (known.isAfter(moment)) {
            return Optional.of(known);
        }
        long intervals = Math.floorDiv(ChronoUnit.MILLIS.between(known, moment), interval.toMillis()) + 1;
        return Optional.of(known.plus(interval.multipliedBy(intervals)));
    }

    @Override
    public String toString() {
        return "every " + interval + start.map(time -> " " + FROM + time).orElse("");
    }
}
