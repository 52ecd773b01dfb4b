package dev.baton.benchmarks;

import dev.baton.Baton;
import dev.baton.benchmarks.verdict.Ledger;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Jobs that are added while nothing runs them, and then are burnt down. */
final class Backlog {

    /** More than any machine adds in a second. */
    private static final int MOST_PER_SECOND = 200_000;

    private final Database database;
    private final List<Ledger.Part> parts = new ArrayList<>();

    Backlog(Database database) {
        this.database = database;
    }

    /** Jobs per second that so many producers add, each one job at a time, each waiting until it is durable. */
    double enqueue(int producers, Duration length) throws InterruptedException {
        Ledger.Part part = database.ledger().open((int) (MOST_PER_SECOND * Math.max(1, length.toSeconds())));
        parts.add(part);
        try (Running adding = database.start(on -> on.enqueues(EngineSide.PLAIN))) {
            Baton baton = adding.baton();
            var next = new AtomicInteger();
            var go = new CountDownLatch(1);
            var threads = new ArrayList<Thread>();
            long[] until = new long[1];
            for (int i = 0; i < producers; i++) {
                var thread = new Thread(() -> produce(baton, part, next, go, until), "bench-producer-" + i);
                thread.start();
                threads.add(thread);
            }
            long began = System.nanoTime();
            until[0] = began + length.toNanos();
            go.countDown();
            for (Thread each : threads) {
                each.join();
            }
            return Rate.perSecond(part.acknowledged(), began);
        }
    }

    private static void produce(Baton baton, Ledger.Part part, AtomicInteger next, CountDownLatch go, long[] until) {
        try {
            go.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        while (System.nanoTime() - until[0] < 0) {
            int number = next.getAndIncrement();
            if (number >= part.size()) {
                return;
            }
            baton.enqueue(EngineSide.PLAIN, Work.of(part.index(), number));
            part.acknowledge(number);
        }
    }

    /** So many jobs, in batches. */
    void add(int jobs, int batch) {
        Ledger.Part part = database.ledger().open(jobs);
        parts.add(part);
        try (Running adding = database.start(on -> on.enqueues(EngineSide.PLAIN))) {
            EngineSide.add(adding.baton(), part, batch, EngineSide.Jobs.UNORDERED);
        }
    }

    /** Jobs per second of an engine that starts on what has accumulated, from its start to the last end. */
    double burnDown() throws SQLException {
        long jobs = parts.stream().mapToLong(Ledger.Part::acknowledged).sum();
        long began = System.nanoTime();
        try (EngineSide engine = EngineSide.on(database)) {
            for (Ledger.Part part : parts) {
                engine.awaitEnd(part);
            }
            parts.clear();
            return Rate.perSecond(jobs, began);
        }
    }
}
