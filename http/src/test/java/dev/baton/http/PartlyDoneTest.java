package dev.baton.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.http.Site.Receipt;
import dev.baton.http.Site.Reply;
import dev.baton.job.CrashPolicy;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.store.JobFilter;
import dev.baton.store.JobStore;
import dev.baton.store.StoreUnavailableException;
import dev.baton.store.memory.MemoryStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.InstantSource;
import java.util.Collections;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said when a store fails after something was done: never that nothing was. */
class PartlyDoneTest {

    private static final String JOB = "{\"type\":\"receipt.send\",\"payload\":{\"order\":\"42\",\"cents\":100}}";
    private static final String ALL_READY = "{\"filter\":{\"type\":\"receipt.send\",\"state\":\"READY\"}}";

    private final AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);

    /** A store whose verb of this name fails when it was called so often. */
    private JobStore failing(String verb, String code) {
        var store = new MemoryStore(InstantSource.system());
        return (JobStore) Proxy.newProxyInstance(
                JobStore.class.getClassLoader(), new Class<?>[] {JobStore.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals(verb) && left.getAndDecrement() <= 0) {
                        throw new StoreUnavailableException(code, "gone", new IllegalStateException());
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"STORE_UNAVAILABLE", "STORE_BUSY", "DISK_FULL"})
    void an_act_on_many_jobs_that_broke_off_is_not_said_to_have_done_nothing(String failure) {
        try (Site site = Site.on(failing("command", failure), setup -> setup)) {
            site.post("/jobs/bulk", "{\"jobs\":[" + String.join(",", Collections.nCopies(501, JOB)) + "]}");
            left.set(1);
            Reply reply = site.post("/jobs/actions/cancel", ALL_READY);
            left.set(Integer.MAX_VALUE);

            assertThat(site.baton.list(JobFilter.ALL.state(JobState.CANCELLED), 1_000))
                    .hasSize(500);
            assertThat(reply.status()).isEqualTo(503);
            assertThat(reply.code()).isEqualTo("OUTCOME_UNKNOWN");
            assertThat(reply.text("detail")).contains(failure).doesNotContain("nothing");
        }
    }

    @Test
    void a_dry_run_that_broke_off_has_done_nothing() {
        try (Site site = Site.on(failing("rehearse", "STORE_UNAVAILABLE"), setup -> setup)) {
            site.submitted(JOB);
            left.set(0);
            Reply reply = site.post("/jobs/actions/cancel", ALL_READY.replaceFirst("}}$", "},\"dry_run\":true}"));

            assertThat(reply.code()).isEqualTo("STORE_UNAVAILABLE");
        }
    }

    @Test
    void a_job_that_was_killed_is_said_to_be_so_though_it_cannot_be_looked_at_then() throws Exception {
        JobType<Receipt> wire = JobType.of("wire", Receipt.class).onCrash(CrashPolicy.HOLD);
        var letGo = new CountDownLatch(1);
        try (Site site = Site.on(
                failing("find", "STORE_UNAVAILABLE"),
                setup -> setup.handle(wire, letGo, (payload, run, gate) -> gate.await()))) {
            String id = site.submitted(JOB.replace("receipt.send", "wire"));
            Waiting.until(() -> site.get("/jobs/" + id).text("state").equals("RUNNING"));

            left.set(0);
            Reply reply = site.post("/jobs/" + id + "/kill", "{}");
            left.set(Integer.MAX_VALUE);
            letGo.countDown();

            assertThat(reply.status()).as(reply.body()).isEqualTo(200);
            assertThat(reply.text("after")).isEqualTo("held");
            assertThat(site.get("/jobs/" + id).text("state")).isEqualTo("HELD");
        }
    }

    @Test
    void a_switch_that_was_turned_is_not_said_to_be_as_it_was_when_it_cannot_be_looked_at() {
        try (Site site = Site.on(failing("switches", "STORE_UNAVAILABLE"), setup -> setup)) {
            left.set(0);
            Reply reply = site.post("/switches/off", "{\"kind\":\"PAUSE\",\"name\":\"default\"}");
            left.set(Integer.MAX_VALUE);

            assertThat(site.baton.switches()).hasSize(1);
            assertThat(reply.status()).isEqualTo(503);
            assertThat(reply.code()).isEqualTo("OUTCOME_UNKNOWN");
            assertThat(reply.text("detail")).doesNotContain("nothing");
        }
    }
}
