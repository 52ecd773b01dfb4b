package dev.baton.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.http.Site.Reply;
import dev.baton.job.JobId;
import dev.baton.job.JobType;
import dev.baton.job.KeyScope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SubmitTest {

    private static final String ONE = "{\"type\":\"receipt.send\",\"payload\":{\"order\":\"42\",\"cents\":100}}";

    private final Site site = Site.quiet();

    @AfterEach
    void close() {
        site.close();
    }

    @Test
    @Tag("R-002-45")
    void a_job_is_stored_when_its_request_is_answered() {
        Reply reply = site.post("/jobs", ONE);

        assertThat(reply.status()).isEqualTo(201);
        assertThat(reply.json()).containsKeys("id", "type", "state", "created_at");
        assertThat(reply.text("state")).isEqualTo("READY");
        assertThat(reply.header("Location")).hasValue("/api/v1/jobs/" + reply.text("id"));
        assertThat(site.baton.find(JobId.parse(reply.text("id")))).isPresent();
    }

    @Test
    void a_payload_is_kept_exactly_as_it_was_sent() {
        String exact = "{ \"cents\" : 100,\n\t\"order\":\"\\u00fc \uD83D\uDE00 \\/\" }";

        String id = site.submitted("{\"payload\":  " + exact + " ,\"type\":\"receipt.send\"}");

        assertThat(site.baton.payload(JobId.parse(id)).orElseThrow().json()).isEqualTo(exact);
    }

    @Test
    void all_that_can_be_said_of_a_job_is_said_of_it() {
        String id = site.submitted(
                "{\"type\":\"receipt.send\",\"payload\":{\"order\":\"1\",\"cents\":1},\"queue\":\"slow\","
                        + "\"priority\":7,\"lane\":\"alice/bob\",\"key\":\"k-1\",\"limit_key\":\"tenant-7\","
                        + "\"run_at\":\"2030-01-01T00:00:00Z\"}");

        Map<String, Object> job = site.get("/jobs/" + id).json();

        assertThat(job)
                .containsEntry("queue", "slow")
                .containsEntry("priority", 7)
                .containsEntry("lane", "alice/bob")
                .containsEntry("number", 1)
                .containsEntry("key", "k-1")
                .containsEntry("limit_key", "tenant-7")
                .containsEntry("due_at", "2030-01-01T00:00:00Z")
                .containsEntry("state", "SCHEDULED");
    }

    @Test
    void a_time_in_the_past_is_now_and_no_fault() {
        Reply reply = site.post("/jobs", ONE.replaceFirst("}$", ",\"run_at\":\"2001-01-01T00:00:00Z\"}"));

        assertThat(reply.status()).isEqualTo(201);
        assertThat(reply.text("state")).isEqualTo("READY");
    }

    @Test
    void the_same_key_with_the_same_body_answers_with_the_first_job() {
        Reply first = keyed("k", ONE);
        Reply second = keyed("k", ONE);

        assertThat(first.status()).isEqualTo(201);
        assertThat(first.header("Idempotency-Replayed")).isEmpty();
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.header("Idempotency-Replayed")).hasValue("true");
        assertThat(second.text("id")).isEqualTo(first.text("id"));
        assertThat(site.stored()).isEqualTo(1);
    }

    @Test
    void the_same_key_with_another_body_is_a_conflict_and_nothing_is_stored() {
        Reply first = keyed("k", ONE);
        Reply other = keyed("k", ONE.replace("100", "101"));

        assertThat(other.status()).isEqualTo(409);
        assertThat(other.code()).isEqualTo("KEY_REUSED");
        assertThat(site.baton
                        .payload(JobId.parse(first.text("id")))
                        .orElseThrow()
                        .json())
                .contains("100");
        assertThat(site.stored()).isEqualTo(1);
    }

    @Test
    void an_idempotency_key_is_kept_for_ever_whatever_the_type_says_of_its_keys() throws Exception {
        JobType<Site.Receipt> active = JobType.of("active", Site.Receipt.class).keyScope(KeyScope.ACTIVE);
        String body = ONE.replace("receipt.send", "active");
        try (Site working = Site.working(setup -> setup.handle(active, this, (payload, run, me) -> {}))) {
            Reply first = working.send(working.posting("/jobs", body).header("Idempotency-Key", "k"));
            working.baton.await(JobId.parse(first.text("id")), Duration.ofSeconds(60));

            Reply again = working.send(working.posting("/jobs", body).header("Idempotency-Key", "k"));

            assertThat(again.status()).isEqualTo(200);
            assertThat(again.text("id")).isEqualTo(first.text("id"));
        }
    }

    @Test
    void a_job_that_was_there_under_a_key_of_its_type_is_no_repetition_of_another() {
        JobType<Site.Receipt> active = JobType.of("active", Site.Receipt.class).keyScope(KeyScope.ACTIVE);
        String body = "{\"key\":\"k\"," + ONE.replace("receipt.send", "active").substring(1);
        try (Site other = Site.working(setup -> setup.enqueues(active))) {
            String id = other.submitted(body);

            Reply reply = other.post("/jobs", body.replace("100", "999"));

            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.text("id")).isEqualTo(id);
            assertThat(reply.text("answer")).isEqualTo("EXISTING");
            assertThat(reply.header("Idempotency-Replayed")).isEmpty();
        }
    }

    @Test
    void requests_with_one_key_at_the_same_moment_make_one_job() throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(8);
        try {
            List<Callable<Reply>> calls = IntStream.range(0, 16)
                    .<Callable<Reply>>mapToObj(i -> () -> keyed("k", ONE))
                    .toList();
            var replies = new ArrayList<Reply>();
            for (var each : clients.invokeAll(calls)) {
                replies.add(each.get());
            }

            assertThat(replies)
                    .extracting(reply -> reply.text("id"))
                    .containsOnly(replies.get(0).text("id"));
            assertThat(replies).filteredOn(reply -> reply.status() == 201).hasSize(1);
            assertThat(site.stored()).isEqualTo(1);
        } finally {
            clients.shutdownNow();
        }
    }

    @Test
    void many_jobs_are_stored_in_one_request_in_their_order() {
        Reply reply = site.post(
                "/jobs/bulk",
                bulk(IntStream.range(0, 3)
                        .mapToObj(i -> "{\"type\":\"receipt.send\",\"lane\":\"l\",\"payload\":{\"order\":\"" + i
                                + "\",\"cents\":1}}")
                        .toList()));

        assertThat(reply.status()).isEqualTo(201);
        assertThat(reply.list("jobs")).extracting(job -> job.get("number")).containsExactly(1, 2, 3);
    }

    @Test
    void one_bad_job_among_many_has_none_stored_and_each_bad_one_named() {
        List<String> items = new ArrayList<>(List.of(ONE, ONE, ONE, ONE, ONE));
        items.set(1, "{\"type\":\"nobody.knows\",\"payload\":{}}");
        items.set(3, "{\"type\":\"receipt.send\",\"payload\":{\"order\":1,\"cents\":\"x\"}}");
        items.set(
                4,
                "{\"type\":\"receipt.send\",\"payload\":{\"order\":\"1\",\"cents\":1},\"run_at\":\"2099-01-01T00:00:00Z\"}");

        Reply reply = site.post("/jobs/bulk", bulk(items));

        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.code()).isEqualTo("BATCH_REFUSED");
        assertThat(reply.list("items")).extracting(item -> item.get("index")).containsExactly(1, 3, 4);
        assertThat(reply.list("items"))
                .extracting(item -> item.get("code"))
                .containsExactly("UNKNOWN_TYPE", "BAD_PAYLOAD", "BAD_TIME");
        assertThat(site.stored()).isZero();
    }

    @Test
    void a_key_of_another_job_among_many_is_named_and_none_is_stored() {
        String first = "{\"idempotency_key\":\"k\"," + ONE.substring(1);
        site.submitted(first);

        Reply reply = site.post("/jobs/bulk", bulk(List.of(ONE, first.replace("100", "7"))));

        assertThat(reply.status()).isEqualTo(409);
        assertThat(reply.list("items")).extracting(item -> item.get("index")).containsExactly(1);
        assertThat(site.stored()).isEqualTo(1);
    }

    @Test
    void ten_thousand_jobs_fit_into_a_request_and_one_more_does_not() {
        String item = "{\"type\":\"receipt.send\",\"payload\":{\"order\":\"1\",\"cents\":1}}";

        Reply most = site.post("/jobs/bulk", bulk(java.util.Collections.nCopies(10_000, item)));
        Reply more = site.post("/jobs/bulk", bulk(java.util.Collections.nCopies(10_001, item)));

        assertThat(most.status()).isEqualTo(201);
        assertThat(more.status()).isEqualTo(413);
        assertThat(more.code()).isEqualTo("TOO_MANY");
        assertThat(site.baton.counts())
                .singleElement()
                .satisfies(count -> assertThat(count.count()).isEqualTo(10_000));
    }

    private static String bulk(List<String> items) {
        return items.stream().collect(Collectors.joining(",", "{\"jobs\":[", "]}"));
    }

    private Reply keyed(String key, String body) {
        return site.send(site.posting("/jobs", body).header("Idempotency-Key", key));
    }
}
