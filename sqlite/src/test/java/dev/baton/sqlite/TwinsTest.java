package dev.baton.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.store.memory.MemoryStore;
import dev.baton.store.memory.MemoryTransaction;
import dev.baton.testkit.ManualClock;
import dev.baton.testkit.store.CallerTransaction;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The same random commands on the reference store and on SQLite. One seed is one walk. */
class TwinsTest {

    private static final int STEPS = 60;

    @TempDir
    Path folder;

    @Test
    void both_stores_give_the_same_answers_on_every_walk() {
        Walk.Tracks tracks = LongStream.range(0, 40).mapToObj(this::walk).reduce(Walk.Tracks.NONE, Walk.Tracks::plus);

        assertThat(tracks.pruned()).as("jobs that were removed on the way").isGreaterThan(30);
        assertThat(tracks.inRuns())
                .as("jobs that came behind others of their lane")
                .isGreaterThan(10);
        assertThat(tracks.doubtful()).as("jobs that came in doubt").isGreaterThan(3);
        assertThat(tracks.outOfTurn()).as("ends that came out of turn").isGreaterThan(3);
    }

    @Test
    @Tag("long")
    @Timeout(1800)
    void both_stores_give_the_same_answers_on_very_many_walks() {
        Walk.Tracks tracks =
                LongStream.range(1_000, 4_000).mapToObj(this::walk).reduce(Walk.Tracks.NONE, Walk.Tracks::plus);

        assertThat(tracks.pruned()).isPositive();
    }

    private Walk.Tracks walk(long seed) {
        var clock = new ManualClock();
        Path file = folder.resolve("walk-" + seed + ".db");
        try (var memory = new MemoryStore(clock);
                var sqlite = SqliteStore.open(file, clock)) {
            var twins = List.of(
                    new Walk.Twin(memory, () -> begin(memory)), new Walk.Twin(sqlite, () -> OwnConnection.begin(file)));
            return new Walk(seed, clock, twins).run(STEPS);
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed, e);
        }
    }

    private static CallerTransaction begin(MemoryStore store) {
        MemoryTransaction transaction = store.begin();
        return CallerTransaction.of(transaction, transaction::commit, transaction::close);
    }
}
