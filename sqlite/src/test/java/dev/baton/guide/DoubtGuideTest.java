package dev.baton.guide;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.BatonException;
import dev.baton.job.CrashPolicy;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.job.Retry;
import dev.baton.job.Run;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.AttemptView;
import dev.baton.store.OperatorCommand.By;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README and the guide on doubt show is taken from here, so it compiles and does what they say. */
class DoubtGuideTest {

    record Receipt(String email) {}

    record Transfer(String account, long cents) {}

    // snippet: policies
    /** RERUN, the default: a second receipt does no harm. */
    static final JobType<Receipt> RECEIPT = JobType.of("receipt.send", Receipt.class);

    /** The bank can be asked whether a transfer has arrived. */
    static final JobType<Transfer> TRANSFER =
            JobType.of("transfer.send", Transfer.class).onCrash(CrashPolicy.RECONCILE);

    /** Nobody can be asked but people. */
    static final JobType<Transfer> WIRE = JobType.of("wire.send", Transfer.class)
            .onCrash(CrashPolicy.HOLD)
            .on(ConnectException.class, refused -> Outcome.retry("NOT_SENT")); // certainly nothing happened
    // end of snippet

    /** What a bank knows of a transfer. */
    enum Status {
        BOOKED,
        REFUSED,
        UNDER_WAY,
        NEVER_SEEN
    }

    /** A bank that books, and whose first answer is lost. */
    private static final class Bank {
        private final Map<String, Status> transfers = new ConcurrentHashMap<>();
        private final List<String> calls = Collections.synchronizedList(new ArrayList<>());

        void send(String reference, Transfer transfer) throws IOException {
            calls.add("send " + transfer.cents());
            transfers.put(reference, Status.BOOKED);
            if (calls.size() == 1) {
                throw new IOException("connection reset");
            }
        }

        Status find(String reference) {
            calls.add("find");
            return transfers.getOrDefault(reference, Status.NEVER_SEEN);
        }
    }

