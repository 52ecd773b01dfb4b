package dev.baton.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the document tells of the servlets beside {@link BatonServlet}, where they are mounted as each says of itself. */
final class Neighbours {

    private static final Map<String, Object> TEXT = Map.of("type", "string");

    private Neighbours() {}

    /** One path of one of them. */
    private record Neighbour(String path, String id, String summary, String mediaType, Optional<Role> role) {}

    /** Below the API. */
    private static final Neighbour EVENTS = new Neighbour(
            "/events",
            "events",
            "What happens, as it happens, as server-sent events.",
            EventsServlet.MEDIA_TYPE,
            Optional.of(Role.VIEWER));

    private static final List<Neighbour> AT_THE_ROOT = List.of(
            new Neighbour(
                    "/metrics",
                    "metrics",
                    "All metrics, as Prometheus reads them.",
                    MetricsServlet.MEDIA_TYPE,
                    Optional.of(Role.VIEWER)),
            health(HealthServlet.LIVE, "live", "Whether the process is well; if not, it is best started again."),
            health(HealthServlet.READY, "ready", "Whether it takes work, and if not, why."));

    private static Neighbour health(String path, String id, String summary) {
        return new Neighbour("/health" + path, id, summary, HealthServlet.MEDIA_TYPE, Optional.empty());
    }

    /** Adds them to these paths. */
    static void addTo(Map<String, Map<String, Object>> paths, Map<String, Object> schemas, String root) {
        schemas.put("Health", OpenApi.schema(MoreShapes.HEALTH, schemas));
        paths.put(EVENTS.path, item(EVENTS));
        for (Neighbour each : AT_THE_ROOT) {
            Map<String, Object> item = item(each);
            item.put("servers", OpenApi.servers(root));
            paths.put(each.path, item);
        }
    }

    private static Map<String, Object> item(Neighbour each) {
        var operation = new LinkedHashMap<String, Object>();
        operation.put("operationId", each.id);
        operation.put("summary", each.summary);
        each.role.ifPresentOrElse(
                role -> operation.put("x-baton-role", Access.nameInContainer(role)),
                () -> operation.put("security", List.of()));
        operation.put(
                "parameters",
                each.equals(EVENTS)
                        ? List.of(OpenApi.parameter("header", "Last-Event-ID", "What was heard last, to go on.", TEXT))
                        : List.of());
        operation.put("responses", each.role.isPresent() ? shown(each.mediaType) : healths(each.mediaType));
        var item = new LinkedHashMap<String, Object>();
        item.put("get", operation);
        return item;
    }

    private static Map<String, Object> shown(String mediaType) {
        return Map.of("200", answer("Here it is.", mediaType, TEXT), "default", OpenApi.refused());
    }

    private static Map<String, Object> healths(String mediaType) {
        Map<String, Object> health = Map.of("$ref", OpenApi.SCHEMAS + "Health");
        return Map.of("200", answer("Yes.", mediaType, health), "503", answer("No.", mediaType, health));
    }

    private static Map<String, Object> answer(String what, String mediaType, Map<String, Object> schema) {
        return Map.of("description", what, "content", Map.of(mediaType, Map.of("schema", schema)));
    }
}
