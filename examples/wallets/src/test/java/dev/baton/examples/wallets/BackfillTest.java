package dev.baton.examples.wallets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.examples.process.Polling;
import dev.baton.examples.wallets.chain.Network;
import dev.baton.examples.wallets.jobs.Recalculate;
import dev.baton.examples.wallets.jobs.WalletOnNetwork;
import dev.baton.examples.wallets.ledger.Storage;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.AttemptView;
import dev.baton.store.Inserted;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import dev.baton.testkit.ManualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the past of wallets is read, in time that is moved by hand. */
class BackfillTest {

    private static final String WALLET = "0xabc";
    private static final List<Network> ONE = List.of(Network.ETHEREUM);

    @TempDir
    Path folder;

    private final ManualClock clock = new ManualClock();
    private final ScriptedChain chain = new ScriptedChain();
    private @Nullable WalletRadar current;

    private WalletRadar start() throws Exception {
        Path file = folder.resolve("wallets.db");
        Storage storage = Storage.at(file.toString());
        SqliteStore store = SqliteStore.open(file, clock);
        storage.migrate();
        current = WalletRadar.start(storage, store, Settings.USUAL, chain, setup -> setup.timeline(clock));
        return current;
    }

    @AfterEach
    void close() throws InterruptedException {
        chain.open.countDown();
        WalletRadar radar = current;
        if (radar != null) {
            close(radar);
        }
    }

    private void close(WalletRadar radar) throws InterruptedException {
        CompletableFuture<Void> closing = CompletableFuture.runAsync(radar::close);
        clock.advanceUntil(closing::isDone);
    }

    private static JobId only(List<Inserted> added) {
        assertThat(added).hasSize(1);
        return added.get(0).id();
    }

    private static JobView view(WalletRadar radar, JobId job) {
        return radar.baton().find(job).orElseThrow();
    }

    private static JobState state(WalletRadar radar, JobId job) {
        return view(radar, job).standing().state();
    }

    private void awaitState(WalletRadar radar, JobId job, JobState state) throws InterruptedException {
        clock.advanceUntil(() -> state(radar, job) == state);
    }

    private static long recalculations(WalletRadar radar) {
        return radar.baton().list(JobFilter.ALL.type(Recalculate.TYPE.name()), 100).stream()
                .filter(job -> job.standing().state() == JobState.DONE)
                .count();
    }

    @Test
    @Tag("R-004-05")
    @Tag("R-004-35")
    void a_wallet_is_added_with_a_job_for_each_network_and_when_all_is_read_its_balance_is_reckoned() throws Exception {
        WalletRadar radar = start();

        List<Inserted> added = radar.add(WALLET, List.of());

        assertThat(added).hasSize(Network.values().length).allMatch(each -> each.answer() == Inserted.Answer.ADDED);
        clock.advanceUntil(() -> recalculations(radar) == 1);
        assertThat(radar.portfolios()).isEqualTo(Expected.of(ScriptedChain.BLOCKS, List.of(WALLET)));
        assertThat(chain.askers).doesNotContain(Thread.currentThread());
        assertThat(radar.isIdle()).isTrue();
        radar.add("0xdef", List.of());
        clock.advanceUntil(() -> recalculations(radar) == 2);
        assertThat(radar.portfolios()).isEqualTo(Expected.of(ScriptedChain.BLOCKS, List.of(WALLET, "0xdef")));
    }

    @Test
    @Tag("R-004-19")
    @Tag("R-004-26")
    void a_network_without_an_adapter_is_complete_at_once_and_what_is_complete_is_not_added_again() throws Exception {
        WalletRadar radar = start();

        JobId job = only(radar.add(WALLET, List.of(Network.SOLANA)));
        awaitState(radar, job, JobState.DONE);

        assertThat(chain.asked).isEmpty();
        assertThat(radar.add(WALLET, List.of(Network.SOLANA))).isEmpty();
        assertThat(radar.add(WALLET, List.of())).as("all others").hasSize(Network.values().length - 1);
    }

