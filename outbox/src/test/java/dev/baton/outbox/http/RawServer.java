package dev.baton.outbox.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The other side of a rail, byte by byte, so that it can do what no server should. Each request takes the next behaviour. */
final class RawServer implements AutoCloseable {

    /** What is done with a request; when it returns the connection ends, unless it says that it may be kept. */
    interface Behaviour {
        boolean answer(Request request, Connection connection) throws Exception;
    }

    /** A request as it came. */
    record Request(String line, List<String> headers, String body) {
        Optional<String> header(String name) {
            return headers.stream()
                    .filter(header -> header.regionMatches(true, 0, name + ":", 0, name.length() + 1))
                    .map(header -> header.substring(name.length() + 1).strip())
                    .findFirst();
        }
    }

    /** How the other side is spoken to. */
    record Connection(Socket socket) {
        void say(String text) throws IOException {
            OutputStream out = socket.getOutputStream();
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        }

        void json(String status, String body) throws IOException {
            say("HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                    + "\r\n\r\n" + body);
        }

        /** Waits until the other side has gone. */
        void awaitEnd() throws IOException {
            InputStream in = socket.getInputStream();
            while (in.read() >= 0) {
                // whatever it still says
            }
        }
    }

    private final ServerSocket listening;
    private final Queue<Behaviour> next = new ConcurrentLinkedQueue<>();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final Semaphore arrived = new Semaphore(0);
    private final Semaphore ended = new Semaphore(0);
    private volatile Behaviour usual = (request, connection) -> {
        connection.json("201 Created", "{}");
        return true;
    };

    RawServer() throws IOException {
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        thread(this::accept);
    }

    URI uri(String path) {
        return URI.create("http://localhost:" + listening.getLocalPort() + path);
    }

    void next(Behaviour behaviour) {
        next.add(behaviour);
    }

    void always(Behaviour behaviour) {
        usual = behaviour;
    }

    List<Request> requests() {
        return List.copyOf(requests);
    }

    List<Request> posts() {
        return requests.stream().filter(one -> one.line().startsWith("POST")).toList();
    }

    void awaitRequest() throws InterruptedException {
        await(arrived);
    }

    /** Waits until a connection has ended. */
    void awaitEnd() throws InterruptedException {
        await(ended);
    }

    private static void await(Semaphore what) throws InterruptedException {
        if (!what.tryAcquire(20, TimeUnit.SECONDS)) {
            throw new AssertionError("It did not come about");
        }
    }

    private void accept() {
        try {
            while (!listening.isClosed()) {
                Socket socket = listening.accept();
                open.add(socket);
                thread(() -> serve(socket));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            boolean kept = true;
            while (kept) {
                Request request = read(socket.getInputStream());
                requests.add(request);
                arrived.release();
                Behaviour behaviour = next.poll();
                kept = (behaviour == null ? usual : behaviour).answer(request, new Connection(socket));
            }
        } catch (Exception gone) {
            // So has the other side.
        } finally {
            ended.release();
        }
    }

    private static Request read(InputStream in) throws IOException {
        var head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.UTF_8).endsWith("\r\n\r\n")) {
            int one = in.read();
            if (one < 0) {
                throw new IOException("no request");
            }
            head.write(one);
        }
        List<String> lines = head.toString(StandardCharsets.UTF_8).lines().toList();
        var request = new Request(lines.get(0), lines.subList(1, lines.size()), "");
        int length = Integer.parseInt(request.header("Content-Length").orElse("0"));
        return new Request(
                request.line(), request.headers(), new String(in.readNBytes(length), StandardCharsets.UTF_8));
    }

    private static void thread(Runnable run) {
        var thread = new Thread(run, "raw-server");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