    private final Bank bank = new Bank();

    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("app.db");
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file());
    }

    @Test
    void who_can_find_out_is_asked_before_anything_is_repeated() throws Exception {
        // snippet: reconcile
        var setup = Baton.on(SqliteStore.open(file()))
                .handle(
                        TRANSFER,
                        bank,
                        (transfer, run, api) -> api.send(run.id().toString(), transfer))
                .reconcile(TRANSFER, bank, (transfer, doubts, run, api) -> switch (api.find(
                        run.id().toString())) {
                    case BOOKED -> Optional.of(Outcome.done()); // so it is done
                    case REFUSED -> Optional.of(Outcome.fail("REFUSED")); // so it never will be
                    case UNDER_WAY -> Optional.of(Outcome.snooze(Instant.now().plusSeconds(60))); // ask again
                    case NEVER_SEEN -> Optional.empty(); // so nothing happened: the handler runs now
                });
        // end of snippet

        try (Baton baton = setup.start()) {
            JobId id = baton.enqueue(TRANSFER, new Transfer("a", 100));

            assertThat(baton.await(id, ofSeconds(20))).isEqualTo(JobState.DONE);
            assertThat(bank.calls).containsExactly("send 100", "find");
            assertThat(baton.attempts(id))
                    .extracting(AttemptView::kind)
                    .containsExactly(AttemptView.Kind.UNKNOWN, AttemptView.Kind.DONE);
        }
    }

    @Test
    void what_nobody_can_find_out_waits_for_people() throws Exception {
        try (Baton baton = Baton.on(SqliteStore.open(file()))
                .handle(WIRE, bank, (transfer, run, api) -> api.send(run.id().toString(), transfer))
                .start()) {
            JobId id = baton.enqueue(WIRE, new Transfer("a", 100));
            assertThat(baton.await(id, ofSeconds(20))).isEqualTo(JobState.HELD);
            // snippet: decide
            var by = new By("alice", "asked the bank on the phone");
            String refused = baton.retry(id, by).code(); // IN_DOUBT: nobody may repeat it blindly
            baton.confirm(id, by).orThrow(); // it was done; release(id, by) if it was not
            // end of snippet

            assertThat(refused).isEqualTo("IN_DOUBT");
            assertThat(baton.find(id).orElseThrow().standing().state()).isEqualTo(JobState.DONE);
        }
    }

    record Backfill(String wallet, long fromBlock, long toBlock) {}

    record Block(long number) {}

    /** An index that fails once, in the middle. */
    private static final class Index {
        private final List<Long> blocks = Collections.synchronizedList(new ArrayList<>());
        private boolean failed;

        void add(long block) throws IOException {
            if (block == 250 && !failed) {
                failed = true;
                throw new IOException("node away");
            }
            blocks.add(block);
        }
    }

    @Test
    @Tag("R-004-16")
    void a_long_job_goes_on_where_it_was() throws Exception {
        JobType<Backfill> backfill =
                JobType.of("wallet.backfill", Backfill.class).retry(Retry.fixed(ofMillis(20)));
        var index = new Index();
        // snippet: checkpoint
        var setup = Baton.on(SqliteStore.open(file())).handle(backfill, index, (wallet, run, to) -> {
            long from = run.lastCheckpoint(Block.class)
                    .map(last -> last.number() + 1)
                    .orElse(wallet.fromBlock());
            for (long block = from; block <= wallet.toBlock(); block++) {
                if (run.cancelled()) {
                    throw new InterruptedException(); // to return would mean done
                }
                to.add(block);
                if (block % 100 == 0) {
                    run.checkpoint(new Block(block)); // durable when this returns
                }
            }
        });
        // end of snippet

        try (Baton baton = setup.start()) {
            JobId id = baton.enqueue(backfill, new Backfill("0x1", 1, 300));

            assertThat(baton.await(id, ofSeconds(20))).isEqualTo(JobState.DONE);
            assertThat(index.blocks).hasSize(349).contains(249L, 250L);
            assertThat(index.blocks.get(249)).isEqualTo(201L);
        }
    }

    record Entry(String account, long cents) {}

    private static final JobType<Entry> ENTRY =
            JobType.of("ledger.entry", Entry.class).retry(Retry.fixed(ofMillis(20)));

    private void createLedger() throws SQLException {
        try (Connection connection = connect();
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE ledger (account TEXT, cents INTEGER)");
        }
    }

    private int ledgerEntries() throws SQLException {
        try (Connection connection = connect();
                var statement = connection.createStatement();
                var entries = statement.executeQuery("SELECT count(*) FROM ledger")) {
            return entries.getInt(1);
        }
    }

    private static void insert(Connection connection, Entry entry) throws SQLException {
        try (var insert = connection.prepareStatement("INSERT INTO ledger VALUES (?, ?)")) {
            insert.setString(1, entry.account());
            insert.setLong(2, entry.cents());
            insert.executeUpdate();
        }
    }

    @Test
    void a_job_can_end_in_the_transaction_of_its_handler() throws Exception {
        // snippet: finish-in
        var setup = Baton.on(SqliteStore.open(file())).handle(ENTRY, this, (entry, run, app) -> {
            try (Connection connection = app.connect()) {
                connection.setAutoCommit(false);
                insert(connection, entry);
                run.finishIn(connection);
                connection.commit(); // the entry and the end of the job, or neither
            }
        });
        // end of snippet

        try (Baton baton = setup.start()) {
            createLedger();
            JobId id = baton.enqueue(ENTRY, new Entry("alice", 100));

            assertThat(baton.await(id, ofSeconds(20))).isEqualTo(JobState.DONE);
            assertThat(ledgerEntries()).isEqualTo(1);
            assertThat(baton.attempts(id)).hasSize(1);
        }
    }

    @Test
    void an_end_that_was_not_committed_is_a_failure_of_its_own() throws Exception {
        try (Baton baton = Baton.on(SqliteStore.open(file()))
                .handle(ENTRY, this, (entry, run, app) -> {
                    try (Connection connection = app.connect()) {
                        connection.setAutoCommit(false);
                        insert(connection, entry);
                        run.finishIn(connection);
                        if (run.attempt() == 1) {
                            connection.rollback();
                        } else {
                            connection.commit();
                        }
                    }
                })
                .start()) {
            createLedger();
            JobId id = baton.enqueue(ENTRY, new Entry("alice", 100));

            assertThat(baton.await(id, ofSeconds(20))).isEqualTo(JobState.DONE);
            assertThat(ledgerEntries()).isEqualTo(1);
            assertThat(baton.attempts(id).get(0).detail().code()).isEqualTo("FINISH_NOT_COMMITTED");
            assertThat(baton.attempts(id)).hasSize(2);
        }
    }

    @Test
    void what_a_handler_commits_although_it_lost_its_job_is_committed_and_the_job_is_not_ended_by_it()
            throws Exception {
        var begun = new CompletableFuture<Run>();
        var killed = new CompletableFuture<Void>();
        var refused = new CompletableFuture<String>();
        try (Baton baton = Baton.on(SqliteStore.open(file()))
                .handle(ENTRY, this, (entry, run, app) -> {
                    begun.complete(run);
                    awaitDeaf(killed);
                    try (Connection connection = app.connect()) {
                        connection.setAutoCommit(false);
                        insert(connection, entry);
                        try {
                            run.finishIn(connection);
                        } catch (BatonException swallowed) {
                            refused.complete(swallowed.code());
                        }
                        connection.commit();
                    }
                })
                .start()) {
            createLedger();
            JobId id = baton.enqueue(ENTRY, new Entry("alice", 100));
            begun.get(20, TimeUnit.SECONDS);

            baton.kill(id, new By("alice", "too slow")).orThrow();
            killed.complete(null);

            assertThat(refused.get(20, TimeUnit.SECONDS)).isEqualTo("STALE_FENCE");
            assertThat(baton.find(id).orElseThrow().standing().state()).isEqualTo(JobState.CANCELLED);
        }
        assertThat(ledgerEntries())
                .as("committed by a handler that did not listen")
                .isEqualTo(1);
    }

    /** The handler is interrupted meanwhile, and does not listen. */
    private static void awaitDeaf(CompletableFuture<Void> future) {
        while (!future.isDone()) {
            Thread.onSpinWait();
        }
        Thread.interrupted();
    }

    @Test
    void a_checkpoint_can_be_part_of_the_transaction_of_the_handler() throws Exception {
        try (Baton baton = Baton.on(SqliteStore.open(file()))
                .handle(ENTRY, this, (entry, run, app) -> {
                    try (Connection connection = app.connect()) {
                        connection.setAutoCommit(false);
                        // snippet: checkpoint-in
                        insert(connection, entry);
                        run.checkpoint(connection, new Block(1));
                        connection.commit(); // the entry and the checkpoint, or neither
                        // end of snippet
                    }
                    if (run.attempt() == 1) {
                        throw new IOException("and again");
                    }
                    assertThat(run.lastCheckpoint(Block.class)).contains(new Block(1));
                })
                .start()) {
            createLedger();
            JobId id = baton.enqueue(ENTRY, new Entry("alice", 100));

            assertThat(baton.await(id, ofSeconds(20))).isEqualTo(JobState.DONE);
        }
    }
}
