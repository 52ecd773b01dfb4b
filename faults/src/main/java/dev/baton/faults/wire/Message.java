package dev.baton.faults.wire;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * One message of PostgreSQL's protocol: its type in one letter, which what a client says before all else does not have, and what
 * comes after type and length.
 */
final class Message {

    private final char type;
    private final byte[] body;

    private Message(char type, byte[] body) {
        this.type = type;
        this.body = body;
    }

    static final char NONE = 0;

    private static final int LENGTH_MAX = 64 << 20;

    /** The next one; empty if there is none any more. */
    static Optional<Message> read(DataInputStream in, boolean typed) throws IOException {
        int type = typed ? in.read() : NONE;
        if (type < 0) {
            return Optional.empty();
        }
        int length;
        try {
            length = in.readInt();
        } catch (EOFException over) {
            return Optional.empty();
        }
        if (length < Integer.BYTES || length > LENGTH_MAX) {
            throw new IOException("no message of PostgreSQL's is so long: " + length);
        }
        byte[] body = new byte[length - Integer.BYTES];
        in.readFully(body);
        return Optional.of(new Message((char) type, body));
    }

    char type() {
        return type;
    }

    void write(DataOutputStream out) throws IOException {
        if (type != NONE) {
            out.write(type);
        }
        out.writeInt(body.length + Integer.BYTES);
        out.write(body);
        out.flush();
    }

    /** The number it begins with. */
    int number() {
        return body.length < Integer.BYTES ? 0 : ByteBuffer.wrap(body).getInt();
    }

    /** The so-many-th of the texts it begins with, each of which ends with a zero. */
    String text(int which) {
        int from = 0;
        for (int i = 0; i < which; i++) {
            from = end(from) + 1;
        }
        return from >= body.length ? "" : new String(body, from, end(from) - from, StandardCharsets.UTF_8);
    }

    private int end(int from) {
        int at = from;
        while (at < body.length && body[at] != 0) {
            at++;
        }
        return at;
    }
}
