package dev.baton.schedule;

import dev.baton.internal.check.Names;
import dev.baton.internal.schedule.CronTiming;
import dev.baton.internal.schedule.IntervalTiming;
import dev.baton.internal.schedule.Timing;
import dev.baton.job.BatonException;
import dev.baton.job.JobRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A job that comes again and again, at times that an expression or an interval says. It is stored under its name, and fired by the nodes of
 * the store, each time once however many they are. Immutable.
 *
 * <p>What is wrong with it is a {@link BatonException} with one of the codes {@code BAD_CRON}, {@code BAD_ZONE}, {@code BAD_INTERVAL} and
 * {@code BAD_SCHEDULE}, at once and before anything is stored.
 */
public final class Schedule {

    private static final int NAME_MAX = 150;

    private final String name;
    private final Timing timing;
    private final JobRequest<?> job;
    private final Policy policy;

    private record Policy(CatchUp catchUp, Overlap overlap, Optional<String> fireTimeIn) {}

    private Schedule(String name, Timing timing, JobRequest<?> job, Policy policy) {
        this.name = name;
        this.timing = timing;
        this.job = job;
        this.policy = policy;
    }

    /**
     * At the times of a cron expression in this zone: minute, hour, day of month, month, day of week, or six fields of which the first are
     * seconds. Names of months and days, {@code L}, {@code W} and {@code #} are understood; where both days are given, either is enough.
     */
    public static Schedule cron(String name, String expression, ZoneId zone, JobRequest<?> job) {
        var timing = new CronTiming(expression, zone);
        if (timing.first(Instant.EPOCH).isEmpty()) {
            throw new BatonException(
                    "BAD_CRON", "The expression " + expression + " never comes to a time. Nothing was stored.");
        }
        return of(name, timing, job);
    }

    /** The same in the zone of this id, such as {@code Europe/Berlin}. */
    public static Schedule cron(String name, String expression, String zone, JobRequest<?> job) {
        return cron(name, expression, Timing.zone(zone), job);
    }

    /** Again and again after this time, from a second to 3,650 days; for the first time so long after it was stored. */
    public static Schedule every(String name, Duration interval, JobRequest<?> job) {
        return of(name, new IntervalTiming(interval, Optional.empty()), job);
    }

    private static Schedule of(String name, Timing timing, JobRequest<?> job) {
        Names.checked("a schedule's name", name);
        if (name.length() > NAME_MAX) {
            throw bad(name, "its name has at most " + NAME_MAX + " characters");
        } else if (job.key().isPresent() || job.isAgainIfRunning()) {
            throw bad(name, "its job has a unique key; whether there may be several says its overlap policy");
        } else if (job.held().isPresent()) {
            throw bad(name, "its job is held from the start");
        } else if (!isDueWhenEnqueued(job)) {
            throw bad(name, "its job has a time of its own; it is due when its schedule says so");
        }
        return new Schedule(name, timing, job, new Policy(CatchUp.once(), Overlap.SKIP, Optional.empty()));
    }

    private static boolean isDueWhenEnqueued(JobRequest<?> job) {
        try {
            return job.dueAt(Instant.EPOCH).equals(Instant.EPOCH);
        } catch (BatonException farAway) {
            return false;
        }
    }

    private static BatonException bad(String name, String why) {
        return new BatonException(
                "BAD_SCHEDULE", "There can be no schedule " + name + ": " + why + ". Nothing was stored.");
    }

    /** For an interval: at this time, and so many intervals before and after it. Default: an interval after it was first stored. */
    public Schedule startingAt(Instant time) {
        if (!(timing instanceof IntervalTiming every)) {
            throw bad(name, "a cron expression says itself when it begins");
        }
        return new Schedule(name, new IntervalTiming(every.interval(), Optional.of(time)), job, policy);
    }

    /** What becomes of times that pass while no node is there. Default: {@link CatchUp#once()}. */
    public Schedule catchUp(CatchUp other) {
        Objects.requireNonNull(other, "catchUp");
        return with(new Policy(other, policy.overlap(), policy.fireTimeIn()));
    }

    /** What becomes of a time at which the job of an earlier one is not over. Default: {@link Overlap#SKIP}. */
    public Schedule overlap(Overlap other) {
        Objects.requireNonNull(other, "overlap");
        return with(new Policy(policy.catchUp(), other, policy.fireTimeIn()));
    }

    /**
     * Puts the time for which a job is fired into this field of its payload, as text such as {@code 2026-11-16T03:00:00Z}; an {@link
     * Instant} can be read from it. Default: into none.
     */
    public Schedule fireTimeIn(String field) {
        Names.checkedText("a field's name", field);
        return with(new Policy(policy.catchUp(), policy.overlap(), Optional.of(field)));
    }

    private Schedule with(Policy other) {
        return new Schedule(name, timing, job, other);
    }

    /** Its name, by which it is stored. */
    public String name() {
        return name;
    }

    /** What is enqueued each time. */
    public JobRequest<?> job() {
        return job;
    }

    /** What becomes of times that pass while no node is there. */
    public CatchUp catchUp() {
        return policy.catchUp();
    }

    /** What becomes of a time at which the job of an earlier one is not over. */
    public Overlap overlap() {
        return policy.overlap();
    }

    /** The field of the payload that gets the time, if one does. */
    public Optional<String> fireTimeIn() {
        return policy.fireTimeIn();
    }

    /** When it fires, as it is stored: {@code cron Europe/Berlin 0 3 * * *}, or {@code every PT5M}. */
    public String timing() {
        return timing.toString();
    }

    /** The next times if it is stored at this moment, at most so many, up to 1,000. Nothing is asked of a store. */
    public List<Instant> fireTimes(Instant from, int howMany) {
        return timing.times(timing.first(from), howMany);
    }

    @Override
    public String toString() {
        return name + ": " + timing;
    }
}
