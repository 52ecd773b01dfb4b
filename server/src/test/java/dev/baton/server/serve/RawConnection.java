package dev.baton.server.serve;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** A connection on which anything can be sent. */
final class RawConnection implements AutoCloseable {

    private final Socket socket;

    RawConnection(int port) throws IOException {
        socket = new Socket("127.0.0.1", port);
    }

    RawConnection send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        return this;
    }

    /** All that is answered until the other side closes the connection. */
    String answer() throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    /** The head of the answer, and nothing more. */
    String head() throws IOException {
        var read = new ByteArrayOutputStream();
        while (!read.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                break;
            }
            read.write(next);
        }
        return read.toString(StandardCharsets.ISO_8859_1);
    }

    /** Whether anything is answered within this time. */
    boolean isAnsweredWithin(int millis) throws IOException {
        socket.setSoTimeout(millis);
        try {
            socket.getInputStream().read();
            return true;
        } catch (SocketTimeoutException silent) {
            return false;
        } finally {
            socket.setSoTimeout(0);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
