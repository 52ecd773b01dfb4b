package dev.baton.guide;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.outbox.Codes;
import dev.baton.outbox.Enqueued;
import dev.baton.outbox.Found;
import dev.baton.outbox.Instruction;
import dev.baton.outbox.Money;
import dev.baton.outbox.Outbox;
import dev.baton.outbox.Payment;
import dev.baton.outbox.Rail;
import dev.baton.outbox.Rails;
import dev.baton.outbox.Reply;
import dev.baton.outbox.http.HttpRail;
import dev.baton.sqlite.SqliteStore;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the guide to rails shows is taken from here, so it compiles and does what it says. */
class RailsGuideTest {

    @TempDir
    Path folder;

    private final List<String> keys = new CopyOnWriteArrayList<>();
    private final Map<String, String> booked = new ConcurrentHashMap<>();
    private volatile boolean losesAnswers;
    private HttpServer server;

    /** A bank as its library shows it. */
    private interface BankApi {
        String transfer(String reference, String amount, String currency, String to) throws IOException;

        String statusOf(String reference) throws IOException;
    }

    @BeforeEach
    void startBank() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/payments", this::answer);
        server.start();
    }

    @AfterEach
    void stopBank() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
            if (exchange.getRequestMethod().equals("GET")) {
                String path = exchange.getRequestURI().getPath();
                String reference = path.substring(path.lastIndexOf('/') + 1);
                boolean known = booked.containsKey(reference);
                say(exchange, known ? 200 : 404, json(known ? "BOOKED" : "UNKNOWN_REFERENCE", reference));
                return;
            }
            assertThat(exchange.getRequestHeaders().getFirst("Authorization")).isEqualTo("Bearer t-1");
            keys.add(key);
            booked.put(key, new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            if (!losesAnswers) {
                say(exchange, 201, json("BOOKED", key));
            }
        }
    }

    private static String json(String status, String reference) {
        return "{\"status\":\"" + status + "\",\"id\":\"B-77\",\"reference\":\"" + reference + "\"}";
    }

    private static void say(HttpExchange exchange, int status, String body) throws IOException {
        exchange.sendResponseHeaders(status, body.length());
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body.getBytes(StandardCharsets.UTF_8));
        }
    }

    private URI bank() {
        return URI.create("http://localhost:" + server.getAddress().getPort());
    }

    private Path file() {
        return folder.resolve("app.db");
    }

    private static Payment payment(String rail) {
        return new Payment(
                new Instruction("instruction-1", "key-1"),
                "alice",
                rail,
                Money.of("12.50", "EUR"),
                "DE02120300000000202051");
    }

    private JobState sent(Rail rail) throws InterruptedException {
        Rails rails = Rails.of(rail.quiet(Duration.ZERO));
        try (Baton baton =
                rails.dispatchedBy(Baton.on(SqliteStore.open(file()))).start()) {
            JobId id = new Outbox(baton, rails).enqueue(payment(rail.name())).id();
            return baton.await(id, ofSeconds(20));
        }
    }

    @Test
    void a_rail_of_ones_own_says_what_was_answered_and_can_be_asked() throws Exception {
        BankApi api = new BankApi() {
            @Override
            public String transfer(String reference, String amount, String currency, String to) throws IOException {
                booked.put(reference, amount + " " + currency);
                throw new IOException("the answer is lost");
            }

            @Override
            public String statusOf(String reference) {
                return booked.containsKey(reference) ? "BOOKED" : "UNKNOWN_REFERENCE";
            }
        };

        // snippet: own
        var codes = Codes.accepting("BOOKED")
                .terminal("NO_SUCH_ACCOUNT", "ACCOUNT_CLOSED") // not taken, and never will be
                .retryable("CLOSED_FOR_TODAY", "NOT_CONNECTED"); // not taken: the bank promises that

        Rail swift = Rail.queryable(
                "swift",
                codes,
                dispatch -> {
                    Payment payment = dispatch.payment();
                    try {
                        return Reply.of(api.transfer(
                                dispatch.reference(), // the same in every attempt
                                payment.amount().decimal(),
                                payment.amount().currency(),
                                payment.destination()));
                    } catch (ConnectException nothingLeft) {
                        return Reply.of("NOT_CONNECTED"); // all other exceptions mean: nobody knows
                    }
                },
                dispatch -> {
                    String status = api.statusOf(dispatch.reference());
                    return switch (status) {
                        case "UNKNOWN_REFERENCE" -> Found.neverSeen();
                        case "PROCESSING" -> Found.underWay();
                        default -> Found.seen(Reply.of(status));
                    };
                });
        // end of snippet

        assertThat(sent(swift)).isEqualTo(JobState.DONE);
        assertThat(booked.values()).containsExactly("12.50 EUR");
    }

    @Test
    void a_rail_over_http_is_set_up_with_where_what_and_who() throws Exception {
        URI bank = bank();
        Supplier<String> token = () -> "t-1";

        // snippet: http
        Rail sepa = HttpRail.to(bank.resolve("/payments"))
                .allowInside("localhost") // for a bank, allow("api.bank.example"): https, and public addresses only
                .headers(() -> Map.of("Authorization", "Bearer " + token.get()))
                .codeAt("/status")
                .railReferenceAt("/id")
                .referenceAt("/reference")
                .timeout(ofSeconds(10))
                .idempotent(
                        "sepa",
                        Codes.accepting("BOOKED")
                                .terminal("NO_SUCH_ACCOUNT", "HTTP_400")
                                .retryable("HTTP_429"))
                .remembersFor(ofDays(1)) // what the bank says of its Idempotency-Key
                .destinations(iban -> iban.matches("[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}"));
        // end of snippet

        assertThat(sent(sepa)).isEqualTo(JobState.DONE);
        assertThat(keys).hasSize(1);
        assertThat(booked.values()).first().asString().contains("\"amount\":\"12.50\",\"minorUnits\":1250");
    }

    @Test
    void a_rail_over_http_that_can_be_asked_is_asked_and_not_sent_it_again() throws Exception {
        losesAnswers = true;
        URI bank = bank();

        // snippet: lookup
        Rail swift = HttpRail.to(bank.resolve("/payments"))
                .allowInside("localhost")
                .headers(() -> Map.of("Authorization", "Bearer t-1"))
                .codeAt("/status")
                .referenceAt("/reference")
                .lookup(dispatch -> bank.resolve("/payments/" + dispatch.reference()))
                .neverSeen("UNKNOWN_REFERENCE") // by the body; a bare HTTP_404 may mean a wrong address
                .underWay("PROCESSING")
                .queryable("swift", Codes.accepting("BOOKED").terminal("REJECTED"));
        // end of snippet

        assertThat(sent(swift)).isEqualTo(JobState.DONE);
        assertThat(keys).hasSize(1);
    }

    @Test
    void a_store_that_was_restored_has_what_it_takes_for_unsent_asked_about() throws Exception {
        losesAnswers = true;
        Rail cash = Rail.neither("cash", Codes.accepting("BOOKED"), dispatch -> Reply.of("BOOKED"))
                .quiet(Duration.ZERO);
        Rails before = Rails.of(cash);
        Enqueued waiting;
        try (Baton baton =
                before.announcedTo(Baton.on(SqliteStore.open(file()))).start()) {
            waiting = new Outbox(baton, before).enqueue(payment("cash"));
        }
        Instant restoredAt = Instant.now().plusMillis(1);

        // snippet: restored
        Rails rails = Rails.of(cash).restored(restoredAt); // payments older than that may have been sent
        // end of snippet
        try (Baton baton =
                rails.dispatchedBy(Baton.on(SqliteStore.open(file()))).start()) {
            assertThat(baton.await(waiting.id(), ofSeconds(20))).isEqualTo(JobState.HELD);
        }
    }
}
