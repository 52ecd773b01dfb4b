package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobType;
import dev.baton.job.Sensitive;
import dev.baton.store.OperatorCommand.By;
import dev.baton.store.memory.MemoryStore;
import dev.baton.testkit.ManualClock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UntypedTest {

    record Plain(String name, long cents) {}

    record Account(@Sensitive String iban, String bank) {}

    record Secret(
            String name,
            @Sensitive int pin,
            @Sensitive Instant born,
            Account account,
            List<Account> others,
            Map<String, Account> byName,
            Optional<Account> last) {}

    /** Anything may be behind it. */
    interface Way {}

    record ByAir(@Sensitive String plane) implements Way {}

    private static final JobType<Plain> PLAIN = JobType.of("plain", Plain.class);
    private static final JobType<Secret> SECRET = JobType.of("secret", Secret.class);
    private static final JobType<Plain> WITNESSED =
            JobType.of("witnessed", Plain.class).witnessed();

    private final MemoryStore store = new MemoryStore(new ManualClock());
    private final Baton baton =
            Baton.on(store).enqueues(PLAIN, SECRET, WITNESSED).start();
    private final Untyped untyped = Untyped.of(baton);

    @AfterEach
    void close() {
        baton.close();
    }

    private static void refused(String code, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void a_job_by_name_is_stored_exactly_as_its_text_is() {
        String text = "{ \"cents\":7 ,\"name\":\"\\u0041\"}";

        JobId id = baton.enqueue(untyped.job(untyped.type("plain"), text)).id();

        assertThat(baton.payload(id).orElseThrow().json()).isEqualTo(text);
        assertThat(untyped.payload(id).orElseThrow().json()).contains(text);
        assertThat(untyped.types()).containsExactly("plain", "secret");
    }

    @Test
    void what_no_handler_could_read_is_refused_with_the_place_and_not_with_the_value() {
        JobType<?> plain = untyped.type("plain");

        assertThatThrownBy(() -> untyped.job(plain, "{\"name\":\"x\",\"cents\":\"my secret\"}"))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("BAD_PAYLOAD"))
                .hasMessageContaining("cents")
                .hasMessageNotContaining("my secret")
                .hasMessageNotContaining("Plain");
        refused("BAD_PAYLOAD", () -> untyped.job(plain, "null"));
        refused("BAD_PAYLOAD", () -> untyped.job(plain, "{"));
        refused("TOO_LARGE", () -> untyped.job(plain, " ".repeat(256 * 1024 + 1)));
        refused("UNKNOWN_TYPE", () -> untyped.type("none"));
        refused("UNKNOWN_TYPE", () -> untyped.type("witnessed"));
    }

    @Test
    void what_is_sensitive_is_hidden_place_by_place_whatever_it_looks_like() {
        var account = new Account("DE89", "the bank");
        JobId id = baton.enqueue(
                SECRET,
                new Secret(
                        "alice",
                        12,
                        Instant.EPOCH,
                        account,
                        List.of(account),
                        Map.of("a", account),
                        Optional.of(account)));

        String seen = untyped.payload(id).orElseThrow().json().orElseThrow();

        assertThat(seen)
                .contains("alice", "the bank", "\"pin\":\"***\"", "\"born\":\"***\"")
                .doesNotContain("DE89", "12", "1970");
        assertThat(seen.split("the bank", -1)).hasSize(5);
    }

    @Test
    void where_it_cannot_be_told_what_is_sensitive_nothing_is_shown() {
        JobId id = baton.enqueue(
                SECRET,
                new Secret(
                        "alice", 12, Instant.EPOCH, new Account("DE89", "b"), List.of(), Map.of(), Optional.empty()));
        record Carried(String name, Way way) {}
        JobType<Carried> carried = JobType.of("carried", Carried.class);

        try (Baton stranger = Baton.on(shared()).start()) {
            assertThat(Untyped.of(stranger).payload(id).orElseThrow().json()).isEmpty();
        }
        try (Baton newer = Baton.on(shared()).enqueues(SECRET.version(2)).start()) {
            assertThat(Untyped.of(newer).payload(id).orElseThrow().json()).isEmpty();
        }
        assertThat(dev.baton.internal.tell.Redacting.json(
                        "{\"name\":\"a\",\"way\":{\"plane\":\"x\"}}", carried.payload(), true))
                .hasValue("{\"name\":\"a\",\"way\":\"***\"}");
        assertThat(dev.baton.internal.tell.Redacting.json("{\"IBAN\":\"x\",\"bank\":\"b\"}", Account.class, true))
                .hasValue("\"***\"");
    }

    @Test
    void what_was_sensitive_in_an_older_version_is_not_shown_though_nothing_is_now() {
        JobType<Account> old = JobType.of("account", Account.class);
        JobType<Plain> now = JobType.of("account", Plain.class).version(2);
        JobId id;
        try (Baton older = Baton.on(shared()).enqueues(old).start()) {
            id = older.enqueue(old, new Account("DE89", "b"));
        }

        try (Baton newer = Baton.on(shared()).enqueues(now).start()) {
            assertThat(Untyped.of(newer).payload(id).orElseThrow().json()).isEmpty();
        }
    }

    @Test
    void what_is_there_beside_something_sensitive_and_no_part_of_it_by_name_is_hidden() {
        assertThat(dev.baton.internal.tell.Redacting.json(
                        "{\"iban\":\"DE89\",\"account\":\"DE77\",\"bank\":\"b\"}", Account.class, true))
                .hasValue("{\"iban\":\"***\",\"account\":\"***\",\"bank\":\"b\"}");
    }

    /** The same store, which its other user keeps open. */
    private dev.baton.store.JobStore shared() {
        return (dev.baton.store.JobStore) java.lang.reflect.Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {dev.baton.store.JobStore.class},
                (proxy, method, arguments) ->
                        method.getName().equals("close") ? null : method.invoke(store, arguments));
    }

    @Test
    void data_that_was_removed_is_told_to_be_so() {
        JobId id = baton.enqueue(PLAIN, new Plain("x", 1));
        baton.cancel(id, new By("alice", ""));
        baton.redact(id, new By("alice", ""));

        Untyped.Seen seen = untyped.payload(id).orElseThrow();

        assertThat(seen.removed()).isTrue();
        assertThat(seen.json()).isEmpty();
        assertThat(untyped.payload(JobId.parse("0193a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b")))
                .isEmpty();
    }

    @Test
    void live_nodes_are_told_with_what_they_have() {
        assertThat(untyped.nodes()).isEmpty();
        try (Baton node = Baton.on(new MemoryStore(new ManualClock()))
                .handle(PLAIN, this, (payload, run, me) -> {})
                .start()) {
            assertThat(Untyped.of(node).nodes())
                    .singleElement()
                    .satisfies(live -> assertThat(live.running()).isZero());
        }
    }
}
