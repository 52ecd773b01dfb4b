package dev.baton.benchmarks;

import dev.baton.BatonBuilder;
import dev.baton.job.JobType;
import dev.baton.schedule.Schedule;
import java.time.Duration;

/** What an engine costs this process that has nothing to do, with schedules of which none is due, and without. */
final class IdleSchedules {

    private static final JobType<Work> NEVER = JobType.of("bench.never", Work.class);
    private static final Duration SELDOM = Duration.ofDays(3_650);

    private IdleSchedules() {}

    /** Milliseconds of the processor in a second. */
    static double cpu(Database database, int schedules, Duration time) {
        Running engine = database.start(on -> with(on, schedules));
        try {
            settle(time);
            Duration before = used();
            long began = System.nanoTime();
            settle(time);
            double millis = Math.max(1, used().minus(before).toMillis());
            return millis * 1e9 / (System.nanoTime() - began);
        } finally {
            engine.close();
        }
    }

    private static BatonBuilder with(BatonBuilder on, int schedules) {
        BatonBuilder all = on.handle(NEVER, NEVER, (work, run, type) -> {});
        for (int i = 0; i < schedules; i++) {
            all = all.schedule(Schedule.every("idle-" + i, SELDOM, NEVER.job(Work.of(0, i))));
        }
        return all;
    }

    private static void settle(Duration time) {
        Rate.awaitUntil(System.nanoTime() + time.toNanos());
    }

    private static Duration used() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }
}
