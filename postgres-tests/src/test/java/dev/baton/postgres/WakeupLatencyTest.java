package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.testserver.SharedServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How long it takes until a job begins that another process has added. Both count by the same clock, that of the machine. */
@Tag("slow")
class WakeupLatencyTest {

    private static final int JOBS = 100;
    private static final Duration POLL = Duration.ofSeconds(2);

    @RegisterExtension
    final OwnSchema schema = new OwnSchema();

    @Test
    void what_another_process_adds_begins_long_before_the_next_poll(TestReporter report) throws Exception {
        var took = new CopyOnWriteArrayList<Long>();
        try (Baton worker = Baton.on(PostgresStore.on(SharedServer.pool())
                                .schema(schema.name())
                                .open())
                        .pollEvery(POLL)
                        .handle(Enqueuer.SENT, took, (sent, run, all) -> all.add(System.nanoTime() - sent.nanos()))
                        .start();
                OtherProcess enqueuer = OtherProcess.start(
                        Enqueuer.class, SharedServer.server().url(), schema.name(), String.valueOf(JOBS))) {
            assertThat(Pools.until(() -> took.size() == JOBS)).isTrue();
            assertThat(worker.isReady()).isTrue();
            assertThat(enqueuer.lineOf("an end")).as("it has ended").isEqualTo("null");
        }
        List<Double> millis = took.stream().sorted().map(nanos -> nanos / 1e6).toList();
        double median = millis.get(JOBS / 2);
        double almostAll = millis.get(JOBS * 99 / 100 - 1);

        report.publishEntry(Map.of(
                "jobs of another process",
                "" + JOBS,
                "enqueue to start p50 ms",
                "%.1f".formatted(median),
                "enqueue to start p99 ms",
                "%.1f".formatted(almostAll),
                "poll ms",
                "" + POLL.toMillis()));
        assertThat(median).isLessThan(POLL.toMillis() / 4.0);
    }
}
