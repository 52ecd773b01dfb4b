package dev.baton.faults.process;

import dev.baton.Baton;
import dev.baton.LegacyImport;
import dev.baton.StreamBridge;
import dev.baton.job.JobType;
import dev.baton.stream.Batch;
import dev.baton.stream.EventStream;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import javax.sql.DataSource;

/**
 * A process that takes in what comes from outside: the rows of an old queue table first, then the events of a stream, which are the
 * numbers from 1 on. Nothing has a key, so that marks and cursor alone keep a number from becoming two jobs, and lanes show the order.
 */
final class Intake {

    /** A row or an event. */
    record Numbered(long number) {}

    static final JobType<Numbered> ROW = JobType.of("intake.row", Numbered.class);
    static final JobType<Numbered> EVENT = JobType.of("intake.event", Numbered.class);
    static final String STREAM = "numbers";

    private static final int AT_ONCE = 3;
    private static final Duration LEASE = Duration.ofMillis(600);
    private static final Duration STANDBY = Duration.ofMillis(20);
    private static final Duration LOOK = Duration.ofMillis(10);

    private Intake() {}

    /** Folder, number of this life, where the jobs are, and the last event that there is for now. */
    public static void main(String[] args) throws Exception {
        Worker.endWithParent();
        Database database = Database.at(args[2]);
        long last = Long.parseLong(args[3]);
        try (Baton baton = Baton.on(database.open())
                .handle(ROW, database, (row, run, jobs) -> {})
                .handle(EVENT, database, (event, run, jobs) -> {})
                .heartbeat(LEASE.dividedBy(3), LEASE)
                .recoverEvery(LEASE.dividedBy(3))
                .start()) {
            LegacyImport.of(new OldQueue(), row -> ROW.job(new Numbered(row)).lane("rows"))
                    .batch(AT_ONCE)
                    .run(baton, source(database));
            StreamBridge<Long> bridge = StreamBridge.of(
                            STREAM,
                            position -> new Numbers(position, last),
                            number -> EVENT.job(new Numbered(number)).lane("events"))
                    .batch(AT_ONCE)
                    .quiet(LOOK)
                    .standby(STANDBY);
            baton.tasks().add("bridge", () -> bridge.on(baton));
            while (!isAt(baton, last)) {
                pause(LOOK);
            }
        }
        Runtime.getRuntime().halt(0);
    }

    private static boolean isAt(Baton baton, long last) {
        return baton.cursors().all().stream()
                .anyMatch(cursor -> cursor.position().equals(Optional.of(String.valueOf(last))));
    }

    private static void pause(Duration time) throws InterruptedException {
        boolean unexpected = new CountDownLatch(1).await(time.toMillis(), TimeUnit.MILLISECONDS);
        assert !unexpected;
    }

    private static DataSource source(Database database) {
        return (DataSource) Proxy.newProxyInstance(
                Intake.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    if (!method.getName().equals("getConnection")) {
                        throw new UnsupportedOperationException(method.getName());
                    }
                    return database.connect();
                });
    }

    /** All numbers behind a position, up to the last. */
    private static final class Numbers implements EventStream<Long> {
        private final long last;
        private long at;

        Numbers(Optional<String> position, long last) {
            this.at = Long.parseLong(position.orElse("0"));
            this.last = last;
        }

        @Override
        public Batch<Long> next(int atMost, Duration wait) throws InterruptedException {
            if (at == last) {
                pause(wait);
                return Batch.none();
            }
            long from = at + 1;
            at = Math.min(last, at + atMost);
            List<Long> numbers = LongStream.rangeClosed(from, at).boxed().toList();
            return new Batch<>(numbers, Optional.of(String.valueOf(at)));
        }

        @Override
        public void close() {}
    }
}
