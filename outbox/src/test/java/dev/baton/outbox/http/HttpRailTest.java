package dev.baton.outbox.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import dev.baton.outbox.Codes;
import dev.baton.outbox.Dispatch;
import dev.baton.outbox.Found;
import dev.baton.outbox.Instruction;
import dev.baton.outbox.Money;
import dev.baton.outbox.Payment;
import dev.baton.outbox.Rail;
import dev.baton.outbox.RailKind;
import dev.baton.outbox.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What an HTTP rail sends, and what it makes of what comes back. */
class HttpRailTest {

    private static final Codes CODES = Codes.accepting("HTTP_201", "TAKEN").retryable("HTTP_503");
    private static final String SECRET = "Bearer s3cr3t";

    private RawServer server;

    @BeforeEach
    void startServer() throws IOException {
        server = new RawServer();
    }

    @AfterEach
    void stopServer() throws IOException {
        server.close();
    }

    private static Dispatch dispatch(int attempt) {
        var payment = new Payment(
                new Instruction("instr", "key"),
                "alice",
                "bank",
                Money.of("12.50", "EUR"),
                "DE02 1203",
                Map.of("purpose", "rent \"May\""));
        return new Dispatch("0193a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b", payment, 1, attempt, attempt);
    }

    private HttpRail rail() {
        return HttpRail.to(server.uri("/pay")).allowInside("localhost").timeout(Duration.ofSeconds(10));
    }

    private static Reply send(HttpRail rail) throws Exception {
        return rail.line(CODES).send(dispatch(1));
    }

    private static void assertNotSent(HttpRail rail, String why) throws Exception {
        Reply reply = send(rail);
        assertThat(reply.code()).isEqualTo("NOT_SENT");
        assertThat(reply.message()).contains(why).doesNotContain("s3cr3t");
    }

