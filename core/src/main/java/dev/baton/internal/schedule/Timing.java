package dev.baton.internal.schedule;

import dev.baton.job.BatonException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** When a schedule fires. It knows no clock: who asks says from when on. */
public interface Timing {

    /** How many times are told at once. */
    int TIMES_MAX = 1_000;

    /** The first time, for a schedule that begins now. Empty if there never is one. */
    Optional<Instant> first(Instant now);

    /** The first time after this moment, of a schedule that fires at the known time, or has. Never before the known one. */
    Optional<Instant> after(Instant known, Instant moment);

    /** As it is stored. */
    @Override
    String toString();

    /** What was stored. */
    static Timing parse(String text) {
        String[] words = text.split(" ", 3);
        if (words[0].equals("cron") && words.length == 3) {
            return new CronTiming(words[2], zone(words[1]));
        } else if (words[0].equals("every") && words.length >= 2) {
            return IntervalTiming.parse(words[1], words.length == 3 ? words[2] : "");
        }
        throw new BatonException(
                "BAD_SCHEDULE",
                "Nothing is known here of a timing such as: " + text + ". It may be that of a newer Baton.");
    }

    /** A zone by its id, such as Europe/Berlin. */
    static ZoneId zone(String id) {
        try {
            return ZoneId.of(id);
        } catch (DateTimeException e) {
            throw new BatonException(
                    "BAD_ZONE",
                    "There is no time zone " + id + "; nothing was stored. Use an id such as Europe/Berlin or UTC.",
                    e);
        }
    }

    /**
     * The last time up to this moment, of a schedule that fires at the first one, which has passed. It is found by halving what lies
     * between, so that it does not matter how many there were.
     */
    default Instant latest(Instant first, Instant moment) {
        Instant known = first;
        Instant end = moment;
        for (Optional<Instant> next = upTo(moment, first, known); next.isPresent(); next = upTo(moment, first, known)) {
            known = next.get();
            Instant middle = known.plus(Duration.between(known, end).dividedBy(2));
            Optional<Instant> later = upTo(moment, first, middle);
            if (later.isPresent()) {
                known = later.get();
            } else {
                end = middle;
            }
        }
        return known;
    }

    /** The times from this one on, at most so many. */
    default List<Instant> times(Optional<Instant> first, int howMany) {
        if (howMany < 1 || howMany > TIMES_MAX) {
            throw new BatonException("BAD_QUERY", "Ask for 1 to " + TIMES_MAX + " times; got " + howMany + ".");
        }
        var times = new ArrayList<Instant>();
        for (Optional<Instant> next = first; next.isPresent() && times.size() < howMany; ) {
            Instant time = next.get();
            times.add(time);
            next = after(time, time);
        }
        return times;
    }

    private Optional<Instant> upTo(Instant moment, Instant first, Instant from) {
        return after(first, from).filter(time -> !time.isAfter(moment));
    }
}
