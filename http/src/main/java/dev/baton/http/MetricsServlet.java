package dev.baton.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Metrics in the text that Prometheus reads, for {@link Role#VIEWER}s; to be mapped to {@code /metrics}. What they are says {@link
 * dev.baton.observe.BatonMetrics}. Safe for use by several threads.
 */
public final class MetricsServlet extends ViewersServlet {

    private static final long serialVersionUID = 1L;

    static final String MEDIA_TYPE = "text/plain";

    private final transient Supplier<String> scrape;

    /**
     * What a registry has, for those who may look.
     *
     * @param scrape all of it as text, such as {@code registry::scrape} of Micrometer's Prometheus registry
     */
    public MetricsServlet(Supplier<String> scrape, Access access, Origins origins) {
        super("metrics", access, origins);
        this.scrape = Objects.requireNonNull(scrape, "scrape");
    }

    @Override
    void show(HttpServletRequest request, HttpServletResponse response) throws IOException {
        byte[] body = scrape.get().getBytes(StandardCharsets.UTF_8);
        response.setContentType(MEDIA_TYPE + "; version=0.0.4; charset=utf-8");
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
