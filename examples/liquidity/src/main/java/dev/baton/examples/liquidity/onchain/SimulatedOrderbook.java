package dev.baton.examples.liquidity.onchain;

import dev.baton.examples.chain.ChainServer;
import dev.baton.examples.liquidity.onchain.OnchainEvent.Kind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A chain in memory with an order book, behind a real WebSocket. Every change is a block. Safe for use by several threads. */
public final class SimulatedOrderbook implements AutoCloseable {

    private final Map<String, String> owners = new HashMap<>();
    private final Map<String, Map<String, Long>> inventories = new HashMap<>();
    private final ChainServer server;

    private SimulatedOrderbook(int port, ChainServer.Doorkeeper door) {
        this.server = ChainServer.start(port, door, this::answer);
    }

    /** On this port, 0 being any that is free, with somebody at the door. */
    public static SimulatedOrderbook start(int port, ChainServer.Doorkeeper door) {
        return new SimulatedOrderbook(port, door);
    }

    /** An order book to play with: it trades by lines on standard input. */
    public static void main(String[] args) throws IOException {
        try (SimulatedOrderbook orderbook = start(Integer.parseInt(args[0]), question -> {});
                var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            System.out.println("chain at " + orderbook.address());
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] word = line.strip().split(" ", -1);
                switch (word[0]) {
                    case "clear" -> orderbook.trade(Kind.CLEAR_V3, word[1], word[2], Long.parseLong(word[3]));
                    case "take" -> orderbook.trade(Kind.TAKE_ORDER_V3, word[1], word[2], Long.parseLong(word[3]));
                    case "own" -> orderbook.own(word[1], word[2]);
                    case "fund" -> orderbook.fund(word[1], word[2], Long.parseLong(word[3]));
                    default ->
                        System.out.println("clear TX SYMBOL UNITS | take TX SYMBOL UNITS"
                                + " | own WALLET ADDRESS | fund ADDRESS SYMBOL UNITS");
                }
                System.out.println("block " + orderbook.server.head());
            }
        }
    }

    /** Where it is. */
    public URI address() {
        return server.address();
    }

    /** The chain that it is on, to be cut, stopped and started again. */
    public ChainServer chain() {
        return server;
    }

    /** A trade of ours, in a block of its own; what it was logged as. */
    public OnchainEvent trade(Kind kind, String tx, String symbol, long units) {
        var logged = new OnchainEvent[1];
        server.add(kind.topic(), block -> logged[0] = new OnchainEvent(kind, block, 0, tx, symbol, units));
        return logged[0];
    }

    /** A wallet has this address. */
    public synchronized void own(String wallet, String address) {
        owners.put(wallet, address);
    }

    /** An address has so much of it. */
    public synchronized void fund(String address, String symbol, long units) {
        inventories.computeIfAbsent(address, none -> new TreeMap<>()).put(symbol, units);
    }

    private synchronized List<String> answer(String[] question) {
        switch (question[0]) {
            case "owner" -> {
                String owner = owners.get(question[1]);
                if (owner == null) {
                    throw new IllegalArgumentException("no such wallet");
                }
                return List.of(owner);
            }
            case "inventory" -> {
                return inventories.getOrDefault(question[1], Map.of()).entrySet().stream()
                        .map(each -> each.getKey() + " " + each.getValue())
                        .toList();
            }
            default -> throw new IllegalArgumentException("what?");
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
