package dev.baton.outbox.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.outbox.Codes;
import dev.baton.outbox.Instruction;
import dev.baton.outbox.Money;
import dev.baton.outbox.Outbox;
import dev.baton.outbox.Payment;
import dev.baton.outbox.PaymentState;
import dev.baton.outbox.PaymentStatus;
import dev.baton.outbox.Rail;
import dev.baton.outbox.Rails;
import dev.baton.outbox.Reply;
import dev.baton.store.memory.MemoryStore;
import dev.baton.testkit.ManualClock;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a payment whose rail misbehaves on the wire, from the socket to the outbox. */
class HttpFaultsTest {

    private static final Codes CODES = Codes.accepting("TAKEN", "HTTP_204")
            .terminal("NO_ACCOUNT", "HTTP_422")
            .retryable("BUSY", "HTTP_429")
            .unknown("MAYBE");
    /** By a clock that a real call must not be overtaken by. */
    private static final Duration LONG = Duration.ofHours(1);

    private final ManualClock clock = new ManualClock();
    private RawServer server;
    private @Nullable Baton baton;

    @BeforeEach
    void startServer() throws IOException {
        server = new RawServer();
        server.always(HttpFaultsTest::take);
    }

    @AfterEach
    void stopAll() throws Exception {
        CompletableFuture<Void> closing =
                CompletableFuture.runAsync(() -> Objects.requireNonNull(baton).close());
        clock.advanceUntil(closing::isDone);
        server.close();
    }

    /** As a good rail does. */
    private static boolean take(RawServer.Request request, RawServer.Connection connection) throws IOException {
        String reference =
                request.header("Idempotency-Key").orElse(request.line().replaceAll(".*/look/(\\S+) .*", "$1"));
        connection.json("200 OK", "{\"code\":\"TAKEN\",\"id\":\"b-1\",\"reference\":\"" + reference + "\"}");
        return true;
    }

    private HttpRail http() {
        return HttpRail.to(server.uri("/pay"))
                .allowInside("localhost")
                .codeAt("/code")
                .railReferenceAt("/id")
                .referenceAt("/reference")
                .lookup(to -> server.uri("/look/" + to.reference()))
                .neverSeen("HTTP_404")
                .longestAnswer(1000)
                .timeout(Duration.ofSeconds(30));
    }

    private JobId send(Rail rail) {
        return start(rail.timeout(LONG).quiet(Duration.ofSeconds(1)));
    }

    private JobId start(Rail rail) {
        Rails rails = Rails.of(rail);
        Baton started = rails.dispatchedBy(Baton.on(new MemoryStore(clock)).timeline(clock))
                .start();
        baton = started;
        var payment = new Payment(
                new Instruction("instr", "key"), "alice", rail.name(), Money.of("12.50", "EUR"), "DE02 1203");
        return new Outbox(started, rails).enqueue(payment).id();
    }

    private PaymentStatus until(PaymentState wanted, JobId payment) throws InterruptedException {
        var outbox =
                new Outbox(Objects.requireNonNull(baton), Rails.of(Rail.neither("any", CODES, to -> Reply.of("OK"))));
        clock.advanceUntil(() -> outbox.status(payment).orElseThrow().state() == wanted);
        return outbox.status(payment).orElseThrow();
    }

