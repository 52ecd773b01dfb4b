package dev.baton.postgres;

import dev.baton.Baton;
import dev.baton.job.JobType;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.postgresql.ds.PGSimpleDataSource;

/** A process that only adds jobs, each of which says when it was added, by the clock of the machine. */
final class Enqueuer {

    record Sent(long nanos) {}

    static final JobType<Sent> SENT = JobType.of("sent.note", Sent.class);
    private static final Duration PAUSE = Duration.ofMillis(20);

    private Enqueuer() {}

    /** Of this store so many. */
    public static void main(String... arguments) {
        var source = new PGSimpleDataSource();
        source.setUrl(arguments[0]);
        try (Baton producer = Baton.on(
                        PostgresStore.on(source).schema(arguments[1]).open())
                .enqueues(SENT)
                .start()) {
            for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
                producer.enqueue(SENT, new Sent(System.nanoTime()));
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }
}
