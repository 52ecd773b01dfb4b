package dev.baton.sqlite;

import dev.baton.Baton;
import dev.baton.job.JobType;
import dev.baton.observe.Event;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A real process that runs jobs, and says on a line each what it recovered, began and ended. */
final class Worker {

    /** What a job does to the process it runs in. */
    record Deed(Kind kind) {}

    /** What there is to do. */
    enum Kind {
        /** Ends at once. */
        QUICK,
        /** Never ends by itself. */
        ENDLESS,
        /** Takes the process down. */
        DEADLY
    }

    static final JobType<Deed> DEED = JobType.of("deed", Deed.class);
    static final int CONCURRENCY = 4;

    private Worker() {}

    public static void main(String[] args) throws InterruptedException {
        Baton baton = Baton.on(SqliteStore.open(Path.of(args[0])))
                .concurrency(CONCURRENCY)
                .listener(Worker::tell)
                .handle(DEED, new CountDownLatch(1), (deed, run, never) -> {
                    switch (deed.kind()) {
                        case QUICK -> {}
                        case ENDLESS -> never.await();
                        case DEADLY -> Runtime.getRuntime().halt(137);
                    }
                })
                .start();
        baton.awaitStop();
    }

    private static void tell(Event event) {
        if (event instanceof Event.RecoveryCompleted completed) {
            System.out.println(
                    "recovered " + completed.processingRecovered() + " pending " + completed.pendingReEnqueued());
        } else if (event instanceof Event.JobStarted started) {
            System.out.println("started " + started.jobId());
        }
    }
}
