package dev.baton.guide;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.job.KeyScope;
import dev.baton.job.Outcome;
import dev.baton.job.Retry;
import dev.baton.observe.Event;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.CommandResult;
import dev.baton.store.Inserted;
import dev.baton.store.JobFilter;
import dev.baton.store.OperatorCommand.By;
import dev.baton.store.memory.MemoryStore;
import dev.baton.testkit.ManualClock;
import dev.baton.testkit.Recorder;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README and the guide on jobs show is taken from here, so it compiles and does what they say. */
class JobsGuideTest {

    // snippet: type
    record Receipt(String orderId, String email) {}

    static final JobType<Receipt> RECEIPT = JobType.of("receipt.send", Receipt.class)
            .retry(Retry.exponential(ofSeconds(2))
                    .cap(ofMinutes(10))
                    .jitter(0.25)
                    .attempts(5))
            .timeout(ofSeconds(30))
            .label(receipt -> "receipt " + receipt.orderId());
    // end of snippet

    /** Somebody who sends mail. */
    private static final class Mailer {
        private final List<String> sent = Collections.synchronizedList(new ArrayList<>());

        void send(String email) {
            sent.add(email);
        }
    }

    private final Mailer mailer = new Mailer();

    @TempDir
    Path folder;

    @Test
    void a_first_job_is_enqueued_run_and_awaited() throws Exception {
        Path file = folder.resolve("app.db");
        // snippet: first
        try (Baton baton = Baton.on(SqliteStore.open(file))
                .handle(RECEIPT, mailer, (receipt, run, mail) -> mail.send(receipt.email()))
                .start()) {

            JobId id = baton.enqueue(RECEIPT, new Receipt("42", "a@example.org")); // on disk when this returns

            JobState state = baton.await(id, ofSeconds(5)); // done, dead, held or cancelled
            System.out.println(state);
        }
        // end of snippet

        assertThat(mailer.sent).containsExactly("a@example.org");
    }

    @Test
    void the_whole_program_of_the_readme_runs_its_job() throws Exception {
        Path file = folder.resolve("receipts.db");

        Receipts.main(new String[] {file.toString()});

        try (Baton baton = Baton.on(SqliteStore.open(file)).start()) {
            assertThat(baton.list(JobFilter.ALL, 10))
                    .singleElement()
                    .satisfies(job -> assertThat(job.standing().state()).isEqualTo(JobState.DONE));
        }
    }

    @Test
    void a_job_can_be_enqueued_in_the_applications_own_transaction() throws Exception {
        Path file = folder.resolve("app.db");
        try (Baton baton = Baton.on(SqliteStore.open(file))
                        .handle(RECEIPT, mailer, (receipt, run, mail) -> mail.send(receipt.email()))
                        .start();
                Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE orders (id TEXT)");
            var receipt = new Receipt("42", "a@example.org");
            Inserted inserted;
            // snippet: transaction
            connection.setAutoCommit(false);
            statement.executeUpdate("INSERT INTO orders VALUES ('42')");
            inserted = baton.enqueue(connection, RECEIPT.job(receipt).uniqueKey("order-42"));
            connection.commit(); // the order and its receipt, or neither
            // end of snippet

            assertThat(baton.await(inserted.id(), ofSeconds(20))).isEqualTo(JobState.DONE);
        }
    }

    @Test
    void requests_say_more_than_a_payload() throws Exception {
        var receipt = new Receipt("42", "a@example.org");
        try (Baton baton = Baton.on(SqliteStore.open(folder.resolve("app.db")))
                .enqueues(RECEIPT)
                .start()) {
            // snippet: requests
            baton.enqueue(RECEIPT.job(receipt).in(ofHours(2))); // or .at(instant)
            baton.enqueue(RECEIPT.job(receipt).priority(5).queue("mail"));
            Inserted once = baton.enqueue(RECEIPT.job(receipt).uniqueKey("order-42"));
            Inserted again =
                    baton.enqueue(RECEIPT.job(receipt).uniqueKey("order-42")); // the same job, not a second one
            // end of snippet

            assertThat(again.id()).isEqualTo(once.id());
            assertThat(again.answer()).isEqualTo(Inserted.Answer.EXISTING);
            assertThat(baton.list(JobFilter.ALL, 10)).hasSize(3);
        }
    }

    record Transfer(String account, long cents) {}

