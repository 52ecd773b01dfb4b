package dev.baton.examples.issuance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.baton.examples.issuance.chain.Chain;
import dev.baton.examples.issuance.chain.ChainEvent.Kind;
import dev.baton.examples.process.Logged;
import dev.baton.examples.process.Polling;
import dev.baton.examples.tables.Database;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import dev.baton.supervise.SupervisorEvent;
import dev.baton.testkit.ManualRun;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service while it is up: vaults come and move, and the chain is cut, silent for a while, and talks nonsense. */
@Tag("slow")
class OperationTest {

    @TempDir
    Path folder;

    private Service service;
    private Issuance issuance;

    @BeforeEach
    void begin() throws Exception {
        service = new Service(folder);
        service.chain.deploy("0xa");
        service.chain.deposit("d-1", "0xa", 100);
        issuance = service.start();
    }

    @AfterEach
    void end() {
        issuance.close();
        service.close();
    }

    private void awaitReceipts(String... receipts) throws Exception {
        Polling.until(
                "receipts " + List.of(receipts),
                () -> service.tables.column("SELECT id FROM receipt").containsAll(List.of(receipts)));
    }

    private void awaitFollowed(String address) throws Exception {
        Polling.until(
                address + " is followed",
                () -> service.door.wasAsked("/live/RECEIPT/" + address)
                        && service.door.wasAsked("/live/TRANSFER/" + address));
    }

    @Test
    @Tag("R-000-11")
    void a_vault_that_is_added_has_its_backfills_pushed_and_then_its_monitors() throws Exception {
        service.chain.transfer("t-1", "0xa", "r-d-1", 40);
        var pushed = new CopyOnWriteArrayList<List<String>>();
        service.door.when(
                "/live/",
                question -> pushed.add(issuance.baton().list(JobFilter.ALL, 100).stream()
                        .map(job -> job.facts().label())
                        .toList()));

        issuance.addVault("A", "0xa");
        Polling.until("both monitors have asked", () -> pushed.size() >= 2);

        assertThat(pushed)
                .allSatisfy(labels -> assertThat(labels).contains("receipt-backfill-A", "transfer-backfill-A"));
        assertThat(issuance.baton().tasks().statuses()).containsOnlyKeys(Monitors.namesOf("A"));
        awaitReceipts("r-d-1");
        Polling.until(
                "the past transfer is redeemed",
                () -> service.tables.column("SELECT step FROM redemption").contains("COMPLETED"));
        service.chain.deposit("d-2", "0xa", 5);
        awaitReceipts("r-d-2");
    }

    @Test
    @Tag("R-000-11")
    void a_vault_that_cannot_be_discovered_is_there_and_not_followed_and_that_is_logged() throws Exception {
        try (Logged log = Logged.of(Issuance.class)) {
            issuance.addVault("B", "0xb"); // where the chain has no contract

            assertThat(log.lines()).singleElement().satisfies(OperationTest::isAnError);
        }
        assertThat(service.tables.column("SELECT symbol FROM vault")).containsExactly("B");
        assertThat(issuance.baton().tasks().statuses()).isEmpty();
    }

    @Test
    @Tag("R-000-11")
    void a_vault_whose_backfills_cannot_be_pushed_is_there_and_not_followed_and_that_is_logged() throws Exception {
        service.tables.change("CREATE TRIGGER refuse BEFORE INSERT ON baton_job WHEN NEW.type = 'transfers.backfill'"
                + " BEGIN SELECT RAISE(ABORT, 'refused'); END");
        try (Logged log = Logged.of(Issuance.class)) {
            issuance.addVault("A", "0xa");

            assertThat(log.lines()).singleElement().satisfies(OperationTest::isAnError);
        }
        assertThat(service.tables.column("SELECT symbol FROM vault")).containsExactly("A");
        assertThat(issuance.baton().tasks().statuses()).isEmpty();
        assertThat(issuance.baton().list(JobFilter.ALL.type(Jobs.RECEIPT_BACKFILL.name()), 10))
                .isEmpty();
    }

    private static void isAnError(ILoggingEvent line) {
        assertThat(line.getLevel()).isEqualTo(Level.ERROR);
        assertThat(line.getThrowableProxy()).isNotNull();
    }

