package dev.baton.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;

/**
 * Live events of the engine as server-sent events, for {@link Role#VIEWER}s; to be mapped to {@code /api/v1/events}, where asynchronous
 * requests are supported. An event has its name, an id, and JSON without payloads or texts of failures. Who comes back with {@code
 * Last-Event-ID} hears what it has missed, as far as that is kept, or {@code events_missed}. A listener costs no thread; one that is too slow is
 * dropped, and one too many refused. Safe for use by several threads.
 */
public final class EventsServlet extends ViewersServlet {

    private static final long serialVersionUID = 1L;
    static final String MEDIA_TYPE = "text/event-stream";

    private static final int ID_MAX = 64;

    private final transient EventFeed feed;

    /** What this feed has, for those who may look. */
    public EventsServlet(EventFeed feed, Access access, Origins origins) {
        super("events", access, origins);
        this.feed = Objects.requireNonNull(feed, "feed");
    }

    @Override
    void show(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String lastHeard = Optional.ofNullable(request.getHeader("Last-Event-ID"))
                .filter(id -> id.length() <= ID_MAX)
                .orElse("");
        response.setContentType(MEDIA_TYPE + "; charset=utf-8");
        response.setHeader("X-Accel-Buffering", "no"); // proxies would keep events until there are many
        AsyncContext async = request.startAsync();
        async.setTimeout(0);
        var stream = new EventStream(async, response.getOutputStream(), feed::remove);
        async.addListener(stream);
        if (feed.add(stream, lastHeard)) {
            response.getOutputStream().setWriteListener(stream);
        } else {
            Problem.of(Code.RATE, "So many listen already that no other can.").write(request, response);
            async.complete();
        }
    }
}
