package dev.baton.benchmarks;

import dev.baton.Baton;
import dev.baton.benchmarks.verdict.Ledger;
import dev.baton.job.JobRequest;
import dev.baton.job.JobType;
import dev.baton.store.OperatorCommand.By;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;

/** The engine on a database, with handlers that do nothing but say in the ledger that they ran. */
final class EngineSide implements AutoCloseable {

    /** Many times what any measurement takes; what is not over by then is lost. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private static final long LOOK_NANOS = Duration.ofNanos(200_000).toNanos();
    private static final int CONCURRENCY = 32;
    private static final String QUEUE = "default";
    private static final By BENCH = new By("bench", "measures");

    static final JobType<Work> PLAIN = JobType.of("bench.plain", Work.class);
    static final JobType<Work> REPLAYABLE =
            JobType.of("bench.replayable", Work.class).replayable();

    private final Database database;
    private final Running engine;
    private final Baton baton;
    private final Database.Outside outside;

    private EngineSide(Database database, Running engine, Database.Outside outside) {
        this.database = database;
        this.engine = engine;
        this.baton = engine.baton();
        this.outside = outside;
    }

    /** An engine that has started. */
    static EngineSide on(Database database) throws SQLException {
        Running engine =
                database.start(on -> on.handle(PLAIN, database.ledger(), (work, run, ledger) -> ran(work, ledger))
                        .handle(REPLAYABLE, database.ledger(), (work, run, ledger) -> ran(work, ledger))
                        .concurrency(CONCURRENCY));
        return new EngineSide(database, engine, database.outside());
    }

    private static void ran(Work work, Ledger ledger) {
        ledger.part(work.part()).ran(work.number(), System.nanoTime());
    }

    static int concurrency() {
        return CONCURRENCY;
    }

    /** Which jobs to enqueue, by number. */
    interface Jobs {
        /** Without a lane. */
        Jobs UNORDERED = PLAIN::job;

        JobRequest<Work> of(Work work);

        /** One after another, and the next begins when the one before it is written down. */
        Jobs STRICT = work -> PLAIN.job(work).lane("strict");

        /** One after another, and the next begins when the handler of the one before it has returned. */
        Jobs HOT = work -> REPLAYABLE.job(work).lane("hot");

        /** Spread over so many lanes. */
        static Jobs inLanes(int lanes) {
            return work -> PLAIN.job(work).lane("lane-" + work.number() % lanes);
        }
    }

    /** Whole jobs per second: one producer adds batches while the engine runs them, until the last end is written down. */
    double cycle(int jobs, int batch, Jobs what) throws SQLException, InterruptedException {
        Ledger.Part part = database.ledger().open(jobs);
        long began = System.nanoTime();
        add(baton, part, batch, what);
        awaitEnd(part);
        return Rate.perSecond(jobs, began);
    }

    /** Jobs per second from the moment on in which the engine may begin what has accumulated. */
    double burnDown(int jobs, int batch, Jobs what) throws SQLException {
        Ledger.Part part = database.ledger().open(jobs);
        baton.pause(QUEUE, BENCH);
        add(baton, part, batch, what);
        long began = System.nanoTime();
        baton.resume(QUEUE, BENCH);
        awaitEnd(part);
        return Rate.perSecond(jobs, began);
    }

    /** Adds one job at a time, so many a second; how long it took from the moment it was to be added until its handler began. */
    void starts(int jobs, long everyNanos, Waits waits) throws SQLException, InterruptedException {
        Ledger.Part part = database.ledger().open(jobs);
        long began = System.nanoTime();
        for (int number = 0; number < jobs; number++) {
            Rate.awaitUntil(began + number * everyNanos);
            baton.enqueue(PLAIN, Work.of(part.index(), number));
            part.acknowledge(number);
        }
        awaitEnd(part);
        for (int number = 0; number < jobs; number++) {
            waits.add(part.began(number) - (began + number * everyNanos));
        }
    }

    /** Waits until what was acknowledged has run, and stands nowhere. */
    void awaitEnd(Ledger.Part part) throws SQLException {
        awaitEnd(part, outside);
    }

    /** The same for those who have no engine of their own. */
    static void awaitEnd(Ledger.Part part, Database.Outside outside) throws SQLException {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (!part.haveAllRun() || outside.isAnythingStanding()) {
            if (System.nanoTime() - until > 0) {
                return; // the check says what is missing
            }
            Rate.awaitUntil(System.nanoTime() + LOOK_NANOS);
        }
    }

    /** Adds all jobs of this part, batch by batch, from this thread. */
    static void add(Baton to, Ledger.Part part, int batch, Jobs what) {
        for (int first = 0; first < part.size(); first += batch) {
            var requests = new ArrayList<JobRequest<Work>>();
            int end = Math.min(part.size(), first + batch);
            for (int number = first; number < end; number++) {
                requests.add(what.of(Work.of(part.index(), number)));
            }
            to.enqueueAll(requests);
            for (int number = first; number < end; number++) {
                part.acknowledge(number);
            }
        }
    }

    @Override
    public void close() throws SQLException {
        outside.close();
        engine.close();
    }
}