    @Test
    @Tag("R-000-12")
    void a_vault_that_moves_has_both_monitors_restarted_and_they_follow_the_new_address_from_its_beginning()
            throws Exception {
        issuance.addVault("A", "0xa");
        awaitFollowed("0xa");
        service.chain.deploy("0xa2");
        service.chain.deposit("early", "0xa2", 1);
        service.chain.transfer("t-early", "0xa2", "r-early", 1);

        issuance.moveVault("A", "0xa2");
        awaitFollowed("0xa2");
        service.chain.deposit("late", "0xa2", 2);

        awaitReceipts("r-early", "r-late");
        Polling.until(
                "the transfer at the new address is redeemed",
                () -> service.tables.column("SELECT step FROM redemption").contains("COMPLETED"));
        for (String monitor : Monitors.namesOf("A")) {
            service.tasks.await(new SupervisorEvent.RestartRequested(monitor));
            service.tasks.await(new SupervisorEvent.TaskStarted(monitor, 2));
        }
        service.chain.deposit("gone", "0xa", 3); // nobody is there any more
        service.chain.deposit("last", "0xa2", 4);
        awaitReceipts("r-last");
        assertThat(service.tables.column("SELECT id FROM receipt")).doesNotContain("r-gone");
    }

    @Test
    @Tag("R-000-08")
    @Tag("R-000-07")
    void a_cut_is_an_error_that_a_monitor_survives_and_the_next_cycle_reads_the_address_anew() throws Exception {
        issuance.addVault("A", "0xa");
        awaitFollowed("0xa");
        service.chain.deploy("0xa2");
        service.tables.change("UPDATE vault SET address = '0xa2'"); // nobody restarts anything

        service.chain.cut();
        awaitFollowed("0xa2");
        service.chain.deposit("moved", "0xa2", 1);
        awaitReceipts("r-moved");

        service.tasks.await(
                SupervisorEvent.TaskWarned.class, warned -> warned.task().equals("receipt-monitor-A"));
        assertThat(service.tasks.events(SupervisorEvent.TaskFailed.class)).isEmpty();
    }

    @Test
    @Tag("R-000-08")
    void events_that_come_while_the_chain_is_away_are_read_once_when_it_is_back() throws Exception {
        issuance.addVault("A", "0xa");
        awaitFollowed("0xa");

        service.chain.stop();
        for (int i = 0; i < 20; i++) {
            service.chain.deposit("away-" + i, "0xa", i);
            service.chain.transfer("t-away-" + i, "0xa", "r-away-" + i, i);
        }
        service.chain.restart();
        service.chain.deposit("back", "0xa", 1);

        awaitReceipts("r-away-0", "r-away-19", "r-back");
        Polling.until(
                "all transfers are redeemed",
                () -> service.tables
                                .column("SELECT id FROM redemption WHERE step = 'COMPLETED'")
                                .size()
                        == 20);
        assertThat(service.tables.column("SELECT body FROM fact WHERE kind = 'redemption-detected'"))
                .hasSize(20)
                .doesNotHaveDuplicates();
    }

    @Test
    @Tag("R-000-08")
    void an_event_that_cannot_be_read_is_reported_and_the_next_one_is_kept() throws Exception {
        issuance.addVault("A", "0xa");
        awaitFollowed("0xa");

        service.chain.garble(Kind.RECEIPT, "0xa");
        service.chain.deposit("after", "0xa", 1);

        awaitReceipts("r-after");
        service.tasks.await(
                SupervisorEvent.TaskWarned.class, warned -> warned.what().contains("cannot be read"));
        assertThat(service.tasks.events(SupervisorEvent.TaskFailed.class)).isEmpty();
    }

    @Test
    @Tag("R-000-08")
    void a_monitor_waits_five_seconds_between_its_tries() {
        var database = Database.inFile(service.file());
        var chain = new Chain(service.chain.address());
        var monitors = new Monitors(
                new Vaults(database, chain), chain, new Inventory(database), () -> issuance.baton(), Issuance.PAUSE);
        var run = ManualRun.stoppedAfter(3);

        assertThatThrownBy(() -> monitors.following("UNKNOWN", Kind.RECEIPT, Jobs.RECORD_RECEIPT)
                        .run(run))
                .isInstanceOf(InterruptedException.class);

        assertThat(run.sleeps()).containsOnly(Duration.ofSeconds(5)).hasSize(3);
        assertThat(run.warnings()).hasSize(4);
    }

    @Test
    void a_mint_ends_with_its_receipt_in_the_inventory_and_a_repeated_request_changes_nothing() throws Exception {
        issuance.addVault("A", "0xa");
        issuance.requestMint("m", "A", 12);
        issuance.requestMint("m", "A", 12);

        awaitReceipts("r-m");
        Polling.until("the mint is complete", () -> service.tables.isAllComplete());
        List<JobView> jobs = issuance.baton().list(JobFilter.ALL.type(Jobs.ADVANCE_MINT.name()), 10);
        assertThat(jobs).hasSize(1);
    }
}
