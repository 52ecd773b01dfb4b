package dev.baton.faults.process;

import dev.baton.Baton;
import dev.baton.BatonBuilder;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.job.Ranged;
import dev.baton.schedule.CatchUp;
import dev.baton.schedule.Overlap;
import dev.baton.schedule.Schedule;
import dev.baton.store.JobFilter;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A process with a schedule that has missed many times, and with ranges that are split and joined. It ends when the schedule has caught up
 * and all ranges are over.
 */
final class Recurrence {

    /** A time of the schedule. */
    record Tick(Instant at) {}

    /** A range, of which life. */
    record Span(int life, long from, long to) {}

    static final JobType<Tick> TICK = JobType.of("recurrence.tick", Tick.class);
    static final Ranged<Span> SPAN = Ranged.of(JobType.of("recurrence.span", Span.class), Span::from, Span::to)
            .parts(12);
    static final String SCHEDULE = "ticks";
    static final Duration EVERY = Duration.ofSeconds(1);
    static final long SIZE = 1_000;

    private static final Duration LEASE = Duration.ofMillis(600);
    private static final Duration LOOK = Duration.ofMillis(10);

    private Recurrence() {}

    /** Folder, number of this life, where the jobs are, and whether it adds a range. */
    public static void main(String[] args) throws Exception {
        Worker.endWithParent();
        Database database = Database.at(args[2]);
        int life = Integer.parseInt(args[1]);
        try (Baton baton = on(database).start()) {
            if (Boolean.parseBoolean(args[3])) {
                JobId whole = baton.enqueue(SPAN.job(new Span(life, 0, SIZE))).id();
                assert whole != null;
            }
            while (!isOver(baton)) {
                boolean unexpected = new CountDownLatch(1).await(LOOK.toMillis(), TimeUnit.MILLISECONDS);
                assert !unexpected;
            }
        }
        Runtime.getRuntime().halt(0);
    }

    /** What all lives say. */
    static BatonBuilder on(Database database) {
        return Baton.on(database.open())
                .handle(TICK, database, (tick, run, jobs) -> {})
                .handle(SPAN, database, (span, part, run, jobs) -> {}, (span, cancelled, run, jobs) -> {})
                .schedule(Schedule.every(SCHEDULE, EVERY, TICK.job(new Tick(Instant.EPOCH)))
                        .startingAt(Instant.EPOCH)
                        .catchUp(CatchUp.all(Duration.ofDays(1)))
                        .overlap(Overlap.QUEUE)
                        .fireTimeIn("at"))
                .heartbeat(LEASE.dividedBy(3), LEASE)
                .recoverEvery(LEASE.dividedBy(3));
    }

    private static boolean isOver(Baton baton) {
        boolean caughtUp = baton.schedules().list(1).stream()
                .allMatch(each -> each.nextAt().orElse(Instant.MAX).isAfter(Instant.now()));
        return caughtUp
                && baton.list(JobFilter.ALL.type(SPAN.type().name()), 100).stream()
                        .allMatch(job -> job.standing().state() == JobState.DONE);
    }
}
