package dev.baton.faults.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands between clients and a PostgreSQL server. It can cut a connection exactly between a COMMIT and its answer, cut all, hold
 * everything up as a broken cable does, without a word to either side, and lead to another server. Speaks no TLS. Safe for use by
 * several threads.
 */
public final class WireProxy implements AutoCloseable {

    private final ServerSocket socket;
    private final Gate gate = new Gate();
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final AtomicInteger wanted = new AtomicInteger();
    private final AtomicInteger cuts = new AtomicInteger();
    private volatile int port;

    private WireProxy(ServerSocket socket, int port) {
        this.socket = socket;
        this.port = port;
    }

    /** One that leads to the server at this port of this machine. */
    public static WireProxy to(int port) {
        try {
            var proxy = new WireProxy(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), port);
            var accepting = new Thread(proxy::accept, "wire-accept");
            accepting.setDaemon(true);
            accepting.start();
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                lead(client);
            } catch (IOException closed) {
                // or the loop ends
            }
        }
    }

    private void lead(Socket client) throws IOException {
        try {
            Link link = Link.of(this, client, port);
            links.add(link);
            link.start();
        } catch (IOException nobodyThere) {
            client.close();
        }
    }

    /** Where clients find it. */
    public int port() {
        return socket.getLocalPort();
    }

    /** Leads new clients there; those that are led elsewhere stay. */
    public void leadTo(int other) {
        port = other;
    }

    /** Cuts the next so many commits: the server has answered, and the client never hears of it. */
    public void cutCommits(int many) {
        wanted.set(many);
    }

    /** How many were cut of which the server had said that they are committed. */
    public int cuts() {
        return cuts.get();
    }

    /** From here on nothing comes through, and nobody is told. */
    public void silence() {
        gate.close();
    }

    /** What was held up goes on its way. */
    public void restore() {
        gate.open();
    }

    /** Cuts all connections that there are. */
    public void cutAll() {
        Set.copyOf(links).forEach(Link::close);
    }

    Gate gate() {
        return gate;
    }

    boolean cutsThisCommit() {
        return wanted.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    }

    void cut(boolean committed) {
        if (committed) {
            cuts.incrementAndGet();
        }
    }

    void forget(Link link) {
        links.remove(link);
    }

    @Override
    public void close() throws IOException {
        socket.close();
        cutAll();
        gate.open();
    }
}
