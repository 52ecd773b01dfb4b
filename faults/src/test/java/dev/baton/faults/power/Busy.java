package dev.baton.faults.power;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobRequest;
import dev.baton.job.JobType;
import dev.baton.job.Retry;
import dev.baton.observe.Event;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.Inserted;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;

/**
 * A process that enqueues and does jobs as fast as it can, and writes down what it was told: which jobs are there, and which ends
 * of attempts. It ends when nobody holds its input open any more.
 */
final class Busy {

    /** One job, by its number. */
    record Deed(int number) {}

    static final JobType<Deed> DEED = JobType.of("deed", Deed.class)
            .retry(Retry.fixed(Duration.ofMillis(20)).attempts(5));

    private static final int OPEN_MAX = 200;
    private static final int BATCH = 10;
    private static final int LANES = 3;
    /** The first attempt of every so-many-th job fails. */
    private static final int FAILS = 7;

    private final OutputStream acknowledged;
    private final Semaphore room = new Semaphore(OPEN_MAX);

    private Busy(Path acknowledged) throws IOException {
        this.acknowledged = Files.newOutputStream(acknowledged, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** With the database, and the file to write down to. */
    public static void main(String[] args) throws Exception {
        var busy = new Busy(Path.of(args[1]));
        Baton baton = Baton.on(SqliteStore.open(Path.of(args[0])))
                .concurrency(4)
                .listener(busy::told)
                .handle(DEED, busy, (deed, run, context) -> context.handle(deed, run.attempt()))
                .start();
        new Thread(() -> busy.enqueueSingly(baton)).start();
        new Thread(() -> busy.enqueueInLanes(baton)).start();
        while (System.in.read() >= 0) {
            // nothing to read: it ends when who started it does
        }
        Runtime.getRuntime().halt(0);
    }

    private void handle(Deed deed, int attempt) {
        if (deed.number() % FAILS == 0 && attempt == 1) {
            throw new IllegalStateException("the first time");
        }
        room.release();
    }

    private void enqueueSingly(Baton baton) {
        for (int i = 0; true; i++) {
            room.acquireUninterruptibly();
            acknowledge("ENQUEUED", baton.enqueue(DEED, new Deed(i)), 0);
        }
    }

    private void enqueueInLanes(Baton baton) {
        for (int i = 1; true; i++) {
            room.acquireUninterruptibly(BATCH);
            String lane = "lane-" + i % LANES;
            List<JobRequest<Deed>> batch = IntStream.range(0, BATCH)
                    .mapToObj(each -> DEED.job(new Deed(each + 1)).lane(lane))
                    .toList();
            for (Inserted inserted : baton.enqueueAll(batch)) {
                acknowledge("ENQUEUED", inserted.id(), 0);
            }
        }
    }

    /** What is told has been written down by the store. */
    private void told(Event event) {
        if (event instanceof Event.JobCompleted completed) {
            acknowledge(Kind.DONE.name(), completed.jobId(), completed.attempt());
        } else if (event instanceof Event.JobRetried retried) {
            acknowledge(Kind.FAILED.name(), retried.jobId(), retried.attempt());
        }
    }

    private synchronized void acknowledge(String what, JobId job, int attempt) {
        try {
            acknowledged.write((what + " " + job + " " + attempt + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
