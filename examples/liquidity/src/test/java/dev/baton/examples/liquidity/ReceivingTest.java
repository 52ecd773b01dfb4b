package dev.baton.examples.liquidity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.examples.liquidity.onchain.OnchainEvent.Kind;
import dev.baton.examples.process.Polling;
import dev.baton.store.JobFilter;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The receivers while the bot is up: the chain is cut, away for a while, and talks nonsense. */
@Tag("slow")
class ReceivingTest {

    @TempDir
    Path folder;

    private World world;
    private Conductor bot;

    @BeforeEach
    void begin() throws Exception {
        world = new World(folder.resolve("liquidity.db").toString());
        world.leaveAPast();
        bot = Conductor.start(world.settings(), step -> {}, BotProcess::impatient);
    }

    @AfterEach
    void end() {
        bot.close();
        world.close();
    }

    private void trade(int times) {
        for (int i = 0; i < times; i++) {
            world.trade(Kind.CLEAR_V3, "MSFT", 30);
            world.trade(Kind.TAKE_ORDER_V3, "TSLA", -30);
        }
    }

    @Test
    void what_comes_while_the_chain_is_cut_and_away_becomes_one_job_each() throws Exception {
        trade(5);
        world.orderbook.chain().cut();
        trade(5);
        world.orderbook.chain().stop();
        trade(5);
        world.orderbook.chain().restart();
        trade(5);

        world.awaitHedged();
        assertThat(bot.baton().list(JobFilter.ALL.type("onchain-event.process"), 100))
                .hasSize(world.trades());
    }

    @Test
    void what_cannot_be_read_is_passed_over_and_the_next_one_is_received() throws Exception {
        world.awaitHedged();
        world.orderbook.chain().garble(Kind.CLEAR_V3.topic());
        trade(1);

        world.awaitHedged();
    }

    @Test
    void a_position_that_grew_while_its_order_was_under_way_is_hedged_by_the_checker() throws Exception {
        world.trade(Kind.CLEAR_V3, "NVDA", 100);
        Polling.until(
                "an order is under way",
                () -> world.tables.number("SELECT count(*) FROM offchain_order WHERE symbol = 'NVDA'") > 0);
        world.trade(Kind.CLEAR_V3, "NVDA", 300); // and no other event comes

        world.awaitHedged();
    }
}
