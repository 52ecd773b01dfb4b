package dev.baton.benchmarks;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobType;
import dev.baton.job.Ranged;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/**
 * The same blocks twice: as a range that an engine splits into parts, and in a plain loop on one thread that commits where it is as often as
 * a part ends. What is done with a block takes about a microsecond.
 */
final class Backfill {

    static final int BLOCKS_OF_A_PART = 1_000;

    private static final int WORK = 300;
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    /** The blocks before this one. */
    record Blocks(long to) {}

    private final Database database;
    private final int parts;
    private final Ranged<Blocks> range;
    private final LongAdder done = new LongAdder();

    Backfill(Database database, int parts) {
        this.database = database;
        this.parts = parts;
        this.range = Ranged.of(JobType.of("bench.range", Blocks.class), blocks -> 0, Blocks::to)
                .parts(parts);
    }

    long blocks() {
        return (long) parts * BLOCKS_OF_A_PART;
    }

    /** Blocks per second, from the moment on in which the whole is enqueued until its last step is written down. */
    double inParts() throws InterruptedException {
        try (Running engine = database.start(on -> on.handle(
                        range,
                        done,
                        (all, part, run, count) -> count.add(work(part.from(), part.to())),
                        (all, cancelled, run, count) -> {})
                .concurrency(EngineSide.concurrency()))) {
            Baton baton = engine.baton();
            long began = System.nanoTime();
            JobId whole = baton.enqueue(range.job(new Blocks(blocks()))).id();
            baton.await(whole, PATIENCE);
            return Rate.perSecond(blocks(), began);
        }
    }

    /** Blocks per second of a loop. */
    double loop() throws SQLException {
        try (Connection connection = database.connect()) {
            try (Statement make = connection.createStatement()) {
                make.execute(BackfillSql.TABLE);
                make.execute(BackfillSql.CLEAR);
                make.execute(BackfillSql.BEGIN);
            }
            connection.setAutoCommit(false);
            long began = System.nanoTime();
            try (PreparedStatement move = connection.prepareStatement(BackfillSql.MOVE)) {
                for (long from = 0; from < blocks(); from += BLOCKS_OF_A_PART) {
                    done.add(work(from, from + BLOCKS_OF_A_PART));
                    move.setLong(1, from + BLOCKS_OF_A_PART);
                    move.executeUpdate();
                    connection.commit();
                }
            }
            return Rate.perSecond(blocks(), began);
        }
    }

    /** Something that cannot be left out, as its result is wanted. */
    private static long work(long from, long to) {
        long mixed = 0;
        for (long block = from; block < to; block++) {
            long value = block + 1;
            for (int i = 0; i < WORK; i++) {
                value ^= value << 13;
                value ^= value >>> 7;
                value ^= value << 17;
            }
            mixed += value;
        }
        return mixed;
    }
}
