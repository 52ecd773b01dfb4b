package dev.baton.guide;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.job.Ranged;
import dev.baton.job.Retry;
import dev.baton.sqlite.SqliteStore;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the guide shows of parts. */
class PartsGuideTest {

    // snippet: type
    record Blocks(String chain, long from, long to) {}

    static final Ranged<Blocks> BACKFILL = Ranged.of(
                    JobType.of("backfill.blocks", Blocks.class)
                            .retry(Retry.exponential(ofSeconds(1)).attempts(5))
                            .timeout(ofMinutes(2)),
                    Blocks::from,
                    Blocks::to)
            .parts(1_000);
    // end of snippet

    /** Blocks that were read. */
    private static final class Index {
        private final AtomicLong read = new AtomicLong();

        void read(String chain, long block) {
            read.addAndGet(chain.isEmpty() ? 0 : block >= 0 ? 1 : 0);
        }

        void publish(String chain) {
            assertThat(chain).isEqualTo("main");
        }
    }

    @TempDir
    Path folder;

    @Test
    void a_range_is_worked_on_in_parts() throws Exception {
        Path file = folder.resolve("app.db");
        var index = new Index();
        // snippet: run
        try (Baton baton = Baton.on(SqliteStore.open(file))
                .handle(
                        BACKFILL,
                        index,
                        (blocks, part, run, into) -> {
                            long next = run.lastCheckpoint(Long.class).orElse(part.from());
                            for (long block = next; block < part.to(); block++) {
                                into.read(blocks.chain(), block);
                                run.progress(block + 1 - part.from(), part.size(), "block " + block);
                                if (block % 100 == 99) {
                                    run.checkpoint(block + 1);
                                }
                            }
                        },
                        (blocks, cancelled, run, into) -> into.publish(blocks.chain()))
                .start()) {

            JobId id = baton.enqueue(BACKFILL.job(new Blocks("main", 0, 20))).id();
            // end of snippet
            assertThat(baton.await(id, ofMinutes(1))).isEqualTo(JobState.DONE);
            assertThat(index.read).hasValue(20);
            assertThat(baton.progress(id)).isPresent();
        }
    }
}
