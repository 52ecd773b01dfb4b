package dev.baton.guide;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.Handler;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.postgres.PostgresStore;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.Inserted;
import dev.baton.store.JobStore;
import dev.baton.testserver.SharedServer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the page on stores shows is taken from here, so it compiles and does what it says. */
class WhichStoreGuideTest {

    record Receipt(String order) {}

    static final JobType<Receipt> RECEIPT = JobType.of("receipt.send", Receipt.class);

    private final String schema = SharedServer.freshSchema();
    private final DataSource pool = SharedServer.pool();
    private final List<String> sent = new CopyOnWriteArrayList<>();

    @TempDir
    Path folder;

    @AfterEach
    void drop() {
        SharedServer.drop(schema);
    }

    private JobStore open(String address) {
        // snippet: choose
        JobStore store = address.startsWith("jdbc:postgresql:")
                ? PostgresStore.on(pool).schema(schema).open()
                : SqliteStore.open(Path.of(address));
        // end of snippet
        return store;
    }

    private void runOneAt(String address) throws InterruptedException {
        try (Baton baton = Baton.on(open(address))
                .handle(RECEIPT, sent, (receipt, run, out) -> out.add(receipt.order()))
                .start()) {
            JobId job = baton.enqueue(RECEIPT, new Receipt(address));
            assertThat(baton.await(job, ofSeconds(20))).isEqualTo(JobState.DONE);
        }
    }

    @Test
    void the_same_program_runs_on_either_store() throws Exception {
        runOneAt(folder.resolve("app.db").toString());
        runOneAt("jdbc:postgresql://db.example/shop");

        assertThat(sent).hasSize(2);
    }

    @Test
    void what_waits_in_the_old_store_is_finished_there_while_new_work_goes_to_the_new_one() throws Exception {
        Path file = folder.resolve("app.db");
        var mayGoOn = new CountDownLatch(1);
        Handler<Receipt, List<String>> send = (receipt, run, out) -> {
            if (receipt.order().equals("slow")) {
                mayGoOn.await();
            }
            out.add(receipt.order());
        };
        // snippet: move
        try (Baton old = Baton.on(SqliteStore.open(file))
                        .handle(RECEIPT, sent, send) // finishes what it has
                        .start();
                Baton next = Baton.on(PostgresStore.on(pool).schema(schema).open())
                        .handle(RECEIPT, sent, send)
                        .start()) {
            // end of snippet
            JobId slow = old.enqueue(RECEIPT, new Receipt("slow"));
            // snippet: drained
            Inserted first = next.enqueue(RECEIPT.job(new Receipt("42")).uniqueKey("order-42")); // all new work
            boolean drained = old.isIdle(RECEIPT); // ask again until it is; then look at old.counts()
            // end of snippet
            assertThat(next.await(first.id(), ofSeconds(20))).isEqualTo(JobState.DONE);
            assertThat(drained).isFalse();
            mayGoOn.countDown();
            old.await(slow, ofSeconds(20));
            assertThat(old.isIdle(RECEIPT)).isTrue();
            assertThat(old.counts()).as("nor anything retried, dead or held").isEmpty();
            assertThat(old.find(RECEIPT, "order-42"))
                    .as("keys stay where they are")
                    .isEmpty();
        }
        assertThat(sent).containsExactlyInAnyOrder("slow", "42");
    }
}
