package dev.baton.guide;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.observe.Reason;
import dev.baton.outbox.Codes;
import dev.baton.outbox.Dispatch;
import dev.baton.outbox.Enqueued;
import dev.baton.outbox.Instruction;
import dev.baton.outbox.Money;
import dev.baton.outbox.Outbox;
import dev.baton.outbox.Payment;
import dev.baton.outbox.PaymentState;
import dev.baton.outbox.PaymentStatus;
import dev.baton.outbox.Rail;
import dev.baton.outbox.Rails;
import dev.baton.outbox.Reply;
import dev.baton.outbox.Resolution;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.OperatorCommand.By;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the guide on the outbox shows is taken from here, so it compiles and does what it says. */
class OutboxGuideTest {

    /** A bank that takes what it is sent, unless it was told to answer something else. */
    private static final class Bank {
        private final List<String> references = Collections.synchronizedList(new ArrayList<>());
        private final Queue<String> answers = new ArrayDeque<>();

        synchronized Reply pay(Dispatch dispatch) {
            references.add(dispatch.reference());
            String answer = answers.poll();
            return Reply.of(answer == null ? "ACCEPTED" : answer).about(dispatch.reference());
        }
    }

    private final Bank bank = new Bank();

    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("app.db");
    }

    private Rails rails() {
        // snippet: rails
        Rail sepa = Rail.idempotent(
                        "sepa",
                        Codes.accepting("ACCEPTED") // it has taken the payment
                                .terminal("NO_SUCH_ACCOUNT") // it has not, and never will
                                .retryable("BUSY"), // it has not, and may later
                        bank::pay)
                .timeout(ofSeconds(10))
                .concurrency(4)
                .destinations(iban -> iban.matches("[A-Z]{2}\\d{2}[A-Z0-9]{11,30}"));
        Rails rails = Rails.of(sepa);
        // end of snippet
        return rails;
    }

    private static Payment payment(String key) {
        return new Payment(
                new Instruction("invoice-7", key), "alice", "sepa", Money.of("12.50", "EUR"), "DE02120300000000202051");
    }

    @Test
    void what_the_ledger_decided_reaches_the_rail() throws Exception {
        Rails rails = rails();
        // snippet: enqueue
        try (Baton baton =
                        rails.dispatchedBy(Baton.on(SqliteStore.open(file()))).start();
                Connection ledger = DriverManager.getConnection("jdbc:sqlite:" + file());
                var statement = ledger.createStatement()) {
            var outbox = new Outbox(baton, rails);
            statement.execute("CREATE TABLE entry (account TEXT, cents INTEGER)");

            ledger.setAutoCommit(false);
            statement.executeUpdate("INSERT INTO entry VALUES ('alice', -1250)");
            Enqueued first = outbox.enqueue(
                    ledger,
                    new Payment(
                            new Instruction("invoice-7", "key-1"), // together: once, for ever
                            "alice", // whose payments leave one after another
                            "sepa",
                            Money.of("12.50", "EUR"), // exact, or refused
                            "DE02120300000000202051"));
            ledger.commit(); // from here on it will be sent

            System.out.println(first.sequence()); // 1
            baton.await(first.id(), ofSeconds(20));
            System.out.println(outbox.status(first.id()).orElseThrow().state()); // DISPATCHED
        }
        // end of snippet

        assertThat(bank.references).hasSize(1);
    }

    @Test
    void payments_can_be_numbered_and_sent_side_by_side() {
        Rails rails = rails();
        try (Baton baton = rails.announcedTo(Baton.on(SqliteStore.open(file()))).start()) {
            var outbox = new Outbox(baton, rails);
            // snippet: numbered
            Outbox sideBySide = outbox.numberedOnly();
            Enqueued first = sideBySide.enqueue(payment("key-1"));
            Enqueued second = sideBySide.enqueue(payment("key-2")); // 2, and does not wait for the first
            // end of snippet

            assertThat(first.sequence()).isEqualTo(1);
            assertThat(second.sequence()).isEqualTo(2);
            assertThat(baton.why(second.id())).extracting(Reason::cause).containsExactly(Reason.Cause.NO_NODE);
        }
    }

    @Test
    void the_same_payment_again_answers_with_the_first() throws Exception {
        Rails rails = rails();
        try (Baton baton =
                rails.dispatchedBy(Baton.on(SqliteStore.open(file()))).start()) {
            var outbox = new Outbox(baton, rails);
            // snippet: again
            Enqueued first = outbox.enqueue(payment("key-1"));
            Enqueued again = outbox.enqueue(payment("key-1")); // a client that repeats itself
            boolean same = again.duplicate() && again.id().equals(first.id());

            PaymentStatus status =
                    outbox.status(new Instruction("invoice-7", "key-1")).orElseThrow();
            // end of snippet
            assertThat(same).isTrue();
            assertThat(status.id()).isEqualTo(first.id());
            assertThat(status.sequence()).isEqualTo(1);
        }
    }

    @Test
    void people_decide_about_what_failed_and_can_stop_what_is_not_to_leave() throws Exception {
        bank.answers.add("NO_SUCH_ACCOUNT");
        Rails rails = rails();
        try (Baton baton =
                rails.dispatchedBy(Baton.on(SqliteStore.open(file()))).start()) {
            var outbox = new Outbox(baton, rails);
            JobId failed = outbox.enqueue(payment("key-1")).id();
            JobId behind = outbox.enqueue(payment("key-2")).id();
            assertThat(baton.await(failed, ofSeconds(20))).isEqualTo(JobState.DEAD);
            // snippet: blocked
            for (PaymentStatus blocked : outbox.blocked(100)) {
                System.out.println(blocked.participant() + " waits since " + blocked.last());
            }
            outbox.skip(failed, new By("carol", "alice has closed that account"))
                    .orThrow();
            // end of snippet
            baton.await(behind, ofSeconds(20));
            assertThat(outbox.status(behind).orElseThrow().state()).isEqualTo(PaymentState.DISPATCHED);

            // snippet: switch
            By carol = new By("carol", "the bank asked us to stop");
            outbox.turnOff(Outbox.rail("sepa"), carol);
            outbox.turnOn(Outbox.rail("sepa"), carol);
            // end of snippet
            assertThat(baton.actions(2))
                    .allSatisfy(action -> assertThat(action.by()).isEqualTo(carol));
        }
    }

    @Test
    void people_say_what_became_of_a_payment_that_nobody_knows_of() throws Exception {
        bank.answers.add("SOMETHING_NEW");
        Rails rails = Rails.of(Rail.neither("cash", Codes.accepting("ACCEPTED"), bank::pay));
        try (Baton baton =
                rails.dispatchedBy(Baton.on(SqliteStore.open(file()))).start()) {
            var outbox = new Outbox(baton, rails);
            var payment = new Payment(
                    new Instruction("invoice-7", "key-1"), "bob", "cash", Money.of("5.00", "EUR"), "counter 3");
            JobId held = outbox.enqueue(payment).id();
            assertThat(baton.await(held, ofSeconds(20))).isEqualTo(JobState.HELD);
            // snippet: resolve
            outbox.resolve(held, Resolution.SENT, new By("carol", "it is on the bank's statement of today"))
                    .orThrow();
            // end of snippet
            assertThat(outbox.status(held).orElseThrow().state()).isEqualTo(PaymentState.DISPATCHED);
            assertThat(bank.references).hasSize(1);
        }
    }
}
