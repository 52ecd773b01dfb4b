package dev.baton.examples.liquidity;

import dev.baton.examples.liquidity.onchain.OnchainEvent.Kind;
import dev.baton.examples.process.Polling;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A story of trades in some chapters. It is the same whenever it is told; at the end of a chapter somebody may be killed. */
final class Story {

    static final int KILLS_MAX = Moment.values().length;

    private static final int CHAPTERS = KILLS_MAX + 1;
    private static final int TRADES = 12;

    /** On one symbol we only buy, on another only sell: so it does not matter how many orders shares are hedged with. */
    private static final List<String> SYMBOLS = List.of("AAPL", "MSFT", "TSLA");

    private final World world;
    private final Nodes nodes;

    /** When to kill. */
    private enum Moment {
        EVENT_RECEIVED,
        TRADE_COUNTED,
        ORDER_SUBMITTED,
        ORDER_FILLED
    }

    /** Who makes something of it. */
    interface Nodes {
        /** One of them, with no chance to clean up; another process takes its place. */
        void killOne() throws Exception;
    }

    Story(World world, Nodes nodes) {
        this.world = world;
        this.nodes = nodes;
    }

    /** Tells it, with so many kills, one in a chapter and none in the last, and says what it has come to. */
    Map<String, List<String>> tell(long seed, int kills) throws Exception {
        var trades = new Random(1);
        var random = new Random(seed);
        var moments = new ArrayList<>(List.of(Moment.values()));
        Collections.shuffle(moments, random);
        for (int chapter = 0; chapter < CHAPTERS; chapter++) {
            for (int i = 0; i < TRADES; i++) {
                int which = trades.nextInt(SYMBOLS.size());
                int units = (which == 2 ? -1 : 1) * (1 + trades.nextInt(150));
                world.trade(trades.nextBoolean() ? Kind.CLEAR_V3 : Kind.TAKE_ORDER_V3, SYMBOLS.get(which), units);
            }
            if (chapter < kills) {
                await(moments.get(chapter), world.trades() - random.nextInt(TRADES));
                nodes.killOne();
            }
        }
        world.awaitHedged();
        return world.tables.state();
    }

    /** When so many trades of the story are on record, or an order of some trade is. */
    private void await(Moment moment, int trade) throws Exception {
        String sql = switch (moment) {
            case EVENT_RECEIVED -> "SELECT count(*) FROM baton_job WHERE type = 'onchain-event.process'";
            case TRADE_COUNTED -> "SELECT count(*) FROM onchain_trade";
            case ORDER_SUBMITTED -> "SELECT count(*) FROM offchain_order WHERE state <> 'PENDING'";
            case ORDER_FILLED -> "SELECT count(*) FROM offchain_order WHERE state = 'FILLED'";
        };
        boolean orders = moment.compareTo(Moment.TRADE_COUNTED) > 0;
        long enough = orders ? world.tables.number(sql) + 1 : trade;
        Polling.until(moment + " " + enough, () -> world.tables.number(sql) >= enough || world.isHedged());
    }
}
