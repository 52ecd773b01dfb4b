package dev.baton.server.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands between a client and a service, on a port of its own. Of the first few connections it lets the request through and waits until the
 * service has answered, and then closes them without a word to the client.
 */
public final class CuttingProxy implements AutoCloseable {

    private final ServerSocket listening;
    private final int port;
    private final int cut;
    private final AtomicInteger connections = new AtomicInteger();

    /** To this port of this machine. */
    public CuttingProxy(int port, int cut) {
        this.port = port;
        this.cut = cut;
        try {
            listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        aside("accepting", this::accept);
    }

    /** Where it is, as commands are told. */
    public String url() {
        return "http://127.0.0.1:" + listening.getLocalPort();
    }

    /** How many connections there were. */
    public int connections() {
        return connections.get();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = listening.accept();
            boolean cutting = connections.incrementAndGet() <= cut;
            var service = new Socket(InetAddress.getLoopbackAddress(), port);
            aside("requests", () -> copied(client, service));
            aside("answers", () -> {
                if (cutting) {
                    answered(service.getInputStream());
                    client.close();
                    service.close();
                } else {
                    copied(service, client);
                }
            });
        }
    }

    private static void copied(Socket from, Socket to) throws IOException {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            var some = new byte[8 * 1024];
            for (int read = in.read(some); read >= 0; read = in.read(some)) {
                out.write(some, 0, read);
                out.flush();
            }
        }
    }

    /** The head of an answer says that what was asked for was done. */
    private static void answered(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("There was no answer to cut");
            }
            head.append(new String(new byte[] {(byte) next}, StandardCharsets.ISO_8859_1));
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    private static void aside(String name, Step step) {
        var thread = new Thread(
                () -> {
                    try {
                        step.run();
                    } catch (IOException closed) {
                        // by the other direction, or by the test
                    }
                },
                "cutting-proxy-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
