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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class OperateTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String REASON = "{\"reason\":\"because\"}";

    private final Site site = Site.working(setup -> setup.schedule(
                    Schedule.every("nightly", Duration.ofDays(1), Site.RECEIPT.job(new Receipt("n", 1))))
            .supervise("watcher", () -> Task.every(Duration.ofHours(1), () -> {}))
            .limit(Limit.ofType(Site.RECEIPT).atOnce(5).perMinute(1_000)));

    @AfterEach
    void close() {
        site.close();
    }

    private String ended(String type, JobState state, String more) throws InterruptedException {
        String id = site.submitted("{\"type\":\"" + type + "\",\"payload\":{\"order\":\"1\",\"cents\":1}" + more + "}");
        assertThat(site.baton.await(JobId.parse(id), LONG)).isEqualTo(state);
        return id;
    }

    @Test
    void a_job_its_attempts_and_the_reason_it_stands_still_can_be_looked_at() throws Exception {
        String id = ended("failing", JobState.DEAD, "");

        Map<String, Object> job = site.get("/jobs/" + id).json();
        List<Map<String, Object>> attempts =
                site.get("/jobs/" + id + "/attempts").list("attempts");
        List<Map<String, Object>> reasons = site.get("/jobs/" + id + "/why").list("reasons");

        assertThat(job)
                .containsEntry("state", "DEAD")
                .containsEntry("attempts", 1)
                .doesNotContainKey("payload");
        assertThat(attempts)
                .singleElement()
                .satisfies(attempt ->
                        assertThat(attempt).containsEntry("kind", "DEAD").containsEntry("code", "NO_WAY"));
        assertThat(reasons).extracting(reason -> reason.get("cause")).contains("DEAD");
    }

    @Test
    @Tag("R-000-76")
    void jobs_are_listed_page_by_page_and_by_what_they_are() throws Exception {
        var ids = new ArrayList<String>();
        for (int i = 0; i < 5; i++) {
            ids.add(0, ended("receipt.send", JobState.DONE, ""));
        }
        ended("failing", JobState.DEAD, "");

        Reply first = site.get("/jobs?type=receipt.send&limit=3");
        Reply second = site.get("/jobs?type=receipt.send&limit=3&after=" + first.text("next"));

        assertThat(first.list("jobs")).extracting(job -> job.get("id")).isEqualTo(ids.subList(0, 3));
        assertThat(second.list("jobs")).extracting(job -> job.get("id")).isEqualTo(ids.subList(3, 5));
        assertThat(second.json()).doesNotContainKey("next");
        assertThat(site.get("/jobs?state=DEAD&code=NO_WAY").list("jobs")).hasSize(1);
        assertThat(site.get("/jobs?lane=%25").list("jobs")).isEmpty();
    }

    @Test
    void what_an_operator_does_is_recorded_with_who_he_is_from_where_and_why() throws Exception {
        String id = ended("failing", JobState.DEAD, "");

        Reply done = site.post("/jobs/" + id + "/discard", REASON);
        Reply again = site.post("/jobs/" + id + "/discard", REASON);

        assertThat(done.json()).containsEntry("before", "dead").containsEntry("after", "cancelled");
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.code()).isEqualTo("STATE_CONFLICT");
        assertThat(again.text("state")).isEqualTo("CANCELLED");
        assertThat(site.get("/actions").list("actions"))
                .singleElement()
                .satisfies(action -> assertThat(action)
                        .containsEntry("act", "DISCARD")
                        .containsEntry("target", id)
                        .containsEntry("who", "tester")
                        .containsEntry("from", "127.0.0.1")
                        .containsEntry("request_id", done.header("X-Request-Id").orElseThrow())
                        .containsEntry("why", "because"));
    }

    @Test
    void each_act_does_to_a_job_what_it_says() throws Exception {
        String held = ended("held", JobState.HELD, "");
        String unsure = ended("held", JobState.HELD, "");
        String dead = ended("failing", JobState.DEAD, ",\"lane\":\"l\"");
        String behind =
                site.submitted("{\"type\":\"receipt.send\",\"lane\":\"l\",\"payload\":{\"order\":\"1\",\"cents\":1}}");
        String stuck = site.submitted("{\"type\":\"stuck\",\"payload\":{\"order\":\"1\",\"cents\":1}}");
        String later = site.submitted("{\"type\":\"receipt.send\",\"run_at\":\"2030-01-01T00:00:00Z\","
                + "\"payload\":{\"order\":\"1\",\"cents\":1}}");
        Waiting.until(() -> site.get("/jobs/" + stuck).text("state").equals("RUNNING"));

        assertThat(site.post("/jobs/" + held + "/confirm", REASON).text("after"))
                .isEqualTo("done");
        assertThat(site.post("/jobs/" + unsure + "/release", REASON).status()).isEqualTo(200);
        assertThat(site.post("/jobs/" + dead + "/skip", REASON).text("after")).isEqualTo("cancelled");
        assertThat(site.baton.await(JobId.parse(behind), LONG)).isEqualTo(JobState.DONE);
        assertThat(site.post("/jobs/" + behind + "/redact", REASON).status()).isEqualTo(200);
        assertThat(site.get("/jobs/" + behind + "/payload").field("removed")).isEqualTo(true);
        assertThat(site.post("/jobs/" + stuck + "/kill", REASON).text("after")).isEqualTo("cancelled");
        assertThat(site.post("/jobs/" + later + "/cancel", REASON).text("after"))
                .isEqualTo("cancelled");
        assertThat(site.post("/jobs/" + later + "/cancel", REASON).code()).isEqualTo("STATE_CONFLICT");
        assertThat(site.post("/jobs/" + unsure + "/retry", REASON).status()).isIn(200, 409);
    }

    @Test
    void an_act_on_all_jobs_that_fit_is_tried_before_it_is_done() throws Exception {
        ended("failing", JobState.DEAD, "");
        ended("failing", JobState.DEAD, "");
        String body = "{\"filter\":{\"type\":\"failing\"},\"reason\":\"because\"";

        Reply dry = site.post("/jobs/actions/discard", body + ",\"dry_run\":true}");
        int before = site.get("/jobs?state=DEAD").list("jobs").size();
        Reply done = site.post("/jobs/actions/discard", body + "}");

        assertThat(dry.field("applied")).isEqualTo(Map.of("DEAD", 2));
        assertThat(before).isEqualTo(2);
        assertThat(done.field("applied")).isEqualTo(Map.of("DEAD", 2));
        assertThat(site.get("/jobs?state=CANCELLED").list("jobs")).hasSize(2);
        assertThat(site.get("/actions").list("actions")).hasSize(2);
    }

    @Test
    @Tag("R-000-82")
    void what_is_switched_off_is_not_taken_until_it_is_switched_on() throws Exception {
        for (String which : List.of(
                "\"kind\":\"PAUSE\",\"name\":\"default\"",
                "\"kind\":\"QUEUE\",\"name\":\"default\"",
                "\"kind\":\"TYPE\",\"name\":\"receipt.send\"",
                "\"kind\":\"LANE\",\"name\":\"a/b c\"")) {
            assertThat(site.post("/switches/off", "{" + which + ",\"reason\":\"r\"}")
                            .list("off"))
                    .hasSize(1);
            String id = site.submitted(
                    "{\"type\":\"receipt.send\",\"lane\":\"a/b c\",\"payload\":{\"order\":\"1\",\"cents\":1}}");
            assertThat(site.get("/jobs/" + id + "/why").list("reasons"))
                    .as(which)
                    .extracting(reason -> reason.get("cause").toString())
                    .anyMatch(cause -> cause.endsWith("_OFF") || cause.endsWith("_PAUSED"));
            assertThat(site.get("/switches").list("off")).hasSize(1);

            assertThat(site.post("/switches/on", "{" + which + "}").list("off")).isEmpty();
            assertThat(site.baton.await(JobId.parse(id), LONG)).isEqualTo(JobState.DONE);
        }
    }

    @Test
    void tasks_are_seen_restarted_and_killed_by_name() {
        assertThat(site.post("/tasks/restart", "{\"name\":\"watcher\"}").field("done"))
                .isEqualTo(true);
        Waiting.until(() -> site.get("/tasks").list("tasks").get(0).get("runs").equals(2));

        assertThat(site.post("/tasks/kill", "{\"name\":\"watcher\"}").field("done"))
                .isEqualTo(true);
        Waiting.until(() -> site.get("/tasks").list("tasks").get(0).get("state").equals("DEAD"));
        assertThat(site.post("/tasks/kill", "{\"name\":\"watcher\"}").field("done"))
                .isEqualTo(false);
    }

    @Test
    void schedules_are_seen_paused_resumed_and_run_at_once() throws Exception {
        assertThat(site.get("/schedules").list("schedules"))
                .singleElement()
                .satisfies(schedule -> assertThat(schedule)
                        .containsEntry("name", "nightly")
                        .containsEntry("paused", false)
                        .doesNotContainKey("payload"));
        assertThat(site.post("/schedules/nightly/pause", REASON).status()).isEqualTo(200);
        assertThat(site.get("/schedules/nightly").field("paused")).isEqualTo(true);
        assertThat(site.post("/schedules/nightly/resume", REASON).status()).isEqualTo(200);

        List<?> times = (List<?>) site.get("/schedules/nightly/times?limit=3").field("times");
        String job = site.post("/schedules/nightly/run", REASON).text("id");

        assertThat(times)
                .hasSize(3)
                .allSatisfy(time -> assertThat(Instant.parse(time.toString())).isNotNull());
        assertThat(site.baton.await(JobId.parse(job), LONG)).isEqualTo(JobState.DONE);
    }

    @Test
    @Tag("R-000-75")
    void figures_nodes_lanes_limits_and_the_start_are_told() throws Exception {
        String dead = ended("failing", JobState.DEAD, ",\"lane\":\"l\"");

        assertThat(site.get("/stats").list("counts"))
                .singleElement()
                .satisfies(count -> assertThat(count)
                        .containsEntry("type", "failing")
                        .containsEntry("state", "DEAD")
                        .containsEntry("count", 1));
        assertThat(site.get("/nodes").list("nodes")).hasSize(1);
        assertThat(site.get("/lanes").list("parked"))
                .singleElement()
                .satisfies(
                        parked -> assertThat(parked).containsEntry("lane", "l").containsEntry("id", dead));
        assertThat(site.get("/limits").list("limits"))
                .singleElement()
                .satisfies(limit -> assertThat(limit)
                        .containsEntry("name", "receipt.send")
                        .containsEntry("at_once", 5)
                        .containsEntry("tokens", 1_000));
        assertThat(site.get("/startup").json()).containsKeys("stage", "steps");
        site.engine.set(Optional.empty());
        assertThat(site.get("/startup").text("stage")).isEqualTo("BEFORE");
    }
}
