package dev.baton.guide;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.job.ParkedHead;
import dev.baton.job.Turn;
import dev.baton.observe.Event;
import dev.baton.observe.Reason;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.Inserted;
import dev.baton.store.JobView;
import dev.baton.store.OperatorCommand.By;
import dev.baton.testkit.Recorder;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README and the guide on order show is taken from here, so it compiles and does what they say. */
class LanesGuideTest {

    record Payment(String account, long cents) {}

    static final JobType<Payment> PAYMENT = JobType.of("payment.send", Payment.class);

    /** Somebody who pays, and remembers what. */
    private static final class Bank {
        private final List<Long> paid = Collections.synchronizedList(new ArrayList<>());

        void pay(Payment payment) {
            paid.add(payment.cents());
        }
    }

    private final Bank bank = new Bank();
    private final By by = new By("alice", "told by the bank");

    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("app.db");
    }

    @Test
    void jobs_of_a_lane_run_one_after_another_in_the_order_of_their_numbers() throws Exception {
        // snippet: lane
        try (Baton baton = Baton.on(SqliteStore.open(file()))
                .handle(PAYMENT, bank, (payment, run, to) -> to.pay(payment)) // run.turn() says which it is
                .start()) {

            Inserted first =
                    baton.enqueue(PAYMENT.job(new Payment("alice", 100)).lane("alice"));
            Inserted second =
                    baton.enqueue(PAYMENT.job(new Payment("alice", 250)).lane("alice"));
            baton.enqueue(PAYMENT.job(new Payment("bob", 30)).lane("bob")); // waits for neither

            System.out.println(first.turn()); // Optional[alice #1]
            baton.await(second.id(), ofSeconds(20)); // so the first is over, too
        }
        // end of snippet

        assertThat(bank.paid).containsSubsequence(100L, 250L);
    }

    @Test
    @Tag("R-003-03")
    @Tag("R-003-24")
    void a_number_belongs_to_the_transaction_that_took_it() throws Exception {
        try (Baton baton = Baton.on(SqliteStore.open(file())).enqueues(PAYMENT).start();
                Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE ledger (account TEXT, cents INTEGER)");
            var payment = new Payment("alice", 100);
            // snippet: transaction
            connection.setAutoCommit(false);
            statement.executeUpdate("INSERT INTO ledger VALUES ('alice', -100)");
            Inserted taken = baton.enqueue(connection, PAYMENT.job(payment).lane("alice"));
            connection.rollback(); // the number goes back: the next job of the lane has it

            Inserted next = baton.enqueue(PAYMENT.job(payment).lane("alice"));
            // end of snippet

            try (var entries = statement.executeQuery("SELECT count(*) FROM ledger")) {
                assertThat(entries.getInt(1)).isZero();
            }
            assertThat(baton.find(taken.id())).isEmpty();
            assertThat(taken.turn()).contains(new Turn("alice", 1));
            assertThat(next.turn()).contains(new Turn("alice", 1));
        }
    }

    @Test
    void a_lane_can_number_jobs_without_ordering_them() {
        try (Baton baton = Baton.on(SqliteStore.open(file())).enqueues(PAYMENT).start()) {
            var payment = new Payment("alice", 100);
            // snippet: numbered
            Inserted first = baton.enqueue(PAYMENT.job(payment).numberedIn("alice"));
            Inserted second = baton.enqueue(PAYMENT.job(payment).numberedIn("alice")); // does not wait for it
            // end of snippet

            assertThat(first.turn()).contains(new Turn("alice", 1));
            assertThat(second.turn()).contains(new Turn("alice", 2));
            assertThat(second.state()).isEqualTo(JobState.READY);
        }
    }

    @Test
    void a_dead_head_blocks_its_lane_until_somebody_decides() throws Exception {
        var events = new Recorder<Event>();
        try (Baton baton = Baton.on(SqliteStore.open(file()))
                .listener(events::accept)
                .decide(PAYMENT, bank, (payment, run, to) -> {
                    to.pay(payment);
                    return payment.cents() > 0 ? Outcome.done() : Outcome.fail("BAD_AMOUNT");
                })
                .start()) {
            JobId bad = baton.enqueue(PAYMENT.job(new Payment("alice", -1)).lane("alice"))
                    .id();
            JobId next = baton.enqueue(PAYMENT.job(new Payment("alice", 250)).lane("alice"))
                    .id();
            events.await(Event.LaneBlocked.class, blocked -> blocked.jobId().equals(bad));

            assertThat(baton.find(next).orElseThrow().standing().state()).isEqualTo(JobState.WAITING);
            assertThat(baton.why(next)).extracting(Reason::cause).containsExactly(Reason.Cause.LANE_BLOCKED);

            // snippet: replace
            JobId better = baton.replace(bad, PAYMENT, new Payment("alice", 100), by); // its data was wrong
            // end of snippet

            baton.awaitAll(List.of(next, better), ofSeconds(20));
            assertThat(bank.paid).containsExactly(-1L, 250L, 100L);
            JobView view = baton.find(better).orElseThrow();
            assertThat(view.facts().turn()).contains(new Turn("alice", 3));
            assertThat(view.facts().replaces()).contains(bad);
        }
    }

    @Test
    void a_type_can_let_its_lane_go_on_without_what_is_parked() throws Exception {
        // snippet: passed-over
        JobType<Payment> passing = PAYMENT.parkedHead(ParkedHead.PASSED_OVER);
        // end of snippet

        try (Baton baton = Baton.on(SqliteStore.open(file()))
                .decide(
                        passing,
                        bank,
                        (payment, run, to) -> payment.cents() > 0 ? Outcome.done() : Outcome.fail("BAD_AMOUNT"))
                .start()) {
            JobId bad = baton.enqueue(passing.job(new Payment("alice", -1)).lane("alice"))
                    .id();
            JobId next = baton.enqueue(passing.job(new Payment("alice", 250)).lane("alice"))
                    .id();

            assertThat(baton.await(next, ofSeconds(20))).isEqualTo(JobState.DONE);
            assertThat(baton.await(bad, ofSeconds(20))).isEqualTo(JobState.DEAD);
        }
    }

    @Test
    void a_replayable_type_begins_the_next_when_a_handler_has_returned() throws Exception {
        // snippet: replayable
        JobType<Payment> entry = JobType.of("ledger.entry", Payment.class).replayable();
        // end of snippet

        try (Baton baton = Baton.on(SqliteStore.open(file()))
                .handle(entry, bank, (payment, run, to) -> to.pay(payment))
                .start()) {
            List<JobId> all = baton
                    .enqueueAll(IntStream.rangeClosed(1, 200)
                            .mapToObj(i -> entry.job(new Payment("alice", i)).lane("alice"))
                            .toList())
                    .stream()
                    .map(Inserted::id)
                    .toList();
            baton.awaitAll(all, ofSeconds(30));
        }

        assertThat(bank.paid).isSorted().hasSize(200);
    }
}
