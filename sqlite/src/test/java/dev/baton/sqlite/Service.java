package dev.baton.sqlite;

import dev.baton.Baton;
import dev.baton.job.JobType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A process that works on a file until it is told to end, and says on standard output how far it is. */
final class Service {

    record Wait(String where) {}

    static final JobType<Wait> WAIT = JobType.of("wait", Wait.class).label(wait -> "wait " + wait.where());

    private Service() {}

    public static void main(String[] arguments) throws Exception {
        var never = new CountDownLatch(1);
        boolean starting = System.getProperty("starting") != null;
        try (Baton baton = Baton.on(SqliteStore.open(Path.of(arguments[0])))
                .grace(Duration.ofHours(1))
                .handle(WAIT, never, (wait, run, latch) -> {
                    System.out.println("waiting");
                    latch.await();
                })
                .startup(steps -> {
                    if (starting) {
                        steps.run(WAIT, new Wait("while starting"));
                    }
                })
                .listener(event -> System.out.println(event.getClass().getSimpleName()))
                .stopWithProcess()
                .start()) {
            System.out.println("ready");
            baton.enqueue(WAIT, new Wait("in service"));
            baton.awaitStop();
        }
    }
}
