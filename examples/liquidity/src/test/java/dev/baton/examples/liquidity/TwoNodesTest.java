package dev.baton.examples.liquidity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.examples.liquidity.onchain.OnchainEvent.Kind;
import dev.baton.examples.process.Polling;
import dev.baton.testserver.SharedServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two nodes of the bot on one PostgreSQL database, as two processes that are killed at random, one after the other. */
@Tag("slow")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class TwoNodesTest {

    private static final long SEED = Long.getLong("baton.liquidity.seed", 20_261_115);

    private static World freshWorld() throws Exception {
        var world = new World(SharedServer.server().url() + "&currentSchema=" + SharedServer.freshSchema());
        world.leaveAPast();
        return world;
    }

    private static Map<String, List<String>> undisturbed() throws Exception {
        try (World world = freshWorld();
                Conductor one = Conductor.start(world.settings(), step -> {}, BotProcess::impatient);
                Conductor other = Conductor.start(world.settings(), step -> {}, BotProcess::impatient)) {
            assertThat(List.of(one, other)).allMatch(node -> node.baton().isReady());
            return new Story(world, () -> {}).tell(SEED, 0);
        }
    }

    private static Map<String, List<String>> disturbed(long seed, int kills) throws Exception {
        try (World world = freshWorld();
                Processes processes = Processes.start(world, 2)) {
            Map<String, List<String>> end = new Story(world, processes).tell(seed, kills);
            assertThat(processes.killed()).isEqualTo(kills);
            return end;
        }
    }

    @Test
    @Tag("R-001-12")
    void killed_alternately_they_end_where_undisturbed_ones_do() throws Exception {
        assertThat(disturbed(SEED, 2))
                .as("seed %d", SEED)
                .isEqualTo(undisturbed())
                .containsEntry("disagreed", List.of());
    }

    @Test
    @Tag("R-001-19")
    void each_node_does_four_events_at_once_and_no_more() throws Exception {
        try (World world = freshWorld();
                Conductor one = Conductor.start(world.settings(), step -> {}, BotProcess::impatient);
                Conductor other = Conductor.start(world.settings(), step -> {}, BotProcess::impatient)) {
            assertThat(List.of(one, other)).allMatch(node -> node.baton().isReady());
            world.awaitTraded();
            try (Connection locking =
                            DriverManager.getConnection(world.settings().database());
                    Statement lock = locking.createStatement()) {
                locking.setAutoCommit(false);
                lock.execute("LOCK TABLE onchain_trade"); // nobody can count a trade until this is over
                for (int i = 0; i < 12; i++) {
                    world.trade(Kind.CLEAR_V3, "S" + i, 10);
                }
                String running = "SELECT count(*) FROM baton_running r JOIN baton_job j ON j.id = r.id"
                        + " WHERE j.type = 'onchain-event.process'";
                Polling.until("both do all they may", () -> world.tables.number(running) == 8);
                locking.rollback();
            }
            world.awaitTraded();
        }
    }

    @Test
    @Tag("long")
    void killed_alternately_they_end_where_undisturbed_ones_do_with_every_seed() throws Exception {
        Map<String, List<String>> undisturbed = undisturbed();
        for (long seed = 1; seed <= 10; seed++) {
            assertThat(disturbed(seed, Story.KILLS_MAX)).as("seed %d", seed).isEqualTo(undisturbed);
        }
    }
}
