package dev.baton.examples.liquidity;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The bot as a process that is killed at random while it is up, on a SQLite file: one dies and the next goes on. */
@Tag("slow")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class BotKilledInOperationTest {

    private static final long SEED = Long.getLong("baton.liquidity.seed", 20_261_115);

    @TempDir
    Path folder;

    private Map<String, List<String>> undisturbed() throws Exception {
        try (var world = new World(folder.resolve("undisturbed.db").toString())) {
            world.leaveAPast();
            try (Conductor bot = Conductor.start(world.settings(), step -> {}, BotProcess::impatient)) {
                assertThat(bot.baton().isReady()).isTrue();
                return new Story(world, () -> {}).tell(SEED, 0);
            }
        }
    }

    private Map<String, List<String>> disturbed(long seed) throws Exception {
        try (var world = new World(folder.resolve("killed-" + seed + ".db").toString())) {
            world.leaveAPast();
            try (Processes processes = Processes.start(world, 1)) {
                Map<String, List<String>> end = new Story(world, processes).tell(seed, Story.KILLS_MAX);
                assertThat(processes.killed()).isEqualTo(Story.KILLS_MAX);
                return end;
            }
        }
    }

    @Test
    @Tag("long")
    @Tag("R-001-12")
    void killed_at_random_it_ends_where_an_undisturbed_one_does() throws Exception {
        assertThat(disturbed(SEED)).as("seed %d", SEED).isEqualTo(undisturbed()).containsEntry("disagreed", List.of());
    }

    @Test
    @Tag("long")
    void killed_at_random_it_ends_where_an_undisturbed_one_does_with_every_seed() throws Exception {
        Map<String, List<String>> undisturbed = undisturbed();
        for (long seed = 1; seed <= 10; seed++) {
            assertThat(disturbed(seed)).as("seed %d", seed).isEqualTo(undisturbed);
        }
    }
}