    private static void assertRefused(String code, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    @Tag("R-003-49")
    void a_payment_is_a_post_of_json_with_its_reference_as_idempotency_key_in_every_attempt() throws Exception {
        Line line = rail().headers(() -> Map.of("Authorization", SECRET)).line(CODES);

        assertThat(line.send(dispatch(1)).code()).isEqualTo("HTTP_201");
        line.send(dispatch(2));

        RawServer.Request first = server.requests().get(0);
        RawServer.Request second = server.requests().get(1);
        assertThat(first.line()).isEqualTo("POST /pay HTTP/1.1");
        assertThat(first.body())
                .isEqualTo("{\"reference\":\"0193a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b\",\"amount\":\"12.50\","
                        + "\"minorUnits\":1250,\"currency\":\"EUR\",\"destination\":\"DE02 1203\","
                        + "\"details\":{\"purpose\":\"rent \\\"May\\\"\"}}");
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(first.header("Idempotency-Key")).contains("0193a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b");
        assertThat(second.header("idempotency-key")).isEqualTo(first.header("idempotency-key"));
        assertThat(first.header("Content-Type")).contains("application/json");
        assertThat(first.header("Authorization")).contains(SECRET);
    }

    @Test
    void header_body_and_address_can_be_the_applications_own() throws Exception {
        HttpRail rail = HttpRail.to(to -> server.uri("/of/" + to.payment().participant()))
                .allowInside("LOCALHOST")
                .idempotencyHeader("X-Reference")
                .headers(() -> Map.of("content-type", "application/xml", "x-reference", "forged"))
                .body(to -> "<pay>" + to.sequence() + "</pay>");

        send(rail);

        RawServer.Request request = server.requests().get(0);
        assertThat(request.line()).startsWith("POST /of/alice ");
        assertThat(request.header("Content-Type")).contains("application/xml");
        assertThat(request.header("X-Reference"))
                .as("nobody but us says which payment it is")
                .contains(dispatch(1).reference());
        assertThat(request.body()).isEqualTo("<pay>1</pay>");
    }

    @Test
    void the_rails_are_of_the_kind_that_was_asked_for_and_have_a_second_more_than_the_client() {
        HttpRail setup = rail().codeAt("/code").lookup(to -> server.uri("/look"));

        assertThat(setup.idempotent("a", CODES).kind()).isEqualTo(RailKind.IDEMPOTENT);
        assertThat(setup.queryable("b", CODES).kind()).isEqualTo(RailKind.QUERYABLE);
        Rail neither = setup.neither("c", CODES);
        assertThat(neither.kind()).isEqualTo(RailKind.NEITHER);
        assertThat(neither.timeout()).isEqualTo(Duration.ofSeconds(11));
    }

    @Test
    void what_cannot_be_a_rail_is_refused_when_it_is_made() {
        URI plain = URI.create("http://bank.example/pay");
        assertRefused("REQUIRED", () -> HttpRail.to(plain).neither("a", CODES));
        assertRefused(
                "HOST_NOT_ALLOWED",
                () -> HttpRail.to(plain).allow("bank.example").neither("a", CODES));
        assertRefused(
                "HOST_NOT_ALLOWED", () -> HttpRail.to(plain).allowInside("bank").neither("a", CODES));
        assertRefused("REQUIRED", () -> rail().codeAt("/code").queryable("a", CODES));
        assertRefused("REQUIRED", () -> rail().lookup(to -> plain).queryable("a", CODES));
        assertRefused("BAD_POINTER", () -> rail().codeAt("code"));
        assertRefused("DUPLICATE", () -> rail().neither("a", CODES.terminal("NOT_SENT")));
        assertRefused("RESERVED_CODE", () -> rail().neither("a", CODES.retryable("NO_REFERENCE")));
        assertRefused("OUT_OF_RANGE", () -> rail().timeout(Duration.ZERO));
        assertRefused("OUT_OF_RANGE", () -> rail().connectTimeout(Duration.ofHours(1)));
        assertRefused("OUT_OF_RANGE", () -> rail().longestAnswer(-1));
    }

    @Test
    void where_nobody_listens_nothing_was_sent() throws Exception {
        URI nobody = server.uri("/pay");
        server.close();

        assertNotSent(HttpRail.to(nobody).allowInside("localhost"), "ConnectException");
    }

    @Test
    void to_a_host_that_is_not_allowed_or_is_not_where_it_should_be_nothing_is_sent() throws Exception {
        assertNotSent(HttpRail.to(to -> server.uri("/")).allow("bank.example"), "localhost is not allowed");
        assertNotSent(HttpRail.to(to -> server.uri("/")).allow("localhost"), "over https only");
        HttpRail bank = HttpRail.to(URI.create("https://bank.example/pay")).allow("bank.example");
        assertNotSent(bank.directory(host -> new InetAddress[] {InetAddress.getByName("10.1.2.3")}), "not public");
        assertNotSent(
                bank.directory(
                        host -> new InetAddress[] {InetAddress.getByName("9.9.9.9"), InetAddress.getLoopbackAddress()}),
                "not public");
        assertNotSent(
                bank.directory(host -> {
                    throw new UnknownHostException(host);
                }),
                "Nobody knows the host bank.example");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void where_tls_does_not_come_about_nothing_was_sent() throws Exception {
        URI tls = URI.create(server.uri("/pay").toString().replace("http:", "https:"));
        var silent = HttpRail.to(tls).allowInside("localhost").connectTimeout(Duration.ofMillis(300));

        assertNotSent(silent, "HttpConnectTimeoutException"); // the other side waits for a line that never ends

        assertThat(server.requests()).isEmpty();
    }

    @Test
    void what_cannot_be_written_was_not_sent_and_no_secret_is_told() throws Exception {
        assertNotSent(rail().headers(() -> Map.of("Authorization", SECRET + "\r\nEvil: 1")), "cannot be sent");
        assertNotSent(rail().headers(() -> Map.of("Content-Length", "s3cr3t")), "cannot be sent");
        assertNotSent(rail().headers(() -> Map.of("hOST", "s3cr3t")), "for no other");
        assertNotSent(
                rail().headers(() -> {
                    throw new IllegalStateException("no s3cr3t here");
                }),
                "IllegalStateException");
        assertNotSent(rail().body(to -> ""), "has a body");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void an_answer_that_is_exactly_as_long_as_it_may_be_is_read_and_no_byte_more() throws Exception {
        String body = "{\"code\":\"TAKEN\"}";
        server.always((request, connection) -> {
            connection.json("200 OK", body);
            return true;
        });

        assertThat(send(rail().codeAt("/code").longestAnswer(body.length())).code())
                .isEqualTo("TAKEN");
        assertThatThrownBy(() -> send(rail().codeAt("/code").longestAnswer(body.length() - 1)))
                .isInstanceOf(IOException.class);
    }

    @Test
    void what_was_lost_on_a_connection_that_was_kept_may_have_been_taken() throws Exception {
        Line line = rail().line(CODES);
        line.send(dispatch(1));
        server.next((request, connection) -> false); // takes it, and is gone

        assertThatThrownBy(() -> line.send(dispatch(2)))
                .as("it came over a connection that was kept, and may have been taken")
                .isInstanceOf(IOException.class);

        assertThat(server.posts()).hasSize(2);
        assertThat(line.send(dispatch(3)).code()).isEqualTo("HTTP_201");
    }

    @Test
    @Tag("R-003-52")
    void who_is_interrupted_ends_the_call() throws Exception {
        server.next((request, connection) -> {
            connection.awaitEnd();
            return false;
        });
        var task = new FutureTask<Reply>(() -> send(rail().timeout(Duration.ofMinutes(5))));
        var caller = new Thread(task, "caller");
        caller.start();
        server.awaitRequest();

        caller.interrupt();

        assertThatThrownBy(() -> task.get(20, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(InterruptedException.class);
        server.awaitEnd();
    }

    @Test
    void a_lookup_is_a_get_that_is_known_by_its_body() throws Exception {
        HttpRail setup = rail().codeAt("/state")
                .railReferenceAt("/id")
                .neverSeen("HTTP_404")
                .underWay("WAITING");
        Line line = setup.line(CODES.terminal("HTTP_410"));

        assertThat(find(line, "404 Not Found", "<html>")).isInstanceOf(Found.NeverSeen.class);
        assertThat(find(line, "200 OK", "{\"state\":\"WAITING\"}")).isInstanceOf(Found.UnderWay.class);
        assertThat(find(line, "200 OK", "{\"state\":\"TAKEN\",\"id\":\"b-7\"}"))
                .isInstanceOfSatisfying(Found.Seen.class, seen -> {
                    assertThat(seen.reply().code()).isEqualTo("TAKEN");
                    assertThat(seen.reply().railReference()).isEqualTo(Optional.of("b-7"));
                });
        assertThat(find(line, "201 Created", "welcome, please log in"))
                .isInstanceOfSatisfying(
                        Found.Seen.class,
                        seen -> assertThat(seen.reply().code()).isEqualTo("NO_CODE"));
        for (String status : new String[] {"410 Gone", "503 Unavailable", "302 Found"}) {
            assertThatThrownBy(() -> find(line, status, ""))
                    .as("what %s says of a payment it does not say of a lookup", status)
                    .isInstanceOf(IOException.class);
        }
        assertThat(server.requests())
                .allSatisfy(request -> assertThat(request.line())
                        .isEqualTo("GET /look/" + dispatch(1).reference() + " HTTP/1.1"));
    }

    private Found find(Line line, String status, String body) throws Exception {
        server.next((request, connection) -> {
            connection.json(status, body);
            return true;
        });
        return line.find(dispatch(1), to -> server.uri("/look/" + to.reference()));
    }
}
