package dev.baton.guide;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.BatonBuilder;
import dev.baton.job.JobId;
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.observe.StartupLines;
import dev.baton.observe.StartupProgress;
import dev.baton.sqlite.SqliteStore;
import dev.baton.supervise.Task;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the guide on starting shows is taken from here, so it compiles and does what it says. */
class StartupGuideTest {

    record All() {}

    record Vault(String symbol) {}

    record Vaults(List<String> symbols) {}

    static final JobType<All> REPLAY = JobType.of("views.replay", All.class);
    static final JobType<All> DISCOVER = JobType.of("vaults.discover", All.class);
    static final JobType<Vault> BACKFILL =
            JobType.of("receipts.backfill", Vault.class).label(vault -> "backfill " + vault.symbol());
    static final JobType<Vault> RECOVER =
            JobType.of("redemptions.recover", Vault.class).label(vault -> "recovery " + vault.symbol());

    /** An application that remembers what was done. */
    private static final class Issuance {
        private final List<String> done = new CopyOnWriteArrayList<>();

        List<Vault> vaults() {
            return List.of(new Vault("A"), new Vault("B"));
        }

        void monitor(String symbol) {
            done.add("monitor " + symbol);
        }
    }

    private final Issuance issuance = new Issuance();

    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("app.db");
    }

    @Test
    @Tag("R-001-17")
    void steps_are_taken_in_order_and_tasks_begin_after_the_last() throws Exception {
        // snippet: plan
        try (Baton baton = Baton.on(SqliteStore.open(file()))
                .handle(REPLAY, issuance, (all, run, app) -> app.done.add("replay"))
                .handle(BACKFILL, issuance, (vault, run, app) -> app.done.add("backfill " + vault.symbol()))
                .handle(RECOVER, issuance, (vault, run, app) -> app.done.add("recover " + vault.symbol()))
                .startup(steps -> {
                    steps.run(REPLAY, new All());
                    for (Vault vault : issuance.vaults()) { // asked after the replay
                        steps.timeout(ofMinutes(30)).run(BACKFILL, vault); // one after another
                    }
                    steps.runAll(RECOVER, issuance.vaults()); // together
                })
                .supervise("monitor", () -> Task.every(ofSeconds(15), () -> issuance.monitor("all")))
                .start()) {

            // From here on the service may be reached: all of it is done, and baton.isReady().
            baton.tasks().add("monitor-C", () -> Task.every(ofSeconds(15), () -> issuance.monitor("C")));
        }
        // end of snippet

        assertThat(issuance.done.subList(0, 3)).containsExactly("replay", "backfill A", "backfill B");
        assertThat(issuance.done.subList(3, 5)).containsExactlyInAnyOrder("recover A", "recover B");
    }

    @Test
    void what_a_job_returned_decides_what_comes_next() throws Exception {
        try (Baton baton = Baton.on(SqliteStore.open(file()))
                .decide(DISCOVER, issuance, (all, run, app) -> Outcome.done(new Vaults(List.of("A", "B"))))
                .handle(BACKFILL, issuance, (vault, run, app) -> app.done.add("backfill " + vault.symbol()))
                .startup(steps -> {
                    // snippet: result
                    JobId found = steps.run(DISCOVER, new All());
                    for (String symbol :
                            steps.result(found, Vaults.class).orElseThrow().symbols()) {
                        steps.run(BACKFILL, new Vault(symbol));
                        steps.supervise(
                                "receipt-monitor-" + symbol,
                                () -> Task.every(ofSeconds(15), () -> issuance.monitor(symbol)));
                    }
                    // end of snippet
                })
                .start()) {
            assertThat(baton.tasks().statuses()).containsOnlyKeys("receipt-monitor-A", "receipt-monitor-B");
        }
        assertThat(issuance.done).containsSubsequence("backfill A", "backfill B");
    }

    @Test
    void whoever_asks_is_told_how_far_the_start_is() throws Exception {
        var lines = new CopyOnWriteArrayList<String>();
        var terminal = new Object() {
            void println(String line) {
                lines.add(line);
            }
        };

        BatonBuilder setup = Baton.on(SqliteStore.open(file()))
                .handle(BACKFILL, issuance, (vault, run, app) -> app.done.add("backfill " + vault.symbol()))
                .startup(steps -> steps.runAll(BACKFILL, issuance.vaults()));
        // snippet: lines
        setup.listener(new StartupLines(terminal::println)); // such as System.out
        // end of snippet
        Baton baton = setup.start();
        // snippet: progress
        for (StartupProgress.Step step : baton.startup().steps()) {
            terminal.println(step.labels() + ": " + step.state() + ", " + step.done() + " of " + step.jobs()
                    + ", since " + step.since());
        }
        // end of snippet
        baton.close();

        assertThat(lines)
                .contains("step 1: backfill A, backfill B, 2 jobs")
                .anySatisfy(line -> assertThat(line).startsWith("backfill A, backfill B: DONE, 2 of 2, since 2"));
    }

    @Test
    @Tag("R-000-12")
    void what_a_task_reads_anew_is_changed_by_restarting_it_by_name() throws Exception {
        var addresses = new ConcurrentHashMap<>(Map.of("A", "0x1"));
        try (Baton baton = Baton.on(SqliteStore.open(file()))
                .handle(BACKFILL, issuance, (vault, run, app) -> app.done.add("backfill " + vault.symbol()))
                .start()) {
            String symbol = "A";
            // snippet: change
            // A vault is added: first its backfill is on record, then its monitor begins.
            baton.enqueue(BACKFILL, new Vault(symbol));
            baton.tasks()
                    .add(
                            "receipt-monitor-" + symbol,
                            () -> Task.retrying(ofSeconds(5), run -> {
                                String address = addresses.get(symbol); // read anew in every cycle
                                issuance.monitor(symbol + " at " + address);
                                run.sleep(ofMinutes(10));
                            }));

            // Its address changes: the monitor begins anew, and reads it.
            addresses.put(symbol, "0x2");
            baton.tasks().restart("receipt-monitor-" + symbol);

            // It is removed.
            baton.tasks().remove("receipt-monitor-" + symbol);
            // end of snippet

            assertThat(baton.tasks().restart("receipt-monitor-" + symbol)).isFalse();
            awaitTrue(() -> baton.tasks().status("receipt-monitor-" + symbol).isEmpty());
            assertThat(baton.tasks()
                            .add("receipt-monitor-" + symbol, () -> run -> issuance.monitor(addresses.get(symbol))))
                    .as("its name is free")
                    .isTrue();
            assertThat(baton.tasks().restart("receipt-monitor-B")).isFalse();
            assertThat(baton.tasks().remove("receipt-monitor-B")).isFalse();
            awaitTrue(() -> issuance.done.contains("monitor 0x2"));
        }
    }

    private static void awaitTrue(BooleanSupplier condition) throws InterruptedException {
        var never = new CountDownLatch(1);
        for (int i = 0; i < 2_000 && !condition.getAsBoolean(); i++) {
            assertThat(never.await(10, TimeUnit.MILLISECONDS)).isFalse();
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }
}
