package dev.baton.examples.liquidity;

import dev.baton.examples.chain.Door;
import dev.baton.examples.liquidity.onchain.OnchainEvent;
import dev.baton.examples.liquidity.onchain.OnchainEvent.Kind;
import dev.baton.examples.liquidity.onchain.SimulatedOrderbook;
import dev.baton.examples.process.Polling;
import dev.baton.examples.process.ServiceProcess;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A database and a chain, with all that was ever traded there; what the bot has to make of it is known. */
final class World implements AutoCloseable {

    static final String WALLET = "bot";
    static final Map<String, Long> OPENING = Map.of("AAPL", 7L);

    /** As the bot's own, and less patient. */
    static final Settings.Pace PACE = new Settings.Pace(
            Duration.ofMillis(100), Duration.ofMillis(5), Duration.ofMillis(150), Duration.ofMillis(150));

    private static final int SHARE = 100;

    final Door door = new Door();
    final SimulatedOrderbook orderbook = SimulatedOrderbook.start(0, door);
    final Tables tables;
    private final String database;
    private final Map<String, Long> traded = new TreeMap<>();
    private int trades;

    World(String database) {
        this.database = database;
        this.tables = new Tables(database);
        orderbook.own(WALLET, "0xb07");
        orderbook.fund("0xb07", "AAPL", 1_234);
    }

    Settings settings() {
        return new Settings(database, orderbook.address(), WALLET, OPENING, PACE);
    }

    /** A process on it; with the name of a step it stops there, says so, and waits to be killed. */
    ServiceProcess process(String haltAt) throws IOException {
        return ServiceProcess.start(
                BotProcess.class,
                List.of(BotProcess.HALT_AT + "=" + haltAt),
                database,
                orderbook.address().toString());
    }

    /**
     * What happened before anybody looked: some trades on the chain, and some in the queue of an earlier version. One is in both, and one
     * is so old that the chain has forgotten it.
     */
    void leaveAPast() throws Exception {
        var forgotten = new OnchainEvent(Kind.CLEAR_V3, 0, 3, "0x0", "TSLA", -130);
        count(forgotten);
        OnchainEvent both = trade(Kind.TAKE_ORDER_V3, "AAPL", 160);
        for (int i = 0; i < 3; i++) {
            trade(Kind.CLEAR_V3, "TSLA", -70);
            trade(Kind.TAKE_ORDER_V3, "MSFT", 90);
        }
        tables.leave(List.of(both, forgotten));
    }

    OnchainEvent trade(Kind kind, String symbol, long units) {
        OnchainEvent event = orderbook.trade(kind, "0x" + (trades + 1), symbol, units);
        count(event);
        return event;
    }

    private void count(OnchainEvent event) {
        trades++;
        traded.merge(event.symbol(), event.units(), Long::sum);
    }

    /** How many there are, whoever has noticed. */
    int trades() {
        return trades;
    }

    /** Waits until everything that was traded is hedged, as far as whole shares go, and somebody has looked at the broker since. */
    void awaitHedged() throws Exception {
        Polling.until("all is hedged", this::isHedged);
    }

    /** Waits until every trade is counted. */
    void awaitTraded() throws Exception {
        Polling.until("all trades are counted", () -> tables.number("SELECT count(*) FROM onchain_trade") == trades);
    }

    boolean isHedged() throws SQLException {
        var positions = new ArrayList<String>();
        var holdings = new ArrayList<String>();
        traded.forEach((symbol, units) -> {
            positions.add(symbol + " " + units % SHARE + " null");
            long sold = units / SHARE + OPENING.getOrDefault(symbol, 0L);
            holdings.add("broker " + symbol + " " + -sold * SHARE);
        });
        return tables.number("SELECT count(*) FROM onchain_trade") == trades
                && tables.rows("SELECT * FROM net_position ORDER BY symbol").equals(positions)
                && tables.rows("SELECT * FROM inventory").containsAll(holdings);
    }

    @Override
    public void close() {
        orderbook.close();
        tables.close();
    }
}
