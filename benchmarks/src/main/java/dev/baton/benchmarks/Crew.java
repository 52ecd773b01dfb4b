package dev.baton.benchmarks;

import dev.baton.Baton;
import dev.baton.benchmarks.verdict.Ledger;
import dev.baton.job.JobType;
import dev.baton.store.OperatorCommand.By;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Several engines on one database, each with its own connections and a fixed number of slots, whose handlers take five milliseconds.
 * They share this process: what they share with each other is the database alone.
 */
final class Crew {

    static final int SLOTS = 16;
    static final Duration HANDLER = Duration.ofMillis(5);

    private static final JobType<Work> SLOW = JobType.of("bench.slow", Work.class);
    private static final String QUEUE = "default";
    private static final By BENCH = new By("bench", "measures");
    private static final int BATCH = 500;

    private final Database database;

    Crew(Database database) {
        this.database = database;
    }

    /**
     * Jobs per second that so many engines burn down, from the moment on in which all of them have begun something: how soon the
     * second one hears of it is not what is measured.
     */
    double burnDown(int nodes, int jobs) throws SQLException {
        Ledger.Part part = database.ledger().open(jobs);
        var first = new AtomicIntegerArray(nodes);
        var everybodySince = new AtomicLong();
        List<Running> engines = new ArrayList<>();
        try (Database.Outside outside = database.outside()) {
            for (int node = 0; node < nodes; node++) {
                int me = node;
                engines.add(database.start(on -> on.handle(SLOW, database.ledger(), (work, run, ledger) -> {
                            ledger.part(work.part()).ran(work.number(), System.nanoTime());
                            if (first.getAndSet(me, 1) == 0 && haveAllBegun(first)) {
                                everybodySince.set(System.nanoTime());
                            }
                            Rate.awaitUntil(System.nanoTime() + HANDLER.toNanos());
                        })
                        .concurrency(SLOTS)));
            }
            Baton any = engines.get(0).baton();
            any.pause(QUEUE, BENCH);
            EngineSide.add(any, part, BATCH, SLOW::job);
            any.resume(QUEUE, BENCH);
            EngineSide.awaitEnd(part, outside);
            long since = everybodySince.get();
            return Rate.perSecond(begunSince(part, since), since);
        } finally {
            engines.forEach(Running::close);
        }
    }

    private static boolean haveAllBegun(AtomicIntegerArray first) {
        for (int node = 0; node < first.length(); node++) {
            if (first.get(node) == 0) {
                return false;
            }
        }
        return true;
    }

    private static int begunSince(Ledger.Part part, long since) {
        int count = 0;
        for (int number = 0; number < part.size(); number++) {
            count += part.began(number) - since >= 0 ? 1 : 0;
        }
        return count;
    }
}
