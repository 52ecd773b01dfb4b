package dev.baton.examples.issuance.chain;

import dev.baton.examples.chain.ChainServer;
import dev.baton.examples.issuance.chain.ChainEvent.Kind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A chain in memory with vaults, behind a real WebSocket. Every change is a block. Safe for use by several threads. */
public final class SimulatedChain implements AutoCloseable {

    private final Map<String, Long> contracts = new HashMap<>();
    private final Set<String> references = new HashSet<>();
    private final Map<String, Long> burned = new TreeMap<>();
    private final ChainServer server;

    private SimulatedChain(int port, ChainServer.Doorkeeper door) {
        this.server = ChainServer.start(port, door, this::answer);
    }

    /** On this port; 0 is any that is free. */
    public static SimulatedChain start(int port) {
        return start(port, question -> {});
    }

    /** The same, with somebody at the door. */
    public static SimulatedChain start(int port, ChainServer.Doorkeeper door) {
        return new SimulatedChain(port, door);
    }

    /** A chain to play with: contracts and holders act by lines on standard input. */
    public static void main(String[] args) throws IOException {
        try (SimulatedChain chain = start(Integer.parseInt(args[0]));
                var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            System.out.println("chain at " + chain.address());
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] word = line.strip().split(" ", -1);
                switch (word[0]) {
                    case "deploy" -> chain.deploy(word[1]);
                    case "deposit" -> chain.deposit(word[1], word[2], Long.parseLong(word[3]));
                    case "transfer" -> chain.transfer(word[1], word[2], word[3], Long.parseLong(word[4]));
                    default ->
                        System.out.println("deploy ADDRESS | deposit REFERENCE ADDRESS SHARES"
                                + " | transfer TX ADDRESS RECEIPT SHARES");
                }
                System.out.println("block " + chain.head());
            }
        }
    }

    /** Where it is. */
    public URI address() {
        return server.address();
    }

    /** How many are connected. */
    public int connected() {
        return server.connected();
    }

    /** Puts a contract there, if there is none. */
    public synchronized void deploy(String contract) {
        if (!contracts.containsKey(contract)) {
            contracts.put(contract, server.grow());
        }
    }

    /** Somebody deposits shares, and has a receipt for them: {@code r-} and the reference. */
    public synchronized void deposit(String reference, String contract, long shares) {
        if (references.add("deposit " + reference)) {
            add(Kind.RECEIPT, reference, contract, "r-" + reference, shares);
        }
    }

    /** A holder sends shares of a receipt back. */
    public synchronized void transfer(String tx, String contract, String receipt, long shares) {
        if (references.add("transfer " + tx)) {
            add(Kind.TRANSFER, tx, contract, receipt, shares);
        }
    }

    /** Tells, as an event of this contract, something that nobody can read. */
    public void garble(Kind kind, String contract) {
        server.garble(Chain.topic(kind, contract));
    }

    private void add(Kind kind, String tx, String contract, String receipt, long shares) {
        server.add(Chain.topic(kind, contract), block -> new ChainEvent(kind, block, tx, contract, receipt, shares));
    }

    private synchronized void burn(String reference, String receipt, long shares) {
        if (references.add("burn " + reference)) {
            server.grow();
            burned.merge(receipt, shares, Long::sum);
        }
    }

    /** The shares that were burned, by receipt. */
    public synchronized Map<String, Long> burned() {
        return new TreeMap<>(burned);
    }

    /** The newest block. */
    public long head() {
        return server.head();
    }

    /** Cuts all connections. */
    public void cut() {
        server.cut();
    }

    /** Ends, and nobody can connect. */
    public void stop() {
        server.stop();
    }

    /** Starts again on the same port, with the same blocks. */
    public void restart() {
        server.restart();
    }

    private synchronized List<String> answer(String[] question) {
        switch (question[0]) {
            case "contract" -> {
                Long first = contracts.get(question[1]);
                if (first == null) {
                    throw new IllegalArgumentException("no contract");
                }
                return List.of(Long.toString(first));
            }
            case "deposit" -> deposit(question[1], question[2], Long.parseLong(question[3]));
            case "burn" -> burn(question[1], question[2], Long.parseLong(question[3]));
            default -> throw new IllegalArgumentException("what?");
        }
        return List.of();
    }

    @Override
    public void close() {
        server.close();
    }
}
