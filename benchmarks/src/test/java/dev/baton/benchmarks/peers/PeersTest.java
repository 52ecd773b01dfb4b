package dev.baton.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.benchmarks.Figure;
import dev.baton.testserver.SharedServer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The real other engines with a few jobs: that each of them runs all of them to their end, as what they reach means nothing. */
@Tag("slow")
class PeersTest {

    private static final int JOBS = 120;

    private static final Schemas SCHEMAS = new Schemas() {
        @Override
        public String url() {
            return SharedServer.server().url();
        }

        @Override
        public String fresh(String peer) {
            return SharedServer.freshSchema();
        }
    };

    private static void drains(Figure... which) throws Exception {
        try (Peers peers = new Peers(SCHEMAS)) {
            List<Peer> wanted = peers.all().stream()
                    .filter(peer -> Stream.of(which).anyMatch(peer.figure()::equals))
                    .toList();
            assertThat(wanted).hasSameSizeAs(which);
            for (Peer peer : wanted) {
                assertThat(peer.drain(JOBS)).as(peer.name()).isPositive();
                assertThat(peer.settings()).isNotBlank();
            }
        }
    }

    @Test
    void those_in_this_process_burn_their_jobs_down() throws Exception {
        drains(Figure.DRAIN_VS_DB_SCHEDULER, Figure.DRAIN_VS_JOBRUNR);
    }

    @Test
    @Tag("external")
    void those_in_a_process_of_node_burn_their_jobs_down() throws Exception {
        drains(Figure.DRAIN_VS_GRAPHILE, Figure.DRAIN_VS_PGBOSS);
    }
}
