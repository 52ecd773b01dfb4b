package dev.baton.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.http.Site.Receipt;
import dev.baton.http.Site.Reply;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.schedule.Schedule;
import dev.baton.store.Limit;
import dev.baton.supervise.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The document says what the service does: every route is in it, and every answer is as it says. */
class OpenApiTest {

    private static final String JOB = "{\"type\":\"receipt.send\",\"payload\":{\"order\":\"1\",\"cents\":1}}";
    private static final String BECAUSE = "{\"reason\":\"because\"}";

    private final Site site = Site.working(setup -> setup.schedule(
                    Schedule.every("nightly", Duration.ofDays(1), Site.RECEIPT.job(new Receipt("n", 1))))
            .supervise("watcher", () -> Task.every(Duration.ofHours(1), () -> {}))
            .startup(plan -> {})
            .limit(Limit.ofType(Site.RECEIPT).atOnce(5).perMinute(1_000)));

    @AfterEach
    void close() {
        site.close();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> in(Object map, String... names) {
        Object found = map;
        for (String name : names) {
            found = ((Map<String, Object>) found).get(name);
            assertThat(found).as(name).isNotNull();
        }
        return (Map<String, Object>) found;
    }

    @Test
    void the_document_has_every_route_and_no_other_each_with_its_role() {
        Map<String, Object> paths = in(site.get("/openapi.json").json(), "paths");
        var told = new ArrayList<String>();
        paths.forEach((path, verbs) -> in(verbs)
                .forEach((verb, operation) -> told.add(verb.toUpperCase(Locale.ROOT) + " " + path + " "
                        + in(operation).get("x-baton-role"))));

        assertThat(told)
                .containsExactlyInAnyOrderElementsOf(Routes.of(Overview.notBegun(), false).all().stream()
                        .map(route ->
                                route.verb() + " " + route.path().text() + " " + Access.nameInContainer(route.role()))
                        .toList())
                .doesNotHaveDuplicates();
    }

    @Test
    void what_is_mounted_beside_the_api_is_told_of_only_where_it_is() {
        try (Site whole = Site.with(BatonServlet.Builder::withNeighbours)) {
            Map<String, Object> alone = in(site.get("/openapi.json").json(), "paths");
            Map<String, Object> document = whole.get("/openapi.json").json();
            Map<String, Object> paths = in(document, "paths");

            assertThat(document.get("servers")).isEqualTo(List.of(Map.of("url", "/api/v1")));
            assertThat(paths).containsKeys(alone.keySet().toArray(String[]::new));
            assertThat(paths.keySet().stream().filter(path -> !alone.containsKey(path)))
                    .containsExactlyInAnyOrder("/events", "/metrics", "/health/live", "/health/ready");
            assertThat(in(paths, "/metrics").get("servers")).isEqualTo(List.of(Map.of("url", "/")));
            assertThat(in(paths, "/health/live", "get").get("security")).isEqualTo(List.of());
            assertThat(in(paths, "/events", "get")).containsEntry("x-baton-role", "baton-viewer");
        }
    }

    /** A job in this state. */
    private String job(String type, JobState state, String more) throws InterruptedException {
        String id = site.submitted("{\"type\":\"" + type + "\",\"payload\":{\"order\":\"1\",\"cents\":1}" + more + "}");
        if (state == JobState.RUNNING) {
            Waiting.until(() -> site.get("/jobs/" + id).text("state").equals("RUNNING"));
        } else if (state != JobState.SCHEDULED) {
            assertThat(site.baton.await(JobId.parse(id), Duration.ofSeconds(60)))
                    .isEqualTo(state);
        }
        return id;
    }

    /** Each route once, as it is meant. */
    private Map<String, Reply> everything() throws InterruptedException {
        String dead = job("failing", JobState.DEAD, ",\"lane\":\"l\"");
        String toMany = "{\"filter\":{\"type\":\"failing\"},\"dry_run\":true,\"reason\":\"r\"}";
        String off = "{\"kind\":\"TYPE\",\"name\":\"none\"}";
        var all = new LinkedHashMap<String, Reply>();
        all.put("submit", site.post("/jobs", JOB));
        all.put("submitAll", site.post("/jobs/bulk", "{\"jobs\":[" + JOB + "]}"));
        all.put("listJobs", site.get("/jobs?limit=1"));
        all.put("getJob", site.get("/jobs/" + job("stuck", JobState.RUNNING, "")));
        all.put("getAttempts", site.get("/jobs/" + dead + "/attempts"));
        all.put("why", site.get("/jobs/" + dead + "/why"));
        all.put("getPayload", site.get("/jobs/" + dead + "/payload"));
        all.put("lanes", site.get("/lanes"));
        all.put("stats", site.get("/stats"));
        all.put("retry", site.post("/jobs/" + job("failing", JobState.DEAD, "") + "/retry", BECAUSE));
        all.put("discard", site.post("/jobs/" + job("held", JobState.HELD, "") + "/discard", BECAUSE));
        all.put("confirm", site.post("/jobs/" + job("held", JobState.HELD, "") + "/confirm", BECAUSE));
        all.put("release", site.post("/jobs/" + job("held", JobState.HELD, "") + "/release", BECAUSE));
        all.put("kill", site.post("/jobs/" + job("stuck", JobState.RUNNING, "") + "/kill", BECAUSE));
        all.put("redact", site.post("/jobs/" + job("receipt.send", JobState.DONE, "") + "/redact", BECAUSE));
        String later = job("receipt.send", JobState.SCHEDULED, ",\"run_at\":\"2030-01-01T00:00:00Z\"");
        all.put("cancel", site.post("/jobs/" + later + "/cancel", BECAUSE));
        for (String act : List.of("cancel", "retry", "skip", "discard")) {
            all.put(act + "All", site.post("/jobs/actions/" + act, toMany));
        }
        all.put("skip", site.post("/jobs/" + dead + "/skip", BECAUSE));
        all.put("turnOff", site.post("/switches/off", off));
        all.put("switches", site.get("/switches"));
        all.put("turnOn", site.post("/switches/on", off));
        all.put("tasks", site.get("/tasks"));
        all.put("restartTask", site.post("/tasks/restart", "{\"name\":\"watcher\"}"));
        all.put("killTask", site.post("/tasks/kill", "{\"name\":\"watcher\"}"));
        all.put("runSchedule", site.post("/schedules/nightly/run", BECAUSE));
        all.put("pauseSchedule", site.post("/schedules/nightly/pause", BECAUSE));
        all.put("resumeSchedule", site.post("/schedules/nightly/resume", BECAUSE));
        for (String list : List.of("schedules", "limits", "nodes", "types", "startup", "actions")) {
            all.put(list, site.get("/" + list));
        }
        all.put("schedule", site.get("/schedules/nightly"));
        all.put("fireTimes", site.get("/schedules/nightly/times"));
        all.put("openapi", site.get("/openapi.json"));
        return all;
    }

    @Test
    void every_answer_has_what_the_document_says_and_nothing_else() throws Exception {
        Map<String, Object> document = site.get("/openapi.json").json();
        Map<String, Reply> replies = everything();
        var seen = new ArrayList<String>();

        in(document, "paths")
                .values()
                .forEach(verbs -> in(verbs).values().forEach(operation -> {
                    String id = in(operation).get("operationId").toString();
                    Reply reply = replies.get(id);
                    assertThat(reply).as(id).isNotNull();
                    Map<String, Object> responses = in(operation, "responses");
                    assertThat(responses).as(id + " " + reply.body()).containsKey(String.valueOf(reply.status()));
                    Object schema =
                            in(responses, String.valueOf(reply.status()), "content", "application/json", "schema");
                    check(id, document, in(schema), reply.json());
                    seen.add(id);
                }));

        assertThat(seen).hasSize(replies.size()).doesNotHaveDuplicates();
    }

    @Test
    void a_refusal_is_as_the_document_says() {
        Map<String, Object> document = site.get("/openapi.json").json();

        check(
                "problem",
                document,
                Map.of("$ref", "#/components/schemas/Problem"),
                site.get("/jobs/1").json());
    }

    /** Is the value as the schema says? As far as our schemas go. */
    private static void check(String where, Map<String, Object> document, Map<String, Object> schema, Object value) {
        Object ref = schema.get("$ref");
        if (ref != null) {
            String name = ref.toString().replace("#/components/schemas/", "");
            check(where + "/" + name, document, in(document, "components", "schemas", name), value);
            return;
        }
        Object type = schema.get("type");
        if ("object".equals(type)) {
            checkObject(where, document, schema, in(value));
        } else if ("array".equals(type)) {
            ((List<?>) value).forEach(each -> check(where + "[]", document, in(schema, "items"), each));
        } else if ("integer".equals(type)) {
            assertThat(value).as(where).isInstanceOfAny(Integer.class, Long.class);
        } else if ("boolean".equals(type)) {
            assertThat(value).as(where).isInstanceOf(Boolean.class);
        } else if ("string".equals(type)) {
            assertThat(value).as(where).isInstanceOf(String.class);
            if ("date-time".equals(schema.get("format"))) {
                assertThat(Instant.parse(value.toString())).as(where).isNotNull();
            }
        }
    }

    private static void checkObject(
            String where, Map<String, Object> document, Map<String, Object> schema, Map<String, Object> value) {
        if (schema.get("additionalProperties") instanceof Map<?, ?> each) {
            value.values().forEach(one -> check(where + "/*", document, in(each), one));
            return;
        }
        Map<String, Object> properties = in(schema, "properties");
        assertThat(value).as(where).containsKeys(((List<?>) schema.get("required")).toArray(String[]::new));
        value.forEach((name, part) -> {
            assertThat(properties).as(where).containsKey(name);
            check(where + "/" + name, document, in(properties, name), part);
        });
    }
}
