package dev.baton.http;

import dev.baton.Baton;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * How a process is, for who starts it and sends it work; to be mapped to {@code /health/*}. {@code live} is 503 if it is best started again,
 * {@code ready} is 503, with the reason, while it takes no work. Asked without a token, answered from memory. Safe for use by several
 * threads.
 */
public final class HealthServlet extends GetServlet {

    private static final long serialVersionUID = 1L;

    static final String LIVE = "/live";
    static final String READY = "/ready";
    static final String MEDIA_TYPE = "application/json";

    private final transient BooleanSupplier live;
    private final transient Supplier<Optional<String>> whyNotReady;

    /**
     * By these.
     *
     * @param live whether it makes progress
     * @param whyNotReady why it takes no work, in words that everybody may read, or nothing if it does
     */
    public HealthServlet(BooleanSupplier live, Supplier<Optional<String>> whyNotReady) {
        this.live = Objects.requireNonNull(live, "live");
        this.whyNotReady = Objects.requireNonNull(whyNotReady, "whyNotReady");
    }

    /** Of an engine, in somebody's own application. */
    public static HealthServlet of(Baton engine) {
        Objects.requireNonNull(engine, "engine");
        return new HealthServlet(
                engine::isLive, () -> engine.isReady() ? Optional.empty() : Optional.of("it is starting, or stopping"));
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String asked = String.valueOf(request.getPathInfo());
        if (asked.equals(LIVE)) {
            boolean lives = live.getAsBoolean();
            answer(response, lives, lives ? "live" : "not live", Optional.empty());
        } else if (asked.equals(READY)) {
            Optional<String> reason = whyNotReady.get();
            answer(response, reason.isEmpty(), reason.isEmpty() ? "ready" : "not ready", reason);
        } else {
            Problem.of(Code.NOT_FOUND, "There is live, and ready.").write(request, response);
        }
    }

    private static void answer(HttpServletResponse response, boolean well, String status, Optional<String> reason)
            throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("status", status);
        reason.ifPresent(why -> fields.put("reason", why));
        byte[] body = Json.write(fields).getBytes(StandardCharsets.UTF_8);
        SecurityHeaders.on(response);
        response.setStatus(well ? HttpServletResponse.SC_OK : HttpServletResponse.SC_SERVICE_UNAVAILABLE);
        response.setContentType(MEDIA_TYPE);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
