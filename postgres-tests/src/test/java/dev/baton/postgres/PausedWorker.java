package dev.baton.postgres;

import dev.baton.Baton;
import dev.baton.job.JobType;
import dev.baton.observe.Event;
import java.io.IOException;
import java.time.Duration;
import org.postgresql.ds.PGSimpleDataSource;

/** A process whose handler does not end before somebody says so, and that tells what becomes of it. */
final class PausedWorker {

    record Note(String text) {}

    static final JobType<Note> NOTE = JobType.of("note.take", Note.class);
    static final Duration BEAT = Duration.ofMillis(200);
    static final Duration LEASE = Duration.ofSeconds(2);

    private PausedWorker() {}

    /** On this store, until its input ends. */
    public static void main(String... arguments) throws Exception {
        var source = new PGSimpleDataSource();
        source.setUrl(arguments[0]);
        try (Baton worker = Baton.on(
                        PostgresStore.on(source).schema(arguments[1]).open())
                .heartbeat(BEAT, LEASE)
                .listener(PausedWorker::tell)
                .handle(NOTE, System.in, (note, run, input) -> {
                    System.out.println("entered");
                    await(input);
                })
                .start()) {
            worker.awaitStop();
        }
    }

    /** An interrupt does not end it, as nothing ends what a paused process was in the middle of. */
    private static void await(java.io.InputStream input) throws IOException {
        if (input.read() < 0) {
            throw new IOException("nobody is there any more");
        }
    }

    private static void tell(Event event) {
        if (event instanceof Event.JobFenced fenced) {
            System.out.println("fenced " + fenced.jobId());
        } else if (event instanceof Event.NodeReplaced replaced) {
            System.out.println("replaced " + replaced);
        }
    }
}
