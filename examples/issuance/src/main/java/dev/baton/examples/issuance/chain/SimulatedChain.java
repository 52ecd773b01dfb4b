package dev.baton.examples.issuance.chain;

import dev.baton.examples.issuance.chain.ChainEvent.Kind;
import dev.baton.job.JacksonCodec;
import dev.baton.testkit.stream.Peer;
import dev.baton.testkit.stream.WebSocketServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * A chain in memory behind a real WebSocket, as far as the service needs one: its past can be asked for, what is new is told to those
 * who listen, and it can be cut, stopped and started again. Every change is a block. Safe for use by several threads.
 */
public final class SimulatedChain implements AutoCloseable {

    static final String END = "end";
    static final String ERROR = "error ";
    static final String SUBSCRIBED = "subscribed";

    private static final JacksonCodec JSON = new JacksonCodec();
    private static final Duration TICK = Duration.ofMillis(20);

    private final Doorkeeper door;
    private final Map<String, Long> contracts = new HashMap<>();
    private final Set<String> references = new HashSet<>();
    private final Map<String, Long> burned = new TreeMap<>();
    private final List<Logged> log = new ArrayList<>();
    private long head;
    private WebSocketServer server;

    /** An event as it is sent. */
    private record Logged(long block, Kind kind, String contract, String text) {}

    /** Looks at every question before it is answered. */
    @FunctionalInterface
    public interface Doorkeeper {
        /** May wait; what it throws cuts the connection. */
        void admit(String question) throws Exception;
    }

    private SimulatedChain(int port, Doorkeeper door) {
        this.door = door;
        this.server = WebSocketServer.start(port, this::serve);
    }

    /** On this port; 0 is any that is free. */
    public static SimulatedChain start(int port) {
        return start(port, question -> {});
    }

    /** The same, with somebody at the door. */
    public static SimulatedChain start(int port, Doorkeeper door) {
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
        return server.uri("/");
    }

    /** How many are connected. */
    public synchronized int connected() {
        return server.connected();
    }

    /** Puts a contract there, if there is none. */
    public synchronized void deploy(String contract) {
        if (!contracts.containsKey(contract)) {
            contracts.put(contract, ++head);
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
    public synchronized void garble(Kind kind, String contract) {
        log.add(new Logged(++head, kind, contract, "{ not an event"));
        notifyAll();
    }

    private void add(Kind kind, String tx, String contract, String receipt, long shares) {
        head++;
        String text = JSON.encode(new ChainEvent(kind, head, tx, contract, receipt, shares));
        log.add(new Logged(head, kind, contract, text));
        notifyAll();
    }

    private synchronized void burn(String reference, String receipt, long shares) {
        if (references.add("burn " + reference)) {
            head++;
            burned.merge(receipt, shares, Long::sum);
        }
    }

    /** The shares that were burned, by receipt. */
    public synchronized Map<String, Long> burned() {
        return new TreeMap<>(burned);
    }

    /** The newest block. */
    public synchronized long head() {
        return head;
    }

    /** Cuts all connections. */
    public synchronized void cut() {
        server.cutAll();
    }

    /** Ends, and nobody can connect. */
    public synchronized void stop() {
        server.close();
    }

    /** Starts again on the same port, with the same blocks. */
    public synchronized void restart() {
        server = WebSocketServer.start(server.port(), this::serve);
    }

    private void serve(Peer peer) throws Exception {
        door.admit(peer.path());
        String[] part = peer.path().substring(1).split("/", -1);
        if (part[0].equals("live")) {
            tellNew(peer, Kind.valueOf(part[1]), part[2]);
            return;
        }
        for (String text : answer(part)) {
            peer.send(text);
        }
        while (peer.isOpen()) { // who asked says goodbye
            peer.receive(TICK);
        }
    }

    private synchronized List<String> answer(String[] part) {
        return switch (part[0]) {
            case "head" -> List.of(Long.toString(head), END);
            case "contract" -> {
                Long first = contracts.get(part[1]);
                yield first == null ? List.of(ERROR + "no contract") : List.of(Long.toString(first), END);
            }
            case "past" -> past(Kind.valueOf(part[1]), part[2], Long.parseLong(part[3]), Long.parseLong(part[4]));
            case "deposit" -> {
                deposit(part[1], part[2], Long.parseLong(part[3]));
                yield List.of(END);
            }
            case "burn" -> {
                burn(part[1], part[2], Long.parseLong(part[3]));
                yield List.of(END);
            }
            default -> List.of(ERROR + "what?");
        };
    }

    private synchronized List<String> past(Kind kind, String contract, long from, long to) {
        var texts = new ArrayList<String>();
        for (Logged each : log) {
            if (is(each, kind, contract) && each.block() >= from && each.block() <= to) {
                texts.add(each.text());
            }
        }
        texts.add(END);
        return texts;
    }

    private void tellNew(Peer peer, Kind kind, String contract) throws IOException, InterruptedException {
        int told = logged();
        peer.send(SUBSCRIBED);
        while (peer.isOpen()) {
            for (Logged each : newerThan(told, peer)) {
                told++;
                if (is(each, kind, contract)) {
                    peer.send(each.text());
                }
            }
        }
    }

    private synchronized int logged() {
        return log.size();
    }

    private synchronized List<Logged> newerThan(int told, Peer peer) throws InterruptedException {
        while (log.size() == told && peer.isOpen()) {
            wait(TICK.toMillis());
        }
        return List.copyOf(log.subList(told, log.size()));
    }

    private static boolean is(Logged each, Kind kind, String contract) {
        return each.kind() == kind && Objects.equals(each.contract(), contract);
    }

    @Override
    public synchronized void close() {
        server.close();
    }
}
