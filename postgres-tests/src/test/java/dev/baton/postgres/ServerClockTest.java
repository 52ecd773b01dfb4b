package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.store.NodeId;
import dev.baton.testserver.SharedServer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ServerClockTest {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    @RegisterExtension
    final OwnSchema schema = new OwnSchema();

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicReference<Instant> wall = new AtomicReference<>(NOON);
    private final ServerClock clock = new ServerClock(NOON, nanos::get, wall::get);

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
        wall.updateAndGet(now -> now.plus(time));
    }

    @Test
    void without_another_clock_the_time_is_the_servers_and_in_microseconds() {
        try (PostgresStore store =
                PostgresStore.on(SharedServer.pool()).schema(schema.name()).open()) {
            var node = new NodeId(UUID.randomUUID());
            store.join(node, Set.of(), store.clock().instant());
            Instant before = store.clock().instant();
            store.beat(node, before);
            Instant after = store.clock().instant();

            assertThat(Duration.between(before, Instant.now()).abs()).isLessThan(Duration.ofSeconds(5));
            assertThat(after).isAfter(before).isEqualTo(after.truncatedTo(ChronoUnit.MICROS));
        }
    }

    @Test
    void it_is_read_again_after_a_while_and_when_this_machine_stood_still() {
        pass(Duration.ofSeconds(9));
        assertThat(clock.isOld()).isFalse();
        wall.updateAndGet(now -> now.plus(Duration.ofHours(1)));
        assertThat(clock.isOld())
                .as("an hour has passed in which nothing was counted")
                .isTrue();

        clock.answered(NOON.plus(Duration.ofHours(1)), nanos.get());
        assertThat(clock.isOld()).isFalse();
        assertThat(clock.instant()).isEqualTo(NOON.plus(Duration.ofHours(1)));
        pass(Duration.ofSeconds(10));
        assertThat(clock.isOld()).isTrue();
    }

    @Test
    void an_answer_was_given_half_way_and_one_that_came_late_says_nothing() {
        pass(Duration.ofSeconds(1));
        long asked = nanos.get();
        pass(Duration.ofMillis(100));
        clock.answered(NOON.plus(Duration.ofSeconds(5)), asked);
        assertThat(clock.instant()).isEqualTo(NOON.plus(Duration.ofMillis(5_050)));

        asked = nanos.get();
        pass(Duration.ofSeconds(5));
        clock.answered(NOON.plus(Duration.ofMillis(5_050)), asked);

        assertThat(clock.instant()).as("it is not set back").isEqualTo(NOON.plus(Duration.ofMillis(10_050)));
    }
}
