package dev.baton.testkit.stream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A WebSocket server on this machine, as simple as RFC 6455 lets it be, that can be cut and started again at will. Every connection has
 * a thread of its own. What is left of it when it is closed is cut.
 */
public final class WebSocketServer implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final ServerSocket socket;
    private final Session session;
    private final Set<Peer> peers = ConcurrentHashMap.newKeySet();
    private final Thread accepting;

    /** What the server does with whoever connects. */
    @FunctionalInterface
    public interface Session {
        /** Serves one connection, on a thread of its own. When it returns or throws, the connection is cut. */
        void serve(Peer peer) throws Exception;
    }

    private WebSocketServer(ServerSocket socket, Session session) {
        this.socket = socket;
        this.session = session;
        this.accepting = daemon("websocket-accept", this::accept);
    }

    /** On a port that is free. */
    public static WebSocketServer start(Session session) {
        return start(0, session);
    }

    /** On this port: where another was before, for instance. */
    public static WebSocketServer start(int port, Session session) {
        try {
            var socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return new WebSocketServer(socket, session);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Its port. */
    public int port() {
        return socket.getLocalPort();
    }

    /** Where to find this path on it. */
    public URI uri(String path) {
        return URI.create("ws://" + socket.getInetAddress().getHostAddress() + ":" + port() + path);
    }

    /** How many are connected. */
    public int connected() {
        return peers.size();
    }

    /** Cuts every connection, without a word. */
    public void cutAll() {
        peers.forEach(Peer::cut);
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket accepted = socket.accept();
                daemon("websocket-peer", () -> serve(accepted));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket accepted) {
        try (accepted) {
            Peer peer = Peer.greet(accepted);
            peers.add(peer);
            try {
                if (socket.isClosed()) {
                    return;
                }
                daemon("websocket-reader", peer::readAll);
                session.serve(peer);
            } finally {
                peers.remove(peer);
            }
        } catch (Exception ended) {
            // the connection is cut, which is all that can be done about it
        }
    }

    static Thread daemon(String name, Runnable work) {
        var thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            cutAll();
            awaitPortFree();
        }
    }

    /** The system keeps the port for as long as a thread waits at it, and nobody else could have it until then. */
    private void awaitPortFree() {
        try {
            accepting.join(PATIENCE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