    @Test
    @Tag("R-004-15")
    @Tag("R-004-16")
    @Tag("R-004-17")
    void after_a_failure_it_goes_on_after_the_last_block_that_is_booked_and_tells_how_far_it_is() throws Exception {
        WalletRadar radar = start();
        chain.failsFrom = 201;
        JobId job = only(radar.add(WALLET, ONE));
        awaitState(radar, job, JobState.RETRYING);
        chain.failsFrom = Long.MAX_VALUE;
        chain.waitsFrom = 301;

        clock.advanceUntil(() -> chain.asked.size() == 5);
        clock.advanceUntil(() -> view(radar, job)
                .standing()
                .hold()
                .flatMap(hold -> hold.progress())
                .isPresent());
        var progress =
                view(radar, job).standing().hold().orElseThrow().progress().orElseThrow();
        assertThat(progress.done()).isEqualTo(300);
        assertThat(progress.total()).isEqualTo(ScriptedChain.BLOCKS);
        assertThat(progress.text()).isEqualTo("block 300 of 350, from 201");
        chain.open.countDown();
        awaitState(radar, job, JobState.DONE);

        assertThat(chain.asked)
                .extracting(each -> each.substring(each.indexOf(' ') + 1))
                .containsExactly("1-100", "101-200", "201-300", "201-300", "301-350");
        assertThat(radar.baton().attempts(job))
                .extracting(AttemptView::kind)
                .containsExactly(AttemptView.Kind.FAILED, AttemptView.Kind.DONE);
    }

    @Test
    @Tag("R-004-33")
    void one_that_is_added_again_while_it_is_read_is_looked_at_once_more_and_books_nothing_twice() throws Exception {
        WalletRadar radar = start();
        chain.waitsFrom = 101;
        JobId job = only(radar.add(WALLET, ONE));
        Polling.until("it is read", () -> chain.asked.size() == 2);

        JobId again = only(radar.add(WALLET, ONE));
        assertThat(only(radar.add(WALLET, ONE))).as("once more is enough").isEqualTo(again);
        assertThat(again).isNotEqualTo(job);
        assertThat(state(radar, again)).isEqualTo(JobState.WAITING);
        chain.open.countDown();
        awaitState(radar, again, JobState.DONE);

        assertThat(chain.asked).hasSize(4);
        assertThat(state(radar, job)).isEqualTo(JobState.DONE);
    }

    @Test
    @Tag("R-004-04")
    @Tag("R-004-20")
    @Tag("R-004-24")
    @Tag("R-004-26")
    void it_is_retried_after_2_4_8_and_16_minutes_then_given_up_and_begins_anew_when_it_is_added_again()
            throws Exception {
        WalletRadar radar = start();
        chain.failsFrom = 101;
        JobId job = only(radar.add(WALLET, ONE));
        for (int attempt = 1; attempt < 5; attempt++) {
            int failed = attempt;
            WalletRadar now = radar;
            clock.advanceUntil(() -> now.baton().attempts(job).size() == failed);
            Instant due = view(radar, job).standing().dueAt().orElseThrow();
            Instant ended = radar.baton().attempts(job).get(failed - 1).endedAt();
            Duration minutes = Duration.ofMinutes(1L << attempt);
            assertThat(Duration.between(ended, due))
                    .isBetween(minutes, minutes.multipliedBy(5).dividedBy(4));
            if (attempt == 2) {
                close(radar);
                radar = start();
                assertThat(view(radar, job).standing().dueAt())
                        .as("after a restart")
                        .contains(due);
            }
            clock.advance(Duration.between(clock.instant(), due).minusMillis(1));
            assertThat(state(radar, job)).as("its time has not come").isEqualTo(JobState.RETRYING);
        }
        awaitState(radar, job, JobState.DEAD);
        assertThat(chain.asked).as("the first batch is booked").hasSize(6);

        chain.failsFrom = Long.MAX_VALUE;
        JobId anew = only(radar.add(WALLET, ONE));
        assertThat(anew).isNotEqualTo(job);
        awaitState(radar, anew, JobState.DONE);
        assertThat(chain.asked.get(6)).as("what is booked stays so").endsWith(" 101-200");
        assertThat(view(radar, anew).standing().tally().failures()).isZero();
    }

    @Test
    void a_wallet_has_one_job_at_a_time_for_each_network() throws Exception {
        WalletRadar radar = start();
        chain.broken.set(true);
        JobId job = only(radar.add(WALLET, ONE));
        awaitState(radar, job, JobState.RETRYING);

        Inserted again = radar.add(WALLET, ONE).get(0);

        assertThat(again.id()).isEqualTo(job);
        assertThat(again.answer()).isEqualTo(Inserted.Answer.EXISTING);
        assertThat(radar.baton().find(radar.type(), new WalletOnNetwork(WALLET, Network.ETHEREUM).key()))
                .isPresent();
    }
}
