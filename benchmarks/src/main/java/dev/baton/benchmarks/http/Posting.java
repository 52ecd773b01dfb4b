package dev.baton.benchmarks.http;

import dev.baton.benchmarks.Work;
import dev.baton.benchmarks.verdict.Ledger;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * Posts jobs over connections that are kept, one at a time on each, as fast as they are answered. One thread, the caller's, has all connections:
 * on a machine with few processors threads of their own would take from the service what is to be measured. Not for several threads.
 */
public final class Posting implements AutoCloseable {

    /** What jobs are called that are posted. Nobody handles them: what is measured is the way in. */
    public static final String TYPE = "bench.posted";

    private static final int CREATED = 201;
    private static final int PART = 100_000;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final InetSocketAddress service;
    private final Ledger ledger;
    private final Selector selector;
    private final Set<PostConnection> connections = new HashSet<>();
    private Ledger.Part part;
    private int next;
    private long until;
    private int underWay;
    private long stored;
    private long errors;
    private String lastError = "";

    private Posting(InetSocketAddress service, Ledger ledger, Selector selector) {
        this.service = service;
        this.ledger = ledger;
        this.selector = selector;
        this.part = ledger.open(PART);
    }

    /** Opens so many connections. */
    public static Posting to(InetSocketAddress service, int connections, Ledger ledger) throws IOException {
        var posting = new Posting(service, ledger, Selector.open());
        for (int i = 0; i < connections; i++) {
            posting.connect();
        }
        return posting;
    }

    private PostConnection connect() throws IOException {
        PostConnection connection = PostConnection.to(service, selector, part);
        connections.add(connection);
        return connection;
    }

    /**
     * What came of a while of posting.
     *
     * @param stored how many were answered with 201
     * @param took from the first request to the last answer
     */
    public record Round(long stored, Duration took) {
        /** So many a second. */
        public double perSecond() {
            return stored * 1e9 / Math.max(1, took.toNanos());
        }
    }

    /** Posts for so long, and waits for the last answers. */
    public Round post(Duration length, LongConsumer waits) throws IOException {
        long before = stored;
        long began = System.nanoTime();
        until = began + length.toNanos();
        for (PostConnection each : List.copyOf(connections)) {
            send(each);
        }
        while (underWay > 0) {
            int ready = selector.select(key -> take(key, waits), PATIENCE.toMillis());
            if (ready == 0) {
                throw new IOException("The service has not answered for " + PATIENCE + ".");
            }
        }
        return new Round(stored - before, Duration.ofNanos(System.nanoTime() - began));
    }

    private void send(PostConnection connection) throws IOException {
        if (next == part.size()) {
            part = ledger.open(PART);
            next = 0;
        }
        int number = next++;
        underWay++;
        connection.send(
                part,
                number,
                "{\"type\":\"" + TYPE + "\",\"payload\":"
                        + Work.of(part.index(), number).json() + "}");
    }

    private void take(SelectionKey key, LongConsumer waits) {
        var connection = (PostConnection) key.attachment();
        try {
            take(connection, waits);
        } catch (IOException broken) {
            fail(String.valueOf(broken.getMessage()));
            replace(connection);
        }
    }

    private void take(PostConnection connection, LongConsumer waits) throws IOException {
        int status = connection.receive();
        if (status == 0) {
            return;
        }
        long now = System.nanoTime();
        underWay--;
        if (status == CREATED) {
            stored++;
            connection.acknowledge();
            waits.accept(now - connection.sent());
        } else {
            errors++;
            lastError = "status " + status;
        }
        if (now - until < 0) {
            send(connection);
        }
    }

    private void fail(String what) {
        underWay--;
        errors++;
        lastError = what;
    }

    private void replace(PostConnection broken) {
        try {
            connections.remove(broken);
            broken.close();
            PostConnection another = connect();
            if (System.nanoTime() - until < 0) {
                send(another);
            }
        } catch (IOException gone) {
            throw new UncheckedIOException("The service is gone", gone);
        }
    }

    /** How many were answered with 201. */
    public long stored() {
        return stored;
    }

    /** How many were answered otherwise, or not at all. */
    public long errors() {
        return errors;
    }

    /** What the last of these was. */
    public String lastError() {
        return lastError;
    }

    @Override
    public void close() throws IOException {
        for (PostConnection each : new ArrayList<>(connections)) {
            each.close();
        }
        selector.close();
    }
}
