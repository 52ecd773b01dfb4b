package dev.baton.faults.wire;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Optional;

/**
 * One client's connection and the one to the server behind it. Two threads carry messages, one each way; what the server says to a
 * COMMIT that is to be cut is heard, and not handed on.
 */
final class Link implements Closeable {

    private static final int SSL_REQUEST = 80_877_103;
    private static final int GSS_REQUEST = 80_877_104;
    private static final char READY = 'Z';
    private static final char COMPLETE = 'C';

    private final WireProxy proxy;
    private final Socket client;
    private final Socket server;
    private final Commits commits = new Commits();
    private volatile boolean cutting;

    private Link(WireProxy proxy, Socket client, Socket server) {
        this.proxy = proxy;
        this.client = client;
        this.server = server;
    }

    /** Leads this client to the server at this port. */
    static Link of(WireProxy proxy, Socket client, int port) throws IOException {
        var server = new Socket(InetAddress.getLoopbackAddress(), port);
        server.setTcpNoDelay(true);
        client.setTcpNoDelay(true);
        return new Link(proxy, client, server);
    }

    void start() {
        carry("out", this::carryOut);
        carry("back", this::carryBack);
    }

    private interface Carrying {
        void run() throws IOException;
    }

    private void carry(String way, Carrying carrying) {
        var thread = new Thread(
                () -> {
                    try {
                        carrying.run();
                    } catch (IOException broken) {
                        // whoever is at the other end is told by the close
                    } finally {
                        proxy.gate().pass();
                        close();
                    }
                },
                "wire-" + way);
        thread.setDaemon(true);
        thread.start();
    }

    private void carryOut() throws IOException {
        var in = new DataInputStream(new BufferedInputStream(client.getInputStream()));
        var out = new DataOutputStream(new BufferedOutputStream(server.getOutputStream()));
        boolean greeted = false;
        Optional<Message> next = Message.read(in, greeted);
        while (next.isPresent()) {
            Message message = next.get();
            proxy.gate().pass();
            if (!greeted && (message.number() == SSL_REQUEST || message.number() == GSS_REQUEST)) {
                client.getOutputStream().write('N');
            } else {
                greeted = true;
                if (commits.isCommit(message) && proxy.cutsThisCommit()) {
                    cutting = true;
                }
                message.write(out);
            }
            next = Message.read(in, greeted);
        }
    }

    private void carryBack() throws IOException {
        var in = new DataInputStream(new BufferedInputStream(server.getInputStream()));
        var out = new DataOutputStream(new BufferedOutputStream(client.getOutputStream()));
        boolean committed = false;
        Optional<Message> next = Message.read(in, true);
        while (next.isPresent()) {
            Message message = next.get();
            if (cutting) {
                committed |= message.type() == COMPLETE && message.text(0).equals("COMMIT");
                if (message.type() == READY) {
                    proxy.cut(committed);
                    return;
                }
            } else {
                proxy.gate().pass();
                message.write(out);
            }
            next = Message.read(in, true);
        }
    }

    /** Both ends hear that the other is gone, as if its machine had been restarted. */
    @Override
    public void close() {
        proxy.forget(this);
        reset(client);
        reset(server);
    }

    private static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException gone) {
            // it is closed anyway
        }
    }
}
