package dev.baton.server.demo.jobs;

import dev.baton.Baton;
import dev.baton.BatonBuilder;
import dev.baton.checker.Journal;
import dev.baton.checker.Said;
import dev.baton.checker.Turn;
import dev.baton.job.Outcome;
import dev.baton.job.Run;
import dev.baton.sqlite.SqliteStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The process that works and is killed: an engine with the demo's handlers, each of which keeps the independent log. */
final class Worker {

    /** Why a payment is dead that somebody can do something about. */
    static final String ACCOUNT_CLOSED = "ACCOUNT_CLOSED";

    private static final int CONCURRENCY = 16;
    private static final int REPORTS_AT_ONCE = 4;
    private static final int PAGES = 4;
    /** Several times what the slowest job takes. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    private static final Duration SNOOZE = Duration.ofMillis(150);

    /** What handlers need: where they write down what they do, and a file that is there once an operator has repaired things. */
    record Desk(Journal log, Path repaired) {}

    private Worker() {}

    /** Works in a folder until the process that started this one closes our input, or is gone, which closes it as well. */
    public static void main(String[] args) throws IOException {
        work(Path.of(args[0]), System.in);
    }

    private static void work(Path folder, InputStream parent) throws IOException {
        try (Journal log = Journal.open(DemoFolder.log(folder));
                Baton baton = engine(folder, log)) {
            while (baton.isReady() && parent.read() >= 0) {
                // Nothing is ever said on it.
            }
        }
    }

    private static Baton engine(Path folder, Journal log) {
        BatonBuilder builder = Baton.on(SqliteStore.open(DemoFolder.database(folder)));
        for (Kind kind : Kind.values()) {
            builder.decide(kind.type(), new Desk(log, DemoFolder.repaired(folder)), Worker::handle);
        }
        return builder.concurrency(CONCURRENCY)
                .concurrency(Kind.REPORT.type(), REPORTS_AT_ONCE)
                .grace(GRACE)
                .start();
    }

    static Outcome handle(Work work, Run run, Desk desk) throws Exception {
        String job = run.id().toString();
        Turn turn = Turns.of(run.turn());
        desk.log().started(job, run.attempt(), run.fence(), Micros.of(Instant.now()), turn);
        try {
            perform(work, run);
        } catch (InterruptedException e) {
            desk.log().ended(job, run.attempt(), run.fence(), Said.LEFT, turn);
            throw e;
        }
        Said said = run.attempt() <= work.failures() ? Said.FAILED : verdict(work, run, desk);
        desk.log().ended(job, run.attempt(), run.fence(), said, turn);
        return switch (said) {
            case DONE -> Outcome.done();
            case FAILED, LEFT, UNKNOWN -> throw new IOException("nobody answered");
            case SNOOZED -> Outcome.snooze(Instant.now().plus(SNOOZE));
            case DEAD -> dead(work);
        };
    }

    private static Outcome dead(Work work) {
        return work.course() == Work.Course.REPAIRED
                ? Outcome.fail(ACCOUNT_CLOSED, "It does not work before somebody opens the account.")
                : Outcome.fail("NO_SUCH_ACCOUNT", "It would never work.");
    }

    private static Said verdict(Work work, Run run, Desk desk) {
        return switch (work.course()) {
            case PLAIN -> Said.DONE;
            case SNOOZED -> run.attempt() == 1 ? Said.SNOOZED : Said.DONE;
            case HOPELESS -> Said.DEAD;
            case REPAIRED -> Files.exists(desk.repaired()) ? Said.DONE : Said.DEAD;
        };
    }

    /** What takes time in a real handler is mostly waiting for others. */
    private static void perform(Work work, Run run) throws InterruptedException {
        var never = new CountDownLatch(1);
        for (int page = 1; page <= PAGES; page++) {
            boolean unexpected = never.await(work.millis() * 1000L / PAGES, TimeUnit.MICROSECONDS);
            assert !unexpected;
            run.progress(page, PAGES, "page " + page);
        }
    }
}
