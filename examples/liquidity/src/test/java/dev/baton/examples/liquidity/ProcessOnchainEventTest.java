package dev.baton.examples.liquidity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.examples.liquidity.jobs.ProcessOnchainEvent;
import dev.baton.examples.liquidity.onchain.OnchainEvent;
import dev.baton.examples.liquidity.onchain.OnchainEvent.Kind;
import dev.baton.examples.liquidity.trading.Services;
import dev.baton.examples.liquidity.trading.SimulatedBroker;
import dev.baton.examples.liquidity.trading.Storage;
import dev.baton.examples.process.Polling;
import dev.baton.job.Handler;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.JobView;
import dev.baton.testkit.ManualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The one job type: how it is tried again, in which order, and what comes of it when it is repeated. */
class ProcessOnchainEventTest {

    @TempDir
    Path folder;

    private final ManualClock clock = new ManualClock();
    private Tables tables;

    @BeforeEach
    void begin() throws Exception {
        tables = new Tables(file());
        tables.leave(List.of());
    }

    @AfterEach
    void end() {
        tables.close();
    }

    private String file() {
        return folder.resolve("liquidity.db").toString();
    }

    private static OnchainEvent event(String tx, String symbol, long units) {
        return new OnchainEvent(Kind.CLEAR_V3, 1, 0, tx, symbol, units);
    }

    /** The type with another handler, in a time that stands still until it is moved. */
    private Baton handling(Handler<OnchainEvent, Tables> handler) {
        return Baton.on(SqliteStore.open(Path.of(file()), clock))
                .handle(ProcessOnchainEvent.TYPE, tables, handler)
                .pollEvery(Duration.ofMillis(10))
                .start();
    }

    private static JobView await(Baton baton, JobId job, JobState state, int failures) throws Exception {
        Polling.until(state + " after " + failures, () -> {
            JobView.Standing now = baton.find(job).orElseThrow().standing();
            return now.state() == state && now.tally().failures() == failures;
        });
        return baton.find(job).orElseThrow();
    }

    @Test
    @Tag("R-001-64")
    @Tag("R-001-12")
    void one_that_fails_is_tried_four_times_in_all_after_one_two_and_four_seconds() throws Exception {
        var limits = new CopyOnWriteArrayList<String>();
        try (Baton baton = handling((event, run, at) -> {
            limits.addAll(at.column("SELECT limit_attempts FROM baton_running"));
            throw new IllegalStateException("the broker is away");
        })) {
            JobId job = baton.enqueue(ProcessOnchainEvent.of(event("0x1", "AAPL", 100)))
                    .id();
            for (int failures = 1; failures <= 3; failures++) {
                JobView waiting = await(baton, job, JobState.RETRYING, failures);
                var delay = Duration.ofSeconds(1L << (failures - 1));
                assertThat(waiting.standing().dueAt()).hasValue(clock.instant().plus(delay));
                clock.advance(delay);
            }
            await(baton, job, JobState.DEAD, 4);
            assertThat(baton.attempts(job)).hasSize(4);
        }
        assertThat(limits).containsExactly("4", "4", "4", "4");
        assertThat(ProcessOnchainEvent.TYPE.retry().plainDelayAfter(10)).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    @Tag("R-001-12")
    void events_of_a_symbol_are_done_in_the_order_in_which_they_came_and_one_that_fails_holds_up_only_them()
            throws Exception {
        var done = new CopyOnWriteArrayList<String>();
        try (Baton baton = handling((event, run, at) -> {
            if (event.tx().equals("0x1") && run.attempt() == 1) {
                throw new IllegalStateException("the broker is away");
            }
            done.add(event.tx());
        })) {
            JobId first = baton.enqueue(ProcessOnchainEvent.of(event("0x1", "AAPL", 1)))
                    .id();
            baton.enqueue(ProcessOnchainEvent.of(event("0x2", "AAPL", 1)));
            baton.enqueue(ProcessOnchainEvent.of(event("0x3", "MSFT", 1)));

            await(baton, first, JobState.RETRYING, 1);
            Polling.until("another symbol goes on", () -> done.contains("0x3"));
            assertThat(done).containsExactly("0x3");
            clock.advance(Duration.ofSeconds(1));
            Polling.until("all are done", () -> done.size() == 3);
        }
        assertThat(done).containsExactly("0x3", "0x1", "0x2");
    }

    @Test
    void one_that_is_repeated_counts_once_and_orders_once() throws Exception {
        try (Storage storage = Storage.at(file())) {
            Services services = Services.on(storage.database(), new SimulatedBroker(storage.database()));
            var context = new ProcessOnchainEvent.Context(services.positions(), services.orders());

            ProcessOnchainEvent.run(event("0x1", "AAPL", 250), context);
            ProcessOnchainEvent.run(event("0x1", "AAPL", 250), context);
        }

        assertThat(tables.column("SELECT units FROM net_position")).containsExactly("250");
        assertThat(tables.column("SELECT shares FROM broker_order")).containsExactly("2");
    }

    @Test
    void an_order_that_was_made_and_never_placed_is_placed_once_when_the_event_is_repeated() throws Exception {
        try (Storage storage = Storage.at(file())) {
            Services services = Services.on(storage.database(), new SimulatedBroker(storage.database()));
            var context = new ProcessOnchainEvent.Context(services.positions(), services.orders());
            ProcessOnchainEvent.run(event("0x1", "AAPL", -250), context);
            tables.change("UPDATE offchain_order SET state = 'PENDING'"); // as if it had died before
            tables.change("DELETE FROM broker_order");

            ProcessOnchainEvent.run(event("0x1", "AAPL", -250), context);
        }

        assertThat(tables.column("SELECT state FROM offchain_order")).containsExactly("SUBMITTED");
        assertThat(tables.column("SELECT side FROM broker_order")).containsExactly("BUY");
        assertThat(tables.state()).containsEntry("disagreed", List.of());
    }
}
