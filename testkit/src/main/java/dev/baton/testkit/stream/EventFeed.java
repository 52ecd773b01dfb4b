package dev.baton.testkit.stream;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * A feed of events over a real WebSocket: numbered from 1, all remembered, and sent as {@code number:text} from after the number that
 * the path ends with. It can be cut, ended and started again, and sends in whatever order and as often as a test says.
 */
public final class EventFeed implements AutoCloseable {

    private static final Duration TICK = Duration.ofMillis(20);

    private final List<String> events = new ArrayList<>();
    private final Order order;
    private WebSocketServer server;
    private IntConsumer sent = number -> {};

    /** In which order events are sent that are there already. */
    @FunctionalInterface
    public interface Order {
        /** The numbers to send, for those that are new. May leave none out. */
        List<Integer> of(List<Integer> numbers);
    }

    /** A feed that sends events in their order, each once. */
    public EventFeed() {
        this(numbers -> numbers);
    }

    /** A feed that sends them in this order. */
    public EventFeed(Order order) {
        this.order = order;
        this.server = WebSocketServer.start(this::serve);
    }

    /** Where it is, without the number to go on from. */
    public String address() {
        return server.uri("/events/").toString();
    }

    /** How many are connected. */
    public synchronized int connected() {
        return server.connected();
    }

    /** Adds events. Who is connected gets them. */
    public synchronized void publish(String... texts) {
        events.addAll(List.of(texts));
        notifyAll();
    }

    /** Does this after each event that was sent, by its number; what it throws cuts the connection. */
    public synchronized void afterSending(IntConsumer what) {
        sent = what;
    }

    /** Cuts all connections. */
    public synchronized void cut() {
        server.cutAll();
    }

    /** Ends, and nobody can connect. */
    public synchronized void stop() {
        server.close();
    }

    /** Starts again on the same port, with the same events. */
    public synchronized void restart() {
        server = WebSocketServer.start(server.port(), this::serve);
    }

    private void serve(Peer peer) throws IOException, InterruptedException {
        int from = Integer.parseInt(peer.path().substring("/events/".length()));
        while (peer.isOpen()) {
            List<Integer> numbers = newerThan(from, peer);
            for (int number : order.of(numbers)) {
                peer.send(number + ":" + text(number));
                listener().accept(number);
            }
            from += numbers.size();
        }
    }

    private synchronized List<Integer> newerThan(int number, Peer peer) throws InterruptedException {
        while (events.size() <= number && peer.isOpen()) {
            wait(TICK.toMillis());
        }
        List<Integer> newer = new ArrayList<>();
        for (int i = number + 1; i <= events.size(); i++) {
            newer.add(i);
        }
        return newer;
    }

    private synchronized String text(int number) {
        return events.get(number - 1);
    }

    private synchronized IntConsumer listener() {
        return sent;
    }

    @Override
    public synchronized void close() {
        server.close();
    }
}
