package dev.baton.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.store.AttemptView;
import dev.baton.store.Claim;
import dev.baton.store.Claimed;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.Finished;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An end and a claim that come while somebody else writes are one transaction: what the claim finds, the end has left. */
class SharedTransactionTest {

    @TempDir
    Path folder;

    @Test
    void a_claim_that_shares_the_transaction_of_an_end_is_not_dated_before_it() throws Exception {
        Path file = folder.resolve("app.db");
        try (SqliteStore store = SqliteStore.open(file);
                Connection other = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            NodeId node = Sample.join(store);
            NewJob job = Sample.job();
            Sample.insert(store, job);
            Instant now = store.clock().instant();
            Claim first = claim(store, node, now).claims().get(0);

            other.createStatement().execute("BEGIN IMMEDIATE");
            var retry = new Ending.Retry(now.plusMillis(1), "AGAIN", "");
            var again = new Finish(job.id(), first.fence(), retry);
            // Said twice, so that it is not so little that its caller would write it himself, and wait elsewhere.
            FutureTask<List<Finished>> end = begin(() -> store.finish(List.of(again, again), now.plusMillis(10)));
            FutureTask<Claimed> claimed = begin(() -> claim(store, node, now.plusMillis(5)));
            other.createStatement().execute("COMMIT");

            end.get();
            Claim second = claimed.get().claims().get(0);
            store.finish(
                    List.of(new Finish(job.id(), second.fence(), new Ending.Done(Optional.empty()))),
                    now.plusMillis(20));
            List<AttemptView> attempts = store.attempts(job.id());
            assertThat(attempts.get(1).claimedAt()).isEqualTo(attempts.get(0).endedAt());
        }
    }

    private static Claimed claim(SqliteStore store, NodeId node, Instant now) {
        return store.claim(Sample.anything(node), now);
    }

    /** Returns when it waits for its answer. */
    private static <T> FutureTask<T> begin(Callable<T> asked) {
        var task = new FutureTask<>(asked);
        var thread = new Thread(task);
        thread.start();
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        return task;
    }
}
