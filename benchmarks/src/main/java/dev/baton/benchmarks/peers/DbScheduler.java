package dev.baton.benchmarks.peers;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.benchmarks.Figure;
import dev.baton.benchmarks.Rate;
import dev.baton.benchmarks.Work;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** db-scheduler in this process, with the strategy that it names for high throughput: lock and fetch. */
final class DbScheduler implements Peer {

    private static final int THREADS = 50;
    private static final int BATCH = 1_000;
    private static final double LOWER = 0.5;
    private static final double UPPER = 4.0;
    private static final long LOOK_NANOS = 1_000_000;

    private final Schemas schemas;

    DbScheduler(Schemas schemas) {
        this.schemas = schemas;
    }

    @Override
    public String name() {
        return "db-scheduler 16.12.0";
    }

    @Override
    public String settings() {
        return "lock-and-fetch from " + LOWER + " to " + UPPER + " times its " + THREADS
                + " threads, a connection for each, polling every second; a job is deleted when it is done";
    }

    @Override
    public Figure figure() {
        return Figure.DRAIN_VS_DB_SCHEDULER;
    }

    @Override
    public double drain(int jobs) throws Exception {
        String schema = schemas.fresh("db_scheduler");
        var ran = new AtomicInteger();
        OneTimeTask<String> task =
                Tasks.oneTime("bench", String.class).execute((instance, context) -> ran.incrementAndGet());
        try (HikariDataSource pool = schemas.pool(schema, THREADS + 4);
                Connection outside = pool.getConnection();
                Statement statement = outside.createStatement()) {
            statement.execute(PeerSql.DB_SCHEDULER);
            Scheduler scheduler = Scheduler.create(pool, task)
                    .threads(THREADS)
                    .pollUsingLockAndFetch(LOWER, UPPER)
                    .pollingInterval(Duration.ofSeconds(1))
                    .schedulerName(new SchedulerName.Fixed("bench"))
                    .build();
            add(scheduler, task, jobs);
            long began = System.nanoTime();
            scheduler.start();
            while (ran.get() < jobs || isAnythingLeft(statement)) {
                Rate.awaitUntil(System.nanoTime() + LOOK_NANOS);
            }
            double rate = Rate.perSecond(jobs, began);
            scheduler.stop();
            return rate;
        }
    }

    private static void add(Scheduler scheduler, OneTimeTask<String> task, int jobs) {
        Instant now = Instant.now();
        for (int first = 0; first < jobs; first += BATCH) {
            List<TaskInstance<?>> some = new ArrayList<>();
            for (int number = first; number < Math.min(jobs, first + BATCH); number++) {
                some.add(
                        task.instance(String.valueOf(number), Work.of(0, number).json()));
            }
            scheduler.scheduleBatch(some, now);
        }
    }

    private static boolean isAnythingLeft(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery(PeerSql.DB_SCHEDULER_LEFT)) {
            return row.next() && row.getBoolean("standing");
        }
    }
}
