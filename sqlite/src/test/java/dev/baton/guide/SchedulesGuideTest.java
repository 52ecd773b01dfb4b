package dev.baton.guide;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobType;
import dev.baton.schedule.CatchUp;
import dev.baton.schedule.Overlap;
import dev.baton.schedule.Schedule;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.Inserted;
import dev.baton.store.JobStore;
import dev.baton.store.OperatorCommand.By;
import dev.baton.store.ScheduleView;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the guide to schedules shows is taken from here, so it compiles and does what it says. */
class SchedulesGuideTest {

    record Report(String recipient) {}

    record Rates(String market, Instant asOf) {}

    static final JobType<Report> REPORT = JobType.of("report.send", Report.class);
    static final JobType<Rates> RATES = JobType.of("rates.poll", Rates.class);

    @TempDir
    Path folder;

    private final BlockingQueue<String> sent = new LinkedBlockingQueue<>();

    @Test
    void schedules_are_named_when_a_program_starts_and_looked_after_by_people() throws Exception {
        JobStore store = SqliteStore.open(folder.resolve("app.db"));
        // snippet: schedules
        Baton baton = Baton.on(store)
                .handle(REPORT, sent, (report, run, mails) -> mails.add(report.recipient()))
                .handle(RATES, sent, (rates, run, mails) -> mails.add(rates.market() + " as of " + rates.asOf()))
                .schedule(Schedule.cron(
                                "nightly-report",
                                "0 3 * * *",
                                ZoneId.of("Europe/Berlin"),
                                REPORT.job(new Report("cfo")))
                        .catchUp(CatchUp.once())
                        .overlap(Overlap.SKIP))
                .schedule(Schedule.every("poll-rates", ofMinutes(5), RATES.job(new Rates("BTC-EUR", Instant.EPOCH)))
                        .catchUp(CatchUp.all(ofHours(4)))
                        .overlap(Overlap.QUEUE)
                        .fireTimeIn("asOf"))
                .start();
        // end of snippet

        try (baton) {
            // snippet: operate
            By alice = new By("alice", "the ledger is being moved");
            baton.schedules().pause("nightly-report", alice);
            Inserted now = baton.schedules().runNow("nightly-report", alice); // paused or not
            baton.schedules().resume("nightly-report", alice); // what fell into the pause is gone

            for (ScheduleView each : baton.schedules().list(100)) {
                System.out.println(each.name() + " fires next at " + each.nextAt() + ", fired last for "
                        + each.last().fireTime() + " as job " + each.last().job());
            }
            List<Instant> nextWeek = baton.schedules().fireTimes("nightly-report", 7);
            // end of snippet
            assertThat(nextWeek).hasSize(7).isSorted();
            baton.await(now.id(), Duration.ofSeconds(20));
            assertThat(new ArrayList<>(sent)).containsExactly("cfo");

            // snippet: customers
            for (String customer : List.of("ada", "bob")) {
                baton.schedules()
                        .declare(Schedule.cron(
                                "report-" + customer,
                                "30 6 * * mon-fri",
                                "Asia/Tokyo",
                                REPORT.job(new Report(customer))));
            }
            baton.schedules().remove("report-bob", new By("support", "bob has left"));
            // end of snippet
            assertThat(baton.schedules().list(10))
                    .extracting(ScheduleView::name)
                    .contains("report-ada");
        }
    }
}
