package dev.baton.examples.issuance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.examples.process.Polling;
import dev.baton.job.JobState;
import dev.baton.observe.Event;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens at a start, and in which order. */
class StartInOrderTest {

    @TempDir
    Path folder;

    private Service service;

    @BeforeEach
    void begin() {
        service = new Service(folder);
    }

    @AfterEach
    void end() {
        service.close();
    }

    /** Two vaults with a past on the chain, and in each a mint and a redemption that nobody has finished. */
    private void leaveTwoVaultsBehind() throws Exception {
        for (String vault : List.of("a", "b")) {
            service.chain.deploy("0x" + vault);
            service.chain.deposit("d-" + vault, "0x" + vault, 100);
            service.chain.transfer("t-" + vault, "0x" + vault, "r-d-" + vault, 40);
        }
        service.chain.deposit("m-2", "0xb", 8);
        service.tables.leave(
                new Fact.VaultAdded("A", "0xa"),
                new Fact.VaultAdded("B", "0xb"),
                new Fact.MintRequested("m-1", "A", 7),
                new Fact.MintRequested("m-2", "B", 8),
                new Fact.MintAdvanced("m-2", Mints.Step.DEPOSITED));
    }

    @Test
    @Tag("R-000-42")
    @Tag("R-000-43")
    @Tag("R-000-44")
    @Tag("R-000-45")
    void steps_are_taken_in_order_and_each_is_over_before_the_next_begins() throws Exception {
        leaveTwoVaultsBehind();

        try (Issuance issuance = service.start()) {
            assertThat(issuance.baton().isReady()).isTrue();
            service.events.await(Event.StartupCompleted.class, event -> true);
        }

        assertThat(service.events.events(Event.StartupStepStarted.class))
                .extracting(Event.StartupStepStarted::labels)
                .containsExactly(
                        "view-replay",
                        "receipt-backfill-A",
                        "receipt-backfill-B",
                        "transfer-backfill-A",
                        "transfer-backfill-B",
                        "mint-recovery",
                        "redemption-recovery-A, redemption-recovery-B");
        assertThat(startsAndEndsOfSteps()).isEqualTo(List.of(1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7));
        assertThat(questionsOfTheStart())
                .as("vaults are discovered after the replay, without which there is none, and before the backfills")
                .startsWith("/contract/0xa", "/contract/0xb", "/head", "/past/RECEIPT/0xa/1/7");
    }

    /** The numbers of steps, and less than zero where they end. */
    private List<Integer> startsAndEndsOfSteps() {
        var order = new ArrayList<Integer>();
        for (Event event : service.events.events()) {
            if (event instanceof Event.StartupStepStarted started) {
                order.add(started.step());
            } else if (event instanceof Event.StartupStepCompleted completed) {
                order.add(-completed.step());
            }
        }
        return order;
    }

    private List<String> questionsOfTheStart() {
        return service.door.questions().stream()
                .filter(question -> !question.startsWith("/live"))
                .toList();
    }

    @Test
    @Tag("R-000-44")
    void redemptions_of_all_vaults_are_recovered_together() throws Exception {
        leaveTwoVaultsBehind();
        var both = new CyclicBarrier(2); // neither goes on before the other is there
        service.door.when("/burn/", question -> both.await(20, TimeUnit.SECONDS));

        service.start().close();

        assertThat(service.tables.isAllComplete()).isTrue();
        assertThat(service.chain.burned()).containsEntry("r-d-a", 40L).containsEntry("r-d-b", 40L);
    }

    @Test
    @Tag("R-000-02")
    @Tag("R-000-03")
    @Tag("R-000-10")
    void monitors_of_the_vaults_that_were_found_begin_when_all_jobs_of_the_start_are_done() throws Exception {
        leaveTwoVaultsBehind();
        var unfinished = new ArrayList<String>();
        service.door.when(
                "/live/",
                question -> unfinished.addAll(
                        service.tables.column(
                                "SELECT id FROM redemption WHERE step <> 'COMPLETED' UNION SELECT id FROM mint WHERE step <> 'COMPLETED'")));

        try (Issuance issuance = service.start()) {
            Polling.until("all four follow the chain", () -> service.chain.connected() >= 4);

            assertThat(issuance.baton().tasks().statuses())
                    .containsOnlyKeys(
                            "receipt-monitor-A", "redemption-detector-A", "receipt-monitor-B", "redemption-detector-B");
        }
        assertThat(unfinished).isEmpty();
    }

    @Test
    @Tag("R-000-45")
    void a_start_without_vaults_succeeds_with_empty_steps() throws Exception {
        try (Issuance issuance = service.start()) {
            assertThat(issuance.baton().isReady()).isTrue();
            service.events.await(Event.StartupCompleted.class, event -> true);
            assertThat(issuance.baton().tasks().statuses()).isEmpty();
        }

        assertThat(service.events.events(Event.StartupStepStarted.class))
                .extracting(Event.StartupStepStarted::labels)
                .containsExactly("view-replay", "mint-recovery");
    }

    @Test
    @Tag("R-000-47")
    void a_start_that_is_repeated_changes_nothing() throws Exception {
        leaveTwoVaultsBehind();
        try (Issuance first = service.start()) {
            assertThat(first.baton().isReady()).isTrue();
            Polling.until(
                    "the mint's receipt",
                    () -> service.tables.column("SELECT id FROM receipt").contains("r-m-1"));
        }
        var before = service.tables.state();

        service.start().close();

        assertThat(service.tables.state()).isEqualTo(before);
        assertThat(service.chain.burned()).containsEntry("r-d-a", 40L).containsEntry("r-d-b", 40L);
    }

    @Test
    @Tag("R-000-01")
    @Tag("R-000-04")
    @Tag("R-000-17")
    void jobs_live_beside_the_tables_of_the_service_and_are_still_there_after_a_restart() throws Exception {
        leaveTwoVaultsBehind();
        service.start().close();

        try (Issuance issuance = service.start()) {
            List<JobView> done = issuance.baton().list(JobFilter.ALL.state(JobState.DONE), 100);
            assertThat(done)
                    .as("work with an end: that of both starts, and no monitor")
                    .extracting(job -> job.route().type())
                    .contains(
                            "views.replay",
                            "receipts.backfill",
                            "transfers.backfill",
                            "mints.recover",
                            "redemptions.recover")
                    .allMatch(type -> issuance.baton().tasks().status(type).isEmpty());
            assertThat(done.stream().filter(job -> job.route().type().equals("views.replay")))
                    .hasSize(2);
        }
        assertThat(service.tables.column("SELECT name FROM sqlite_master WHERE type = 'table'"))
                .contains("vault", "mint", "redemption", "receipt", "transfer", "example_migration")
                .anyMatch(table -> table.startsWith("baton_"));
        assertThat(service.tables.column("SELECT version FROM example_migration"))
                .containsExactly("1");
    }
}
