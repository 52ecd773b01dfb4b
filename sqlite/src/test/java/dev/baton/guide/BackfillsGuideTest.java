package dev.baton.guide;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.BatonException;
import dev.baton.job.JobType;
import dev.baton.job.KeyScope;
import dev.baton.job.Retry;
import dev.baton.job.Run;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.Inserted;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the guide on backfills shows is taken from here, so it compiles and does what it says. */
class BackfillsGuideTest {

    record Wallet(String address, String network) {}

    record All() {}

    record Blocks(long last) {}

    // snippet: types
    static final JobType<Wallet> BACKFILL = JobType.of("wallet.backfill", Wallet.class)
            .keyScope(KeyScope.ACTIVE) // one at a time for each key, as long as it is not over
            .retry(Retry.exponential(ofMinutes(2))
                    .cap(ofMinutes(60))
                    .jitter(0.25)
                    .attempts(5));

    static final JobType<All> RECALCULATE =
            JobType.of("balances.recalculate", All.class).keyScope(KeyScope.ACTIVE);
    // end of snippet

    @TempDir
    Path folder;

    private final Map<Wallet, Long> stored = new ConcurrentHashMap<>();
    private final CountDownLatch recalculated = new CountDownLatch(1);

    private List<Long> blocks(long from) {
        return from > 300 ? List.of() : List.of(from, from + 99);
    }

    // snippet: handler
    /** From after the last block that was stored, never from the beginning and never past one. */
    void backfill(Wallet wallet, Run run) {
        long next = run.lastCheckpoint(Blocks.class).map(Blocks::last).orElse(0L) + 1;
        for (List<Long> batch = blocks(next); !batch.isEmpty(); batch = blocks(next)) {
            stored.merge(wallet, 100L, Long::sum); // in your own transaction: run.checkpoint(connection, …)
            next = batch.get(1) + 1;
            run.checkpoint(new Blocks(next - 1));
            run.progress(next - 1, 300, "block " + (next - 1));
        }
    }
    // end of snippet

    @Test
    void when_all_wallets_are_read_the_balances_are_recalculated_once() throws Exception {
        try (Baton baton =
                // snippet: drained
                Baton.on(SqliteStore.open(folder.resolve("app.db")))
                        .handle(BACKFILL, this, (wallet, run, app) -> app.backfill(wallet, run))
                        .handle(RECALCULATE, this, (all, run, app) -> app.recalculate())
                        .onDrained(
                                BACKFILL,
                                () -> RECALCULATE
                                        .job(new All())
                                        .uniqueKey("all")
                                        .againIfRunning())
                        .backlog(BACKFILL, 10_000)
                        .start()
        // end of snippet
        ) {
            var wallet = new Wallet("0xabc", "ETHEREUM");
            // snippet: add
            Inserted added = baton.enqueue(BACKFILL.job(wallet)
                    .uniqueKey(wallet.address() + ":" + wallet.network())
                    .againIfRunning()); // added while it runs: it runs once more afterwards
            // end of snippet

            assertThat(added.answer()).isEqualTo(Inserted.Answer.ADDED);
            assertThat(recalculated.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(stored).containsEntry(wallet, 300L);
            // snippet: idle
            boolean idle = baton.isIdle(BACKFILL); // nothing waits, nothing runs
            // end of snippet
            assertThat(idle).isTrue();
        }
    }

    void recalculate() {
        recalculated.countDown();
    }

    @Test
    void one_job_too_many_is_refused_by_its_code() {
        Optional<String> answer = Optional.empty();
        try (Baton baton = Baton.on(SqliteStore.open(folder.resolve("app.db")))
                .enqueues(BACKFILL)
                .grace(ofSeconds(1))
                .backlog(BACKFILL, 1)
                .start()) {
            baton.enqueue(BACKFILL, new Wallet("0xabc", "ETHEREUM"));
            var wallet = new Wallet("0xdef", "BASE");
            // snippet: full
            try {
                baton.enqueue(BACKFILL, wallet);
            } catch (BatonException e) {
                if (!e.code().equals("BACKLOG_FULL")) {
                    throw e;
                }
                answer = Optional.of("429 try again later"); // nothing was stored
            }
            // end of snippet
        }

        assertThat(answer).contains("429 try again later");
    }
}
