package dev.baton.examples.liquidity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.examples.liquidity.onchain.OnchainEvent.Kind;
import dev.baton.examples.process.Polling;
import dev.baton.examples.process.ServiceProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The bot as a process that is killed at every step of its start, one after another, on one file. */
@Tag("slow")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class BotKilledWhileStartingTest {

    /** What is asked of the chain in the middle of a step. */
    private static final List<String> QUESTIONS = List.of("/live/TakeOrderV3", "/past/TakeOrderV3/");

    @TempDir
    Path folder;

    /** Happens before every start, so that each has missed something. */
    private static void trade(World world) {
        world.trade(Kind.CLEAR_V3, "MSFT", 60);
        world.trade(Kind.TAKE_ORDER_V3, "TSLA", -35);
    }

    private Map<String, List<String>> undisturbed() throws Exception {
        try (var world = new World(folder.resolve("undisturbed.db").toString())) {
            world.leaveAPast();
            try (Conductor bot = Conductor.start(world.settings(), step -> {}, BotProcess::impatient)) {
                assertThat(bot.baton().isReady()).isTrue();
                for (int i = 0; i < StartStep.values().length + QUESTIONS.size(); i++) {
                    trade(world);
                }
                world.awaitHedged();
            }
            return world.tables.state();
        }
    }

    @Test
    @Tag("R-001-13")
    void killed_at_every_step_of_its_start_it_ends_where_an_undisturbed_one_does() throws Exception {
        try (var world = new World(folder.resolve("killed.db").toString())) {
            world.leaveAPast();
            for (StartStep step : StartStep.values()) {
                trade(world);
                try (ServiceProcess bot = world.process(step.name())) {
                    Polling.until(step.name(), () -> isAlive(bot) && bot.hasLogged("halted"));
                    assertThat(bot.isReady()).isFalse();
                }
            }
            for (String question : QUESTIONS) {
                trade(world);
                world.door.clear();
                world.door.hold(question);
                try (ServiceProcess bot = world.process("")) {
                    Polling.until(question, () -> isAlive(bot) && world.door.wasAsked(question));
                    assertThat(bot.isReady()).isFalse();
                }
                world.door.forget();
            }
            try (ServiceProcess last = world.process("")) {
                last.awaitReady();
                world.awaitHedged();
            }

            assertThat(world.tables.state()).isEqualTo(undisturbed()).containsEntry("disagreed", List.of());
        }
    }

    private static boolean isAlive(ServiceProcess bot) {
        assertThat(bot.isAlive()).as(() -> String.join("\n", bot.log())).isTrue();
        return true;
    }
}
