package dev.baton.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JacksonCodec;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All that the document of a service tells of is there, where it says, and nothing that the service has is missing in it. */
class ServedDocumentTest {

    @TempDir
    private Path folder;

    @SuppressWarnings("unchecked")
    private static Map<String, Object> in(Object map, String... names) {
        Object found = map;
        for (String name : names) {
            found = ((Map<String, Object>) found).get(name);
            assertThat(found).as(name).isNotNull();
        }
        return (Map<String, Object>) found;
    }

    private static String url(Map<String, Object> here, Map<String, Object> document) {
        Object servers = here.getOrDefault("servers", document.get("servers"));
        String url = in(((List<?>) servers).get(0)).get("url").toString();
        return url.equals("/") ? "" : url;
    }

    @Test
    void everything_that_can_be_looked_at_without_more_is_where_the_document_says_and_as_it_says() throws Exception {
        try (RunningService service = RunningService.in(folder, Map.of())) {
            Map<String, Object> document = in(new JacksonCodec()
                    .decode(service.get("/api/v1/openapi.json").body(), Map.class));
            var seen = new ArrayList<String>();
            for (Map.Entry<String, Object> path : in(document, "paths").entrySet()) {
                Map<String, Object> verbs = in(path.getValue());
                if (verbs.containsKey("get") && !path.getKey().contains("{")) {
                    String at = url(verbs, document) + path.getKey();
                    seen.add(at);
                    check(service, at, in(verbs, "get", "responses"));
                }
            }
            assertThat(seen)
                    .contains("/api/v1/events", "/metrics", "/health/live", "/health/ready", "/api/v1/jobs")
                    .hasSizeGreaterThan(12);
        }
    }

    /** Only the head is looked at, as a stream of events has no end. */
    private static void check(RunningService service, String at, Map<String, Object> responses) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(service.at(at)).build();
        HttpResponse<InputStream> answer =
                HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream unread = answer.body()) {
            String type = answer.headers().firstValue("Content-Type").orElse("none");
            assertThat(answer.statusCode()).as(at).isEqualTo(200);
            assertThat(in(responses, "200", "content")).as(at).containsOnlyKeys(type.replaceAll(";.*", ""));
            assertThat(unread).isNotNull();
        }
    }
}
