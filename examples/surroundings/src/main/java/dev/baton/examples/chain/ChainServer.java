package dev.baton.examples.chain;

import dev.baton.job.JacksonCodec;
import dev.baton.testkit.stream.Peer;
import dev.baton.testkit.stream.WebSocketServer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/**
 * A chain in memory behind a real WebSocket: its past can be asked for, what is new is told to those who listen, and it can be cut, stopped
 * and started again. Every change is a block, and every event has a topic. Safe for use by several threads.
 */
public final class ChainServer implements AutoCloseable {

    static final String END = "end";
    static final String ERROR = "error ";
    static final String SUBSCRIBED = "subscribed";

    private static final JacksonCodec JSON = new JacksonCodec();
    private static final Duration TICK = Duration.ofMillis(20);

    private final Doorkeeper door;
    private final Answers answers;
    private final List<Logged> log = new ArrayList<>();
    private long head;
    private WebSocketServer server;

    /** An event as it is sent. */
    private record Logged(long block, String topic, String text) {}

    /** Looks at every question before it is answered. */
    @FunctionalInterface
    public interface Doorkeeper {
        /** May wait; what it throws cuts the connection. */
        void admit(String question) throws Exception;
    }

    /** Answers what is asked of one example's chain and of no other. */
    @FunctionalInterface
    public interface Answers {
        /** Texts; an {@link IllegalArgumentException} is a refusal. */
        List<String> answer(String[] question);
    }

    private ChainServer(int port, Doorkeeper door, Answers answers) {
        this.door = door;
        this.answers = answers;
        this.server = WebSocketServer.start(port, this::serve);
    }

    /** On this port, 0 being any that is free, with somebody at the door. */
    public static ChainServer start(int port, Doorkeeper door, Answers answers) {
        return new ChainServer(port, door, answers);
    }

    /** Where it is. */
    public synchronized URI address() {
        return server.uri("/");
    }

    /** How many are connected. */
    public synchronized int connected() {
        return server.connected();
    }

    /** The newest block. */
    public synchronized long head() {
        return head;
    }

    /** One more block, in which nobody is told of anything; its number. */
    public synchronized long grow() {
        head++;
        return head;
    }

    /** One more block, with this event. */
    public void add(String topic, LongFunction<? extends Record> event) {
        addText(topic, block -> JSON.encode(event.apply(block)));
    }

    /** One more block, with something that nobody can read. */
    public void garble(String topic) {
        addText(topic, block -> "{ not an event");
    }

    private synchronized void addText(String topic, LongFunction<String> text) {
        head++;
        log.add(new Logged(head, topic, text.apply(head)));
        notifyAll();
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
        String question = peer.path();
        door.admit(question);
        if (question.startsWith("/live/")) {
            tellNew(peer, question.substring("/live/".length()));
            return;
        }
        for (String text : answer(question)) {
            peer.send(text);
        }
        while (peer.isOpen()) { // who asked says goodbye
            peer.receive(TICK);
        }
    }

    private List<String> answer(String question) {
        String[] part = question.substring(1).split("/", -1);
        try {
            var texts = new ArrayList<String>(
                    switch (part[0]) {
                        case "head" -> List.of(Long.toString(head()));
                        case "past" -> past(question.substring("/past/".length()));
                        default -> answers.answer(part);
                    });
            texts.add(END);
            return texts;
        } catch (IllegalArgumentException e) {
            return List.of(ERROR + e.getMessage());
        }
    }

    /** A topic, which may have several parts, and two numbers. */
    private synchronized List<String> past(String wanted) {
        int second = wanted.lastIndexOf('/');
        int first = wanted.lastIndexOf('/', second - 1);
        String topic = wanted.substring(0, first);
        long from = Long.parseLong(wanted.substring(first + 1, second));
        long to = Long.parseLong(wanted.substring(second + 1));
        return log.stream()
                .filter(each -> each.topic().equals(topic) && each.block() >= from && each.block() <= to)
                .map(Logged::text)
                .toList();
    }

    private void tellNew(Peer peer, String topic) throws IOException, InterruptedException {
        int told = logged();
        peer.send(SUBSCRIBED);
        while (peer.isOpen()) {
            for (Logged each : newerThan(told, peer)) {
                told++;
                if (each.topic().equals(topic)) {
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

    @Override
    public synchronized void close() {
        server.close();
    }
}
