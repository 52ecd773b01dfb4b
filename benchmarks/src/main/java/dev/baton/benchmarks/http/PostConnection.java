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
import java.util.Locale;

/**
 * A connection that is kept, with one request under way at a time. It knows as much of HTTP/1.1 as it takes to say what became of a request;
 * whatever it does not understand is an error. For one thread.
 */
final class PostConnection implements AutoCloseable {

    private static final int ANSWER_MAX = 16 * 1024;
    private static final byte[] END_OF_HEAD = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final String LENGTH = "content-length:";

    private final SocketChannel channel;
    private final SelectionKey key;
    private final String head;
    private final ByteBuffer answer = ByteBuffer.allocateDirect(ANSWER_MAX);
    private Ledger.Part part;
    private int number;
    private long sent;

    private PostConnection(SocketChannel channel, SelectionKey key, String head, Ledger.Part none) {
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
        var connection = new PostConnection(channel, key, head, none);
        key.attach(connection);
        return connection;
    }

    /** Sends this job. A request is far smaller than what a socket takes at once. */
    void send(Ledger.Part of, int which, String body) throws IOException {
        part = of;
        number = which;
        answer.clear();
        byte[] bytes = (head + body.length() + "\r\n\r\n" + body).getBytes(StandardCharsets.US_ASCII);
        ByteBuffer request = ByteBuffer.wrap(bytes);
        sent = System.nanoTime();
        while (request.hasRemaining()) {
            channel.write(request);
        }
    }

    /** Takes what has come; the status, once all of the answer is there, and 0 before. */
    int receive() throws IOException {
        if (channel.read(answer) < 0) {
            throw new EOFException("The service has closed the connection.");
        }
        int body = endOfHead();
        if (body < 0) {
            if (!answer.hasRemaining()) {
                throw new IOException("The head of the answer does not end.");
            }
            return 0;
        }
        String text = text(body);
        return answer.position() < body + length(text) ? 0 : Integer.parseInt(text.substring(9, 12));
    }

    private int endOfHead() {
        for (int i = 0; i + END_OF_HEAD.length <= answer.position(); i++) {
            if (answer.get(i) == '\r'
                    && answer.get(i + 1) == '\n'
                    && answer.get(i + 2) == '\r'
                    && answer.get(i + 3) == '\n') {
                return i + END_OF_HEAD.length;
            }
        }
        return -1;
    }

    private String text(int upTo) {
        byte[] bytes = new byte[upTo];
        answer.get(0, bytes);
        return new String(bytes, StandardCharsets.US_ASCII);
    }

    private static int length(String head) throws IOException {
        String lower = head.toLowerCase(Locale.ROOT);
        int from = lower.indexOf(LENGTH);
        if (!lower.startsWith("http/1.1 ") || from < 0) {
            throw new IOException(
                    "The answer is not understood: " + head.lines().findFirst().orElse(""));
        }
        return Integer.parseInt(lower.substring(from + LENGTH.length(), lower.indexOf('\r', from))
                .strip());
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
