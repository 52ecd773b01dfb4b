package dev.baton.http;

import jakarta.servlet.http.HttpServletResponse;
import java.util.LinkedHashMap;
import java.util.Map;

/** What every answer carries, so that a browser does nothing with it that nobody meant. There is no header that lets another origin in. */
public final class SecurityHeaders {

    private static final Map<String, String> ALL = new LinkedHashMap<>();

    static {
        ALL.put(
                "Content-Security-Policy",
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                        + "frame-ancestors 'none'; base-uri 'none'; form-action 'self'");
        ALL.put("X-Content-Type-Options", "nosniff");
        ALL.put("Referrer-Policy", "no-referrer");
        ALL.put("Cache-Control", "no-store");
        ALL.put("Cross-Origin-Resource-Policy", "same-origin");
    }

    private SecurityHeaders() {}

    /** Each by its name, for containers' own answers. */
    public static Map<String, String> all() {
        return new LinkedHashMap<>(ALL);
    }

    /** Has this answer carry them. */
    public static void on(HttpServletResponse response) {
        ALL.forEach(response::setHeader);
    }
}
