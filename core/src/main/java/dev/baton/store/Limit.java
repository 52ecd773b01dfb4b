package dev.baton.store;

import dev.baton.internal.check.Names;
import dev.baton.job.BatonException;
import dev.baton.job.JobType;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * How much of a type or a queue all nodes of a store may do together: so many jobs at once, so many begun in a time, or both. Immutable.
 *
 * @param kind what it concerns
 * @param name which one
 * @param atOnce so many of its jobs may run at once, wherever they do
 * @param rate so many of its jobs may begin in a time
 * @param eachKey whether it holds for each limit key by itself, and for jobs that have one alone
 */
public record Limit(Kind kind, String name, Optional<Integer> atOnce, Optional<Rate> rate, boolean eachKey) {

    private static final int MOST = 1_000_000;
    private static final Duration LONGEST = Duration.ofDays(1);

    /** What a limit concerns. */
    public enum Kind {
        /** All jobs of a type, on whatever queue. */
        TYPE,
        /** All jobs on a queue, of whatever type. */
        QUEUE
    }

    /** The order in which limits are told: by what they concern, and by name. */
    public static final Comparator<Limit> IN_ORDER =
            Comparator.comparing(Limit::kind).thenComparing(Limit::name).thenComparing(Limit::eachKey);

    /**
     * How fast. There is a bucket with room for so many tokens; each job that begins takes one out, and so many are put in while
     * a period goes by, evenly.
     *
     * @param tokens so many are put in
     * @param period while so much time goes by
     * @param burst so many are in it at most: these may begin at the same moment
     */
    public record Rate(int tokens, Duration period, int burst) {

        /** Within reason. */
        public Rate {
            period = period.truncatedTo(ChronoUnit.MICROS);
            check(tokens, "jobs in a period");
            check(burst, "jobs in a burst");
            if (period.compareTo(Duration.ofNanos(1_000)) < 0 || period.compareTo(LONGEST) > 0) {
                throw bad("the period of a rate is a microsecond to a day; got " + period);
            }
        }

        @Override
        public String toString() {
            return tokens + " in " + period + ", " + burst + " in a burst";
        }
    }

    /** A limit by its name. */
    public Limit {
        Names.checked(kind == Kind.TYPE ? "a job type's name" : "a queue's name", name);
        atOnce.ifPresent(most -> check(most, "jobs at once"));
    }

    /** For all jobs together, whatever their keys. */
    public Limit(Kind kind, String name, Optional<Integer> atOnce, Optional<Rate> rate) {
        this(kind, name, atOnce, rate, false);
    }

    /** For all jobs of a type. It says nothing yet. */
    public static Limit ofType(JobType<?> type) {
        return new Limit(Kind.TYPE, type.name(), Optional.empty(), Optional.empty());
    }

    /** For all jobs on a queue. It says nothing yet. */
    public static Limit ofQueue(String queue) {
        return new Limit(Kind.QUEUE, queue, Optional.empty(), Optional.empty());
    }

    /**
     * The same for each limit key by itself: what it says holds for the jobs of one key together. It stands beside the limit of the same
     * type or queue for all, and nodes that say it are the only ones that take jobs with a key.
     */
    public Limit forEachKey() {
        return new Limit(kind, name, atOnce, rate, true);
    }

    /** The same, and at most so many of its jobs run at once. */
    public Limit atOnce(int most) {
        return new Limit(kind, name, Optional.of(most), rate, eachKey);
    }

    /** The same, and so many of its jobs may begin in a second, up to as many in a burst. */
    public Limit perSecond(int jobs) {
        return per(Duration.ofSeconds(1), jobs);
    }

    /** The same, and so many of its jobs may begin in a minute, up to as many in a burst. */
    public Limit perMinute(int jobs) {
        return per(Duration.ofMinutes(1), jobs);
    }

    /** The same, and so many of its jobs may begin in this time, up to as many in a burst. */
    public Limit per(Duration period, int jobs) {
        return new Limit(kind, name, atOnce, Optional.of(new Rate(jobs, period, jobs)), eachKey);
    }

    /** The same, and so many of its jobs may begin at the same moment, if none did for a while; after its rate was said. */
    public Limit burst(int jobs) {
        Rate known = rate.orElseThrow(() -> bad("a burst belongs to a rate; say that first, of " + named()));
        return new Limit(kind, name, atOnce, Optional.of(new Rate(known.tokens(), known.period(), jobs)), eachKey);
    }

    /** Does it say anything? */
    public boolean saysAnything() {
        return atOnce.isPresent() || rate.isPresent();
    }

    /** Does it hold for jobs of this route? */
    public boolean concerns(Route route) {
        return name.equals(kind == Kind.TYPE ? route.type() : route.queue());
    }

    /** Are these about the same type or queue, whatever they say? */
    public boolean isAbout(Limit other) {
        return kind == other.kind && name.equals(other.name) && eachKey == other.eachKey;
    }

    /** What it is about. */
    public String named() {
        return kind.name().toLowerCase(Locale.ROOT) + " " + name + (eachKey ? " for each key" : "");
    }

    @Override
    public String toString() {
        String most = atOnce.map(jobs -> ", " + jobs + " at once").orElse("");
        return named() + most + rate.map(speed -> ", " + speed).orElse("");
    }

    private static void check(int count, String what) {
        if (count < 1 || count > MOST) {
            throw bad("a limit is 1 to " + MOST + " " + what + "; got " + count);
        }
    }

    private static BatonException bad(String what) {
        return new BatonException("BAD_LIMIT", what + ". Nothing was changed.");
    }
}
