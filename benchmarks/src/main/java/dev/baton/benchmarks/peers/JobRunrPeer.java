package dev.baton.benchmarks.peers;

import static org.jobrunr.server.BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.benchmarks.Figure;
import dev.baton.benchmarks.Rate;
import dev.baton.benchmarks.Work;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.jobs.states.StateName;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.storage.StorageProvider;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;
import org.jobrunr.utils.mapper.jackson3.Jackson3JsonMapper;

/** JobRunr in this process. */
final class JobRunrPeer implements Peer {

    private static final int WORKERS = 100;
    private static final int CONNECTIONS = 20;
    /** Shorter is refused on SQL databases. */
    private static final Duration POLL = Duration.ofSeconds(5);

    private static final long LOOK_NANOS = 10_000_000;
    private static final AtomicInteger RAN = new AtomicInteger();

    private final Schemas schemas;

    JobRunrPeer(Schemas schemas) {
        this.schemas = schemas;
    }

    /** A job that does nothing. */
    record Nothing(String note) implements JobRequest {
        @Override
        public Class<Handler> getJobRequestHandler() {
            return Handler.class;
        }
    }

    /** Does it. */
    public static final class Handler implements JobRequestHandler<Nothing> {
        @Override
        public void run(Nothing nothing) {
            RAN.incrementAndGet();
        }
    }

    @Override
    public String name() {
        return "JobRunr 8.7.0";
    }

    @Override
    public String settings() {
        return WORKERS + " workers, " + CONNECTIONS + " connections, polling every " + POLL.toSeconds()
                + " s, the shortest it takes; a job is kept when it is done";
    }

    @Override
    public Figure figure() {
        return Figure.DRAIN_VS_JOBRUNR;
    }

    @Override
    public double drain(int jobs) throws Exception {
        RAN.set(0);
        try (HikariDataSource pool = schemas.pool(schemas.fresh("jobrunr"), CONNECTIONS)) {
            StorageProvider storage = new PostgresStorageProvider(pool);
            var result = JobRunr.configure()
                    .useJsonMapper(new Jackson3JsonMapper())
                    .useStorageProvider(storage)
                    .useBackgroundJobServer(
                            usingStandardBackgroundJobServerConfiguration()
                                    .andWorkerCount(WORKERS)
                                    .andPollInterval(POLL),
                            false)
                    .initialize();
            JobRequestScheduler scheduler = result.getJobRequestScheduler();
            scheduler.enqueue(IntStream.range(0, jobs)
                    .mapToObj(number -> new Nothing(Work.of(0, number).json())));
            long began = System.nanoTime();
            JobRunr.getBackgroundJobServer().start();
            while (RAN.get() < jobs || storage.countJobs(StateName.SUCCEEDED) < jobs) {
                Rate.awaitUntil(System.nanoTime() + LOOK_NANOS);
            }
            double rate = Rate.perSecond(jobs, began);
            JobRunr.destroy();
            return rate;
        }
    }
}
