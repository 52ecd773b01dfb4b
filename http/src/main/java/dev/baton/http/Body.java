package dev.baton.http;

import jakarta.servlet.http.HttpServletRequest;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/** Reads what came with a request, and no more of it than there may be. */
final class Body {

    /** How long one is at most. */
    static final int MAX = 256 * 1024;
    /** How long one with many jobs is at most. */
    static final int BULK_MAX = 1024 * 1024;

    private static final int PIECE = 8 * 1024;
    private static final String READ = "dev.baton.http.read";

    private static final Pattern JSON = Pattern.compile("application/json(\\s*;\\s*charset=\"?utf-8\"?)?");

    private Body() {}

    /** Its bytes. Says what it is not before reading any. */
    static byte[] read(HttpServletRequest request, int max) {
        String type = request.getContentType();
        if (type == null || !isJson(type)) {
            throw new Refusal(Problem.of(
                    Code.UNSUPPORTED,
                    "Requests that change something have the content type application/json, in UTF-8."));
        }
        String encoding = request.getHeader("Content-Encoding");
        if (encoding != null && !encoding.strip().equalsIgnoreCase("identity")) {
            throw new Refusal(Problem.of(Code.UNSUPPORTED, "Nothing that is compressed is read; nothing was stored."));
        }
        long said = request.getContentLengthLong();
        if (said > max) {
            throw tooLarge(max);
        }
        try {
            byte[] bytes = bounded(request.getInputStream(), said, max);
            request.setAttribute(READ, true);
            return bytes;
        } catch (IOException e) {
            throw new Refusal(
                    isTimeout(e)
                            ? Problem.of(Code.SLOW_REQUEST, "The body did not come in time; nothing was stored.")
                            : Problem.of(Code.MALFORMED_JSON, "The body ended too early; nothing was stored."));
        }
    }

    private static boolean isJson(String type) {
        return type.equals("application/json")
                || JSON.matcher(type.strip().toLowerCase(Locale.ROOT)).matches();
    }

    /**
     * Reads it to its end and keeps nothing of it, if it is not too long: who is still sending when the connection is closed may never read why.
     * Who waits to be asked for it has sent nothing.
     */
    static void discard(HttpServletRequest request, int max) {
        if (!isUnread(request) || request.getContentLengthLong() > max || request.getHeader("Expect") != null) {
            return;
        }
        try {
            InputStream in = request.getInputStream();
            var some = new byte[PIECE];
            int read = 0;
            for (int left = max; left > 0 && read >= 0; left -= read) {
                read = in.read(some, 0, Math.min(left, PIECE));
            }
            if (read < 0) {
                request.setAttribute(READ, true);
            }
        } catch (IOException | IllegalStateException e) {
            // it is refused anyway, and then the connection is closed
        }
    }

    /** Is something of it still to come? */
    static boolean isUnread(HttpServletRequest request) {
        boolean some = request.getContentLengthLong() > 0 || request.getHeader("Transfer-Encoding") != null;
        return some && request.getAttribute(READ) == null;
    }

    /** For one that says that it is short there is room at once; for any other as it comes, as who says it may send nothing. */
    private static byte[] bounded(InputStream in, long said, int max) throws IOException {
        if (said >= 0 && said <= PIECE) {
            var bytes = new byte[(int) said];
            if (in.readNBytes(bytes, 0, bytes.length) < bytes.length) {
                throw new EOFException("It is shorter than it says.");
            }
            return bytes;
        }
        byte[] bytes = in.readNBytes(max + 1);
        if (bytes.length > max) {
            throw tooLarge(max);
        }
        return bytes;
    }

    private static boolean isTimeout(Throwable e) {
        for (Throwable each = e; each != null; each = each.getCause()) {
            if (each instanceof TimeoutException) {
                return true;
            }
        }
        return false;
    }

    private static Refusal tooLarge(int max) {
        return new Refusal(Problem.of(
                Code.TOO_LARGE, "At most " + max + " bytes are read; nothing was stored. Store a reference instead."));
    }
}
