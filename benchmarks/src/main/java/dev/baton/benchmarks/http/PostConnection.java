package dev.baton.benchmarks.http;

import dev.baton.benchmarks.verdict.Ledger;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A connection that is kept, with one request under way at a time. It knows as much of HTTP/1.1 as it takes to say what became of a request;
 * whatever it does not understand is an error. For one thread.
 */
final class PostConnection implements AutoCloseable {

    private static final int REQUEST_MAX = 4 * 1024;
    private static final int ANSWER_MAX = 16 * 1024;
    private static final byte[] PROTOCOL = ascii("HTTP/1.1 ");
    private static final byte[] LENGTH = ascii("\ncontent-length:");
    private static final int STATUS_DIGITS = 3;

    private final SocketChannel channel;
    private final SelectionKey key;
    private final byte[] head;
    private final ByteBuffer request = ByteBuffer.allocateDirect(REQUEST_MAX);
    private final ByteBuffer incoming = ByteBuffer.allocateDirect(ANSWER_MAX);
    /** What has come of the answer. Looked at as bytes: texts made of each would be a good part of what posting costs. */
    private final byte[] answer = new byte[ANSWER_MAX];

    private int came;
    private Ledger.Part part;
    private int number;
    private long sent;

    private PostConnection(SocketChannel channel, SelectionKey key, byte[] head, Ledger.Part none) {
        this.channel = channel;
        this.key = key;
        this.head = head;
        this.part = none;
    }

    /** Connects, and waits for it. */
    static PostConnection to(InetSocketAddress service, Selector selector, Ledger.Part none) throws IOException {
        SocketChannel channel = SocketChannel.open(service);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        String head = "POST /api/v1/jobs HTTP/1.1\r\nHost: " + service.getHostString() + ":" + service.getPort()
                + "\r\nContent-Type: application/json\r\nX-Baton-Csrf: 1\r\nContent-Length: ";
        SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
        var connection = new PostConnection(channel, key, ascii(head), none);
        key.attach(connection);
        return connection;
    }

    /** Sends this job. A request is far smaller than what a socket takes at once. */
    void send(Ledger.Part of, int which, String body) throws IOException {
        part = of;
        number = which;
        came = 0;
        request.clear();
        request.put(head).put(ascii(body.length() + "\r\n\r\n" + body)).flip();
        sent = System.nanoTime();
        while (request.hasRemaining()) {
            channel.write(request);
        }
    }

    /** Takes what has come; the status, once all of the answer is there, and 0 before. */
    int receive() throws IOException {
        incoming.clear().limit(ANSWER_MAX - came);
        int read = channel.read(incoming);
        if (read < 0) {
            throw new EOFException("The service has closed the connection.");
        }
        incoming.flip().get(answer, came, read);
        came += read;
        int body = endOfHead();
        if (body < 0) {
            if (came == ANSWER_MAX) {
                throw new IOException("The head of the answer does not end.");
            }
            return 0;
        }
        return came < body + length(body) ? 0 : status();
    }

    private int endOfHead() {
        for (int i = 3; i < came; i++) {
            if (answer[i] == '\n' && answer[i - 1] == '\r' && answer[i - 2] == '\n' && answer[i - 3] == '\r') {
                return i + 1;
            }
        }
        return -1;
    }

    private int status() throws IOException {
        if (!Arrays.equals(answer, 0, PROTOCOL.length, PROTOCOL, 0, PROTOCOL.length)) {
            throw notUnderstood();
        }
        return digits(PROTOCOL.length, PROTOCOL.length + STATUS_DIGITS);
    }

    private int length(int head) throws IOException {
        for (int i = 0; i + LENGTH.length < head; i++) {
            if (isLength(i)) {
                int from = i + LENGTH.length;
                while (answer[from] == ' ') {
                    from++;
                }
                int to = from;
                while (answer[to] != '\r') {
                    to++;
                }
                return digits(from, to);
            }
        }
        throw notUnderstood();
    }

    private boolean isLength(int from) {
        for (int i = 0; i < LENGTH.length; i++) {
            if (Character.toLowerCase(answer[from + i]) != LENGTH[i]) {
                return false;
            }
        }
        return true;
    }

    private int digits(int from, int to) throws IOException {
        int value = 0;
        for (int i = from; i < to; i++) {
            if (answer[i] < '0' || answer[i] > '9') {
                throw notUnderstood();
            }
            value = value * 10 + answer[i] - '0';
        }
        return value;
    }

    private IOException notUnderstood() {
        String text = new String(answer, 0, came, StandardCharsets.US_ASCII);
        return new IOException(
                "The answer is not understood: " + text.lines().findFirst().orElse(""));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** When the request under way was sent. */
    long sent() {
        return sent;
    }

    /** The service has said that it keeps the job of this request. */
    void acknowledge() {
        part.acknowledge(number);
    }

    @Override
    public void close() throws IOException {
        key.cancel();
        channel.close();
    }
}
