package dev.baton.testkit.stream;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Who is connected to a {@link WebSocketServer}. Safe for use by several threads. */
public final class Peer {

    private static final String ACCEPT = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int TEXT = 1;
    private static final int BINARY = 2;
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final int PONG = 10;
    private static final int LAST = 0x80;

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;
    private final String path;
    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private volatile boolean deaf;

    private Peer(Socket socket, DataInputStream in, String path) throws IOException {
        this.socket = socket;
        this.in = in;
        this.out = socket.getOutputStream();
        this.path = path;
    }

    /** The opening handshake. */
    static Peer greet(Socket socket) throws IOException {
        var in = new DataInputStream(socket.getInputStream());
        String[] request = line(in).split(" ", -1);
        String key = "";
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            if (header.regionMatches(true, 0, "Sec-WebSocket-Key:", 0, 18)) {
                key = header.substring(18).strip();
            }
        }
        String answer = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: " + accepted(key) + "\r\n\r\n";
        socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
        return new Peer(socket, in, request[1]);
    }

    private static String line(DataInputStream in) throws IOException {
        var line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException();
            }
            line.append((char) c);
        }
        return line.toString().stripTrailing();
    }

    private static String accepted(String key) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-1").digest((key + ACCEPT).getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }

    /** What was asked for, with the query. */
    public String path() {
        return path;
    }

    /** Sends a text, and waits as long as the other side does not read. */
    public void send(String text) throws IOException {
        write(TEXT | LAST, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends a text in two pieces. */
    public void sendInPieces(String first, String second) throws IOException {
        write(TEXT, first.getBytes(StandardCharsets.UTF_8));
        write(LAST, second.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends what is no text. */
    public void sendBytes(byte[] bytes) throws IOException {
        write(BINARY | LAST, bytes);
    }

    /** Says goodbye, with a code and a reason. */
    public void end(int code, String reason) throws IOException {
        byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        byte[] payload = new byte[text.length + 2];
        payload[0] = (byte) (code >> 8);
        payload[1] = (byte) code;
        System.arraycopy(text, 0, payload, 2, text.length);
        write(CLOSE | LAST, payload);
    }

    /** From now on it answers nothing, as if it were cut off without anybody having noticed. */
    public void fallSilent() {
        deaf = true;
    }

    /** The next text from the other side, if one comes within this time. */
    public Optional<String> receive(Duration wait) throws InterruptedException {
        return Optional.ofNullable(received.poll(wait.toNanos(), TimeUnit.NANOSECONDS));
    }

    /** Is it connected? */
    public boolean isOpen() {
        return !socket.isClosed();
    }

    /** Cuts the connection, without a word. */
    public void cut() {
        try {
            socket.close();
        } catch (IOException e) {
            // it is as good as cut
        }
    }

    private synchronized void write(int head, byte[] payload) throws IOException {
        var frame = new ByteArrayOutputStream(payload.length + 10);
        frame.write(head);
        if (payload.length < 126) {
            frame.write(payload.length);
        } else if (payload.length < 1 << 16) {
            frame.write(126);
            frame.write(payload.length >> 8);
            frame.write(payload.length);
        } else {
            frame.write(127);
            for (int shift = 56; shift >= 0; shift -= 8) {
                frame.write((int) ((long) payload.length >> shift));
            }
        }
        frame.writeBytes(payload);
        out.write(frame.toByteArray());
    }

    /** Until the end: keeps texts, answers pings. */
    void readAll() {
        try {
            while (true) {
                int kind = in.readUnsignedByte() & 0x0f;
                byte[] payload = unmasked(in.readUnsignedByte() & 0x7f);
                if (kind == TEXT) {
                    received.add(new String(payload, StandardCharsets.UTF_8));
                } else if (kind == PING && !deaf) {
                    write(PONG | LAST, payload);
                } else if (kind == CLOSE) {
                    cut();
                }
            }
        } catch (IOException ended) {
            cut();
        }
    }

    private byte[] unmasked(int shortLength) throws IOException {
        int length =
                shortLength == 126 ? in.readUnsignedShort() : shortLength == 127 ? (int) in.readLong() : shortLength;
        byte[] mask = in.readNBytes(4);
        byte[] payload = in.readNBytes(length);
        for (int i = 0; i < payload.length; i++) {
            payload[i] ^= mask[i % 4];
        }
        return payload;
    }
}
