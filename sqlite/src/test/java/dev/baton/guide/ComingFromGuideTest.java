package dev.baton.guide;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.job.Retry;
import dev.baton.schedule.CatchUp;
import dev.baton.schedule.Overlap;
import dev.baton.schedule.Schedule;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.Inserted;
import dev.baton.store.JobFilter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the page for those who come from elsewhere shows of Baton is taken from here, so it compiles and does what it says. */
class ComingFromGuideTest {

    // snippet: types
    record Receipt(String orderId, String email) {}

    record Report(String recipient) {}

    static final JobType<Receipt> RECEIPT = JobType.of("receipt.send", Receipt.class)
            .retry(Retry.exponential(ofSeconds(2)).cap(ofMinutes(10)).attempts(6))
            .label(receipt -> "receipt " + receipt.orderId());

    static final JobType<Report> REPORT = JobType.of("report.send", Report.class);
    // end of snippet

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    /** Somebody who sends mail, and does not know every address. */
    private static final class Mailer {
        private final List<String> sent = new CopyOnWriteArrayList<>();

        void send(String email) {
            if (email.endsWith("@nowhere.example")) {
                throw new IllegalArgumentException("no such address");
            }
            sent.add(email);
        }
    }

    private final Mailer mailer = new Mailer();

    @TempDir
    Path folder;

    @Test
    void a_small_job_is_enqueued_now_later_in_a_transaction_and_at_times() throws Exception {
        Path file = folder.resolve("app.db");
        var receipt = new Receipt("42", "a@example.org");
        // snippet: start
        Baton baton = Baton.on(SqliteStore.open(file)) // or PostgresStore.of(pool)
                .handle(RECEIPT, mailer, (job, run, mail) -> mail.send(job.email()))
                .handle(REPORT, mailer, (job, run, mail) -> mail.send(job.recipient()))
                .schedule(Schedule.cron("nightly", "0 3 * * *", BERLIN, REPORT.job(new Report("cfo@example.org")))
                        .catchUp(CatchUp.once()) // missed while nobody was there: one job
                        .overlap(Overlap.SKIP)) // the last one still runs: not beside it
                .start();
        // end of snippet
        try (baton;
                Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            // snippet: enqueue
            baton.enqueue(RECEIPT, receipt);
            baton.enqueue(RECEIPT.job(receipt).in(ofHours(1)));
            connection.setAutoCommit(false);
            Inserted job = baton.enqueue(connection, RECEIPT.job(receipt).uniqueKey("order-42"));
            connection.commit(); // with your own rows, or not at all
            // end of snippet
            baton.await(job.id(), ofSeconds(20));

            assertThat(baton.list(JobFilter.ALL.state(JobState.SCHEDULED), 10)).hasSize(1);
            assertThat(baton.schedules().fireTimes("nightly", 1))
                    .singleElement()
                    .satisfies(time -> assertThat(
                                    ZonedDateTime.ofInstant(time, BERLIN).getHour())
                            .isEqualTo(3));
        }
        assertThat(mailer.sent).contains("a@example.org");
    }

    @Test
    void a_failure_that_no_repetition_mends_is_told_from_the_others_and_kept() throws Exception {
        // snippet: failures
        JobType<Receipt> receipts = RECEIPT.on(
                IllegalArgumentException.class, wrong -> Outcome.fail("NO_SUCH_ADDRESS")); // all others are repeated
        // end of snippet
        try (Baton baton = Baton.on(SqliteStore.open(folder.resolve("app.db")))
                .handle(receipts, mailer, (job, run, mail) -> mail.send(job.email()))
                .start()) {
            var id = baton.enqueue(receipts, new Receipt("42", "x@nowhere.example"));

            assertThat(baton.await(id, ofSeconds(20))).isEqualTo(JobState.DEAD);
            assertThat(baton.attempts(id))
                    .singleElement()
                    .satisfies(attempt -> assertThat(attempt.detail().code()).isEqualTo("NO_SUCH_ADDRESS"));
        }
    }
}
