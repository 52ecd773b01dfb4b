package dev.baton.http;

import jakarta.servlet.http.HttpServletRequest;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/** What a request is called in its answer and in the log. It is made here: what a client sends could be anything. It is no secret. */
final class RequestId {

    static final String HEADER = "X-Request-Id";

    private static final String ATTRIBUTE = "dev.baton.http.request";

    private RequestId() {}

    /** The one it has, or a new one. */
    static String of(HttpServletRequest request) {
        if (request.getAttribute(ATTRIBUTE) instanceof String known) {
            return known;
        }
        String fresh = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
        request.setAttribute(ATTRIBUTE, fresh);
        return fresh;
    }
}