    /** Answers of which nobody can say what they mean, though some sound well. */
    private RawServer.Behaviour unclear(String fault) {
        return (request, connection) -> {
            switch (fault) {
                case "cut without a word" -> {}
                case "reset" -> connection.socket().setSoLinger(true, 0);
                case "cut within the head" -> connection.say("HTTP/1.1 200 OK\r\nContent-Len");
                case "cut within the body" ->
                    connection.say("HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{\"code\":\"TAKEN\"");
                case "no HTTP at all" -> connection.say("TAKEN\r\n\r\n");
                case "too long" ->
                    connection.json("200 OK", "{\"code\":\"TAKEN\",\"more\":\"" + "x".repeat(1000) + "\"}");
                case "endless" -> {
                    connection.say("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
                    while (true) {
                        connection.say("a\r\n0123456789\r\n");
                    }
                }
                case "silence" -> connection.awaitEnd();
                case "begun and never ended" -> {
                    connection.say("HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{");
                    connection.awaitEnd();
                }
                case "redirect" ->
                    connection.say("HTTP/1.1 307 Elsewhere\r\nLocation: " + server.uri("/elsewhere")
                            + "\r\nContent-Length: 0\r\n\r\n");
                case "wrong reference" -> connection.json("200 OK", "{\"code\":\"TAKEN\",\"reference\":\"another\"}");
                case "no reference" -> connection.json("200 OK", "{\"code\":\"TAKEN\"}");
                case "no code" -> connection.json("200 OK", "{\"message\":\"TAKEN\"}");
                case "no JSON" -> connection.json("200 OK", "TAKEN");
                case "a code in no table" -> connection.json("200 OK", "{\"code\":\"E-4711\"}");
                case "a code that says nothing" -> connection.json("409 Conflict", "{\"code\":\"MAYBE\"}");
                case "our own code" -> connection.json("200 OK", "{\"code\":\"NOT_SENT\"}");
                case "a status as code" -> connection.json("200 OK", "{\"code\":\"HTTP_429\"}");
                case "taken with an error" -> {
                    String body = "{\"code\":\"TAKEN\",\"reference\":\""
                            + request.header("Idempotency-Key").orElseThrow() + "\"}";
                    connection.json("500 Broken", body);
                }
                case "an error without a code" -> connection.json("500 Broken", "{}");
                case "a client's error" -> connection.json("404 Not Found", "");
                default -> throw new AssertionError(fault);
            }
            return false;
        };
    }

    /** How long the client waits: a real time, so short only where it has to pass. */
    private HttpRail patient(String fault) {
        boolean waits = fault.equals("silence") || fault.equals("begun and never ended");
        return waits ? http().timeout(Duration.ofMillis(300)) : http();
    }

    private static final String UNCLEAR = """
            cut without a word, DISPATCH_ERROR
            reset, DISPATCH_ERROR
            cut within the head, DISPATCH_ERROR
            cut within the body, DISPATCH_ERROR
            no HTTP at all, DISPATCH_ERROR
            too long, DISPATCH_ERROR
            endless, DISPATCH_ERROR
            silence, DISPATCH_ERROR
            begun and never ended, DISPATCH_ERROR
            redirect, OUTCOME_UNKNOWN
            wrong reference, WRONG_REFERENCE
            no reference, OUTCOME_UNKNOWN
            no code, OUTCOME_UNKNOWN
            no JSON, OUTCOME_UNKNOWN
            a code in no table, OUTCOME_UNKNOWN
            a code that says nothing, OUTCOME_UNKNOWN
            our own code, OUTCOME_UNKNOWN
            a status as code, OUTCOME_UNKNOWN
            taken with an error, OUTCOME_UNKNOWN
            an error without a code, OUTCOME_UNKNOWN
            a client's error, OUTCOME_UNKNOWN""";

    @ParameterizedTest
    @CsvSource(textBlock = UNCLEAR, quoteCharacter = '"')
    @Tag("R-003-46")
    @Tag("R-003-48")
    void what_is_unclear_on_a_rail_that_is_neither_is_held_and_not_sent_again(String fault, String code)
            throws Exception {
        server.next(unclear(fault));
        JobId id = send(patient(fault).neither("bank", CODES));

        PaymentStatus status = until(PaymentState.HELD, id);

        assertThat(status.last().orElseThrow().code()).isEqualTo(code);
        assertThat(server.requests()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(textBlock = UNCLEAR, quoteCharacter = '"')
    void what_is_unclear_on_an_idempotent_rail_is_sent_again_under_the_same_key(String fault, String code)
            throws Exception {
        server.next(unclear(fault));
        JobId id = send(patient(fault).idempotent("bank", CODES));

        until(PaymentState.DISPATCHED, id);

        assertThat(server.requests())
                .hasSizeGreaterThan(1) // a slow machine may take the good answer for silence, too
                .extracting(request -> request.header("Idempotency-Key").orElseThrow())
                .containsOnly(id.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"cut without a word", "silence", "taken with an error", "wrong reference"})
    void what_is_unclear_on_a_queryable_rail_is_looked_up_and_not_sent_again(String fault) throws Exception {
        server.next(unclear(fault));
        JobId id = send(patient(fault).queryable("bank", CODES));

        until(PaymentState.DISPATCHED, id);

        assertThat(server.posts()).hasSize(1);
        assertThat(server.requests().get(1).line()).isEqualTo("GET /look/" + id + " HTTP/1.1");
    }

    @Test
    void what_a_queryable_rail_has_never_seen_is_sent() throws Exception {
        server.next(unclear("cut without a word"));
        RawServer.Behaviour never = (request, connection) -> {
            connection.json("404 Not Found", "{}");
            return true;
        };
        server.next(never); // too early to be believed
        server.next(never);
        JobId id = send(http().queryable("bank", CODES));

        until(PaymentState.DISPATCHED, id);

        assertThat(server.posts()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({
        "200 OK, NO_ACCOUNT, FAILED, NO_ACCOUNT",
        "422 Unprocessable, NO_ACCOUNT, FAILED, NO_ACCOUNT",
        "422 Unprocessable, , FAILED, HTTP_422",
        "503 Busy, BUSY, RETRYABLE, BUSY",
        "429 Slow down, , RETRYABLE, HTTP_429"
    })
    @Tag("R-003-47")
    void what_is_clear_becomes_what_its_code_says(String status, @Nullable String said, PaymentState state, String code)
            throws Exception {
        server.always((request, connection) -> {
            connection.json(status, said == null ? "<html>" : "{\"code\":\"" + said + "\"}");
            return true;
        });
        JobId id = send(http().neither("bank", CODES));

        PaymentStatus became = until(state, id);

        assertThat(became.last().orElseThrow().code()).isEqualTo(code);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nobody listens", "no TLS", "host not allowed", "address not public"})
    void what_certainly_was_not_sent_is_tried_again_on_any_rail(String fault) throws Exception {
        HttpRail rail = switch (fault) {
            case "nobody listens" -> {
                var gone = new RawServer();
                gone.close();
                yield HttpRail.to(gone.uri("/pay")).allowInside("localhost");
            }
            case "no TLS" ->
                HttpRail.to(URI.create(server.uri("/pay").toString().replace("http:", "https:")))
                        .allowInside("localhost")
                        .connectTimeout(Duration.ofMillis(200));
            case "host not allowed" -> HttpRail.to(to -> server.uri("/pay")).allow("bank.example");
            default -> HttpRail.to(URI.create("https://localhost/pay")).allow("localhost");
        };
        JobId id = send(rail.neither("bank", CODES));

        PaymentStatus status = until(PaymentState.RETRYABLE, id);

        assertThat(status.last().orElseThrow().code()).isEqualTo("NOT_SENT");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void what_the_rail_has_taken_is_over_and_its_own_reference_kept() throws Exception {
        JobId id = send(http().neither("bank", CODES));

        until(PaymentState.DISPATCHED, id);

        assertThat(Objects.requireNonNull(baton).attempts(id).get(0).detail().result())
                .contains("{\"code\":\"TAKEN\",\"railReference\":\"b-1\"}");
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    @Tag("R-003-52")
    void a_call_whose_time_is_over_is_ended_on_the_wire() throws Exception {
        server.next(unclear("silence"));
        JobId id = start(http().idempotent("bank", CODES).timeout(Duration.ofSeconds(30)));
        server.awaitRequest();

        PaymentStatus status = until(PaymentState.UNKNOWN, id);

        assertThat(status.last().orElseThrow().code()).isEqualTo("TIMEOUT");
        server.awaitEnd();
    }
}
