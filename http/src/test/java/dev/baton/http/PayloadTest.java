package dev.baton.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.http.Site.Reply;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.Outcome;
import dev.baton.store.memory.MemoryStore;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

class PayloadTest {

    private static final String CANARY = "DE89370400440532013000";
    private static final String JOB =
            "{\"type\":\"payout.send\",\"key\":\"k\",\"payload\":{\"order\":\"order-77\",\"iban\":\"" + CANARY + "\"}}";

    private static Site failing() {
        return Site.on(
                new MemoryStore(InstantSource.system()),
                setup -> setup.decide(
                        Site.PAYOUT,
                        "",
                        (payout, run, me) ->
                                Outcome.fail("BANK_AWAY", "no way to " + payout.iban() + " of " + payout.order())));
    }

    private static String dead(Site site) throws InterruptedException {
        String id = site.submitted(JOB);
        assertThat(site.baton.await(JobId.parse(id), Duration.ofSeconds(60))).isEqualTo(JobState.DEAD);
        return id;
    }

    @Test
    void what_is_sensitive_is_in_no_answer_whoever_asks() throws Exception {
        try (Site site = failing()) {
            String id = dead(site);

            Reply payload = site.get("/jobs/" + id + "/payload");

            assertThat(payload.text("json")).contains("order-77").contains("***");
            assertThat(payload.text("sha256")).hasSize(64);
            for (String path : List.of(
                    "/jobs",
                    "/jobs/" + id,
                    "/jobs/" + id + "/attempts",
                    "/jobs/" + id + "/why",
                    "/jobs/" + id + "/payload",
                    "/stats",
                    "/actions")) {
                assertThat(site.get(path).body()).as(path).doesNotContain(CANARY);
            }
        }
    }

    @Test
    void data_is_for_those_alone_who_may_see_it_and_in_no_list() throws Exception {
        String viewer = Tokens.random();
        try (Site site = failing()) {
            String id = dead(site);
            assertThat(site.get("/jobs").body()).doesNotContain("\"payload\"").doesNotContain("sha256");
            assertThat(site.get("/jobs/" + id).body()).doesNotContain("\"payload\"");
        }
        try (Site site = Site.with(api -> api.access(Tokens.none().and("v", viewer, Role.VIEWER)))) {
            JobId id = site.baton.enqueue(Site.PAYOUT, new Site.Payout("order-77", CANARY));
            HttpRequest.Builder asked = HttpRequest.newBuilder(site.uri("/jobs/" + id + "/payload"))
                    .header("Authorization", "Bearer " + viewer);

            assertThat(site.send(asked).status()).isEqualTo(403);
        }
    }

    @Test
    void what_handlers_answered_is_for_those_alone_who_may_see_payloads() throws Exception {
        String viewer = Tokens.random();
        String both = Tokens.random();
        Tokens tokens = Tokens.none().and("v", viewer, Role.VIEWER).and("b", both, Role.VIEWER, Role.PAYLOAD_VIEWER);
        try (Site site = Site.answering(tokens)) {
            JobId id = site.baton.enqueue(Site.RECEIPT, new Site.Receipt("1", 1));
            site.baton.await(id, Duration.ofSeconds(60));
            assertThat(site.send(HttpRequest.newBuilder(site.uri("/jobs")).setHeader("Authorization", "Bearer " + both))
                            .body())
                    .contains(id.toString())
                    .doesNotContain("the answer");
            for (String path : List.of("/jobs/" + id, "/jobs/" + id + "/attempts")) {
                HttpRequest.Builder request = HttpRequest.newBuilder(site.uri(path));
                assertThat(site.send(request.setHeader("Authorization", "Bearer " + viewer))
                                .body())
                        .doesNotContain("the answer");
                assertThat(site.send(request.setHeader("Authorization", "Bearer " + both))
                                .body())
                        .contains("the answer");
            }
        }
    }

    @Test
    void text_that_would_be_a_page_is_told_as_data_and_control_characters_are_escaped() throws Exception {
        String evil = "<img src=x onerror=alert(1)></script>\u202e\u001b[31m";
        try (Site site = Site.on(
                new MemoryStore(InstantSource.system()),
                setup -> setup.decide(Site.FAILING, "", (payload, run, me) -> Outcome.fail("EVIL", evil)))) {
            JobId id = site.baton.enqueue(Site.FAILING, new Site.Receipt(evil, 1));
            site.baton.await(id, Duration.ofSeconds(60));

            Reply reply = site.get("/jobs/" + id);

            assertThat(reply.header("Content-Type").orElseThrow()).startsWith("application/json");
            assertThat(reply.header("X-Content-Type-Options")).hasValue("nosniff");
            assertThat(reply.body()).contains("onerror").doesNotContain("\u001b");
        }
    }
}
