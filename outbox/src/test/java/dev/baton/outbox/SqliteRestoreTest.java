package dev.baton.outbox;

import static dev.baton.outbox.OutboxUnderTest.BY;
import static dev.baton.outbox.OutboxUnderTest.CODES;
import static dev.baton.outbox.OutboxUnderTest.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.JobStore;
import dev.baton.testkit.ManualClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The way back from a backup: a file that does not know what was sent since. */
@Tag("slow")
class SqliteRestoreTest {

    @TempDir
    Path folder;

    private final ManualClock clock = new ManualClock();
    private final Book book = new Book(clock);

    /** What is done with an outbox while its process lives. */
    private interface Work {
        void run(Outbox outbox) throws Exception;
    }

    private Path file() {
        return folder.resolve("app.db");
    }

    private Rails rails() {
        return Rails.of(
                Rail.idempotent("sepa", CODES, book::send),
                Rail.queryable("swift", CODES, book::send, book::find),
                Rail.neither("cash", CODES, book::send));
    }

    private void process(boolean sends, UnaryOperator<Rails> settings, Work work) throws Exception {
        Rails rails = settings.apply(rails());
        try (JobStore store = SqliteStore.open(file(), clock)) {
            var setup = Baton.on(store).timeline(clock);
            Baton baton = (sends ? rails.dispatchedBy(setup) : rails.announcedTo(setup)).start();
            work.run(new Outbox(baton, rails));
            CompletableFuture<Void> closing = CompletableFuture.runAsync(baton::close);
            clock.advanceUntil(closing::isDone);
        }
    }

    private void until(Outbox outbox, PaymentState wanted, JobId id) throws InterruptedException {
        clock.advanceUntil(() -> outbox.status(id).orElseThrow().state() == wanted);
    }

    @Test
    void what_was_sent_after_the_backup_is_not_sent_blindly_after_the_restore() throws Exception {
        var ids = new JobId[3];
        process(false, UnaryOperator.identity(), outbox -> {
            ids[0] = outbox.enqueue(payment("sepa", "alice", "a")).id();
            ids[1] = outbox.enqueue(payment("swift", "bob", "b")).id();
            ids[2] = outbox.enqueue(payment("cash", "carol", "c")).id();
        });
        Files.copy(file(), folder.resolve("backup.db"));
        process(true, UnaryOperator.identity(), outbox -> {
            for (JobId id : ids) {
                until(outbox, PaymentState.DISPATCHED, id);
            }
        });
        assertThat(book.arrived()).hasSize(3);

        Files.copy(folder.resolve("backup.db"), file(), StandardCopyOption.REPLACE_EXISTING);
        process(false, UnaryOperator.identity(), outbox -> outbox.turnOff(Outbox.everything(), BY));
        Instant restored = clock.instant();
        process(true, rails -> rails.restored(restored), outbox -> {
            Instant later = clock.instant().plus(Duration.ofMinutes(2));
            clock.advanceUntil(() -> clock.instant().isAfter(later));
            assertThat(book.arrived()).as("all is off").hasSize(3);

            outbox.turnOn(Outbox.everything(), BY);
            until(outbox, PaymentState.DISPATCHED, ids[0]);
            until(outbox, PaymentState.DISPATCHED, ids[1]);
            until(outbox, PaymentState.HELD, ids[2]);
        });

        assertThat(book.arrived()).hasSize(4);
        assertThat(book.arrived().get(3).reference())
                .as("the rail that takes the same reference for the same payment")
                .isEqualTo(ids[0].toString());
        assertThat(book.lookups()).isPositive();
    }
}