    /** What a bank answers. */
    private interface Bank {
        int transfer(String reference, Transfer transfer) throws IOException;
    }

    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void a_handler_can_say_itself_how_its_attempt_ended() throws Exception {
        Bank bank = (reference, transfer) -> transfer.cents() > 0 ? 200 : 422;
        // snippet: outcomes
        JobType<Transfer> transfers = JobType.of("transfer.send", Transfer.class)
                .on(Refused.class, refused -> Outcome.fail("REFUSED")) // what an exception means, by its type
                .on(IOException.class, broken -> Outcome.retry("NETWORK", broken.getMessage()));

        var setup = Baton.on(SqliteStore.open(folder.resolve("app.db")))
                .decide(transfers, bank, (transfer, run, api) -> {
                    int status = api.transfer(run.id().toString(), transfer); // the same reference in every attempt
                    return switch (status) {
                        case 200 -> Outcome.done("accepted");
                        case 429 -> Outcome.retry("BUSY", ofMinutes(1));
                        case 504 -> Outcome.unknown("NO_ANSWER"); // held until somebody finds out
                        default -> Outcome.fail("STATUS_" + status); // dead at once
                    };
                });
        // end of snippet

        try (Baton baton = setup.start()) {
            JobId good = baton.enqueue(transfers, new Transfer("a", 100));
            JobId bad = baton.enqueue(transfers, new Transfer("a", -1));
            assertThat(baton.await(good, ofSeconds(20))).isEqualTo(JobState.DONE);
            assertThat(baton.await(bad, ofSeconds(20))).isEqualTo(JobState.DEAD);
            assertThat(baton.attempts(good).get(0).detail().result()).contains("\"accepted\"");
        }
    }

    record Backfill(String wallet, long fromBlock) {}

    @Test
    void a_long_job_tells_how_far_it_is_and_listens() throws Exception {
        JobType<Backfill> backfill = JobType.of("wallet.backfill", Backfill.class)
                .keyScope(KeyScope.ACTIVE)
                .timeout(ofHours(6));
        long head = 3;
        // snippet: progress
        var setup = Baton.on(SqliteStore.open(folder.resolve("app.db")))
                .concurrency(4)
                .concurrency(backfill, 2)
                .handle(backfill, mailer, (wallet, run, mail) -> {
                    for (long block = wallet.fromBlock(); block < head; block++) {
                        if (run.cancelled()) {
                            throw new InterruptedException(); // to return would mean done
                        }
                        run.progress(block, head, "block " + block);
                    }
                });
        // end of snippet

        try (Baton baton = setup.start()) {
            assertThat(baton.await(baton.enqueue(backfill, new Backfill("0x1", 0)), ofSeconds(20)))
                    .isEqualTo(JobState.DONE);
        }
    }

    @Test
    void people_can_look_and_act() throws Exception {
        try (Baton baton = Baton.on(SqliteStore.open(folder.resolve("app.db")))
                .decide(RECEIPT, mailer, (receipt, run, mail) -> Outcome.fail("NO_MAIL"))
                .start()) {
            JobId id = baton.enqueue(RECEIPT, new Receipt("42", "a@example.org"));
            baton.await(id, ofSeconds(20));
            // snippet: operate
            baton.counts()
                    .forEach(count -> System.out.println(count.route() + " " + count.state() + " " + count.count()));
            for (var dead : baton.list(JobFilter.ALL.state(JobState.DEAD), 100)) {
                System.out.println(dead.label() + ": " + baton.attempts(dead.id()));
            }
            var by = new By("alice", "the mail server is back");
            CommandResult result = baton.retry(id, by); // applied, or why not
            baton.pause("default", by); // for all processes, until resumed
            // end of snippet

            assertThat(result).isInstanceOf(CommandResult.Applied.class);
            assertThat(baton.actions(10)).hasSize(2);
        }
    }

    @Test
    void handlers_can_be_tested_without_a_database_and_without_waiting() throws Exception {
        // snippet: testing
        var clock = new ManualClock();
        var events = new Recorder<Event>();
        try (Baton baton = Baton.on(new MemoryStore(clock))
                .timeline(clock)
                .listener(events::accept)
                .handle(RECEIPT, mailer, (receipt, run, mail) -> mail.send(receipt.email()))
                .start()) {

            JobId id = baton.enqueue(
                            RECEIPT.job(new Receipt("42", "a@example.org")).in(ofHours(2)))
                    .id();
            assertThat(baton.find(id).orElseThrow().standing().state()).isEqualTo(JobState.SCHEDULED);

            clock.advance(ofHours(2));
            clock.advanceUntil(() -> !events.events(Event.JobCompleted.class).isEmpty());
        }
        // end of snippet

        assertThat(mailer.sent).containsExactly("a@example.org");
    }
}
