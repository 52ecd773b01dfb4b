package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.store.NodeId;
import dev.baton.testserver.SharedServer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ServerClockTest {

    @RegisterExtension
    final OwnSchema schema = new OwnSchema();

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
}
