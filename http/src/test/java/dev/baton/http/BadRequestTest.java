package dev.baton.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.http.Site.Reply;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is asked wrongly is refused with a stable code, as problem+json that tells no secret of ours, and nothing is stored. */
class BadRequestTest {

    private static final String PAYLOAD = "{\"order\":\"42\",\"cents\":100}";
    private static final String ID = "0193a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b";

    private static Site site;

    @BeforeAll
    static void open() {
        site = Site.quiet();
    }

    @AfterAll
    static void close() {
        site.close();
    }

    private static String with(String more) {
        return "{\"type\":\"receipt.send\",\"payload\":" + PAYLOAD + more + "}";
    }

    private static Arguments row(String name, int status, String code, Function<Site, HttpRequest.Builder> request) {
        return Arguments.of(Named.of(name, request), status, code);
    }

    private static Arguments body(String name, int status, String code, String body) {
        return row(name, status, code, to -> to.posting("/jobs", body));
    }

    private static Arguments payload(String name, int status, String code, String payload) {
        return body(name, status, code, "{\"type\":\"receipt.send\",\"payload\":" + payload + "}");
    }

    private static Arguments bytes(String name, byte[] bytes) {
        return row(name, 400, "MALFORMED_JSON", to -> to.posting("/jobs", bytes));
    }

    private static Arguments query(String name, String query) {
        return row(name, 422, "BAD_QUERY", to -> to.request("/jobs?" + query));
    }

    static Stream<Arguments> malformed() {
        return Stream.of(
                body("no JSON", 400, "MALFORMED_JSON", "hello"),
                body("nothing", 400, "MALFORMED_JSON", ""),
                body("cut off", 400, "MALFORMED_JSON", with("").substring(0, 30)),
                body("something behind it", 400, "MALFORMED_JSON", with("") + " x"),
                body("another behind it", 400, "MALFORMED_JSON", with("") + with("")),
                body("a byte order mark", 400, "MALFORMED_JSON", "\uFEFF" + with("")),
                bytes("not UTF-8", new byte[] {'{', '"', (byte) 0xC3, (byte) 0x28, '"', ':', '1', '}'}),
                bytes("UTF-16", with("").getBytes(StandardCharsets.UTF_16)),
                bytes(
                        "a surrogate in UTF-8",
                        new byte[] {'{', '"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"', ':', '1', '}'}),
                payload("not a number", 400, "MALFORMED_JSON", "{\"order\":\"1\",\"cents\":NaN}"),
                payload("infinity", 400, "MALFORMED_JSON", "{\"order\":\"1\",\"cents\":Infinity}"),
                payload("a comment", 400, "MALFORMED_JSON", "{\"order\":\"1\" /* x */}"),
                payload("a raw control character", 400, "MALFORMED_JSON", "{\"order\":\"\u0000\",\"cents\":1}"),
                body("a field twice", 400, "DUPLICATE_FIELD", with(",\"queue\":\"a\",\"queue\":\"b\"")),
                body(
                        "a field twice, once escaped",
                        400,
                        "DUPLICATE_FIELD",
                        with(",\"queue\":\"a\",\"que\\u0075e\":\"b\"")),
                payload(
                        "a field of the payload twice",
                        400,
                        "DUPLICATE_FIELD",
                        "{\"order\":\"1\",\"cents\":1,\"cents\":2}"),
                payload("too deep", 400, "JSON_LIMIT", "[".repeat(70) + "]".repeat(70)),
                payload("too long a text", 400, "JSON_LIMIT", "{\"order\":\"" + "x".repeat(65 * 1024 + 1) + "\"}"),
                body("too long a name", 400, "JSON_LIMIT", with(",\"lane\":\"" + "x".repeat(65 * 1024) + "\"")),
                payload("too long a number", 400, "JSON_LIMIT", "{\"order\":\"1\",\"cents\":" + "1".repeat(101) + "}"),
                body("an unknown field", 400, "UNKNOWN_FIELD", with(",\"tenant\":\"bob\"")),
                body("attempts, which its type decides", 400, "UNKNOWN_FIELD", with(",\"max_attempts\":0")),
                body("a list", 422, "BAD_VALUE", "[]"));
    }

    static Stream<Arguments> unsupported() {
        byte[] fine = with("").getBytes(StandardCharsets.UTF_8);
        return Stream.of(
                row(
                        "a body with an encoding",
                        415,
                        "UNSUPPORTED",
                        to -> to.posting("/jobs", fine).header("Content-Encoding", "gzip")),
                row(
                        "text",
                        415,
                        "UNSUPPORTED",
                        to -> to.request("/jobs")
                                .header("Content-Type", "text/plain")
                                .POST(BodyPublishers.ofByteArray(fine))),
                row(
                        "a form",
                        415,
                        "UNSUPPORTED",
                        to -> to.request("/jobs")
                                .header("Content-Type", "application/x-www-form-urlencoded")
                                .POST(BodyPublishers.ofByteArray(fine))),
                row(
                        "another charset",
                        415,
                        "UNSUPPORTED",
                        to -> to.request("/jobs")
                                .header("Content-Type", "application/json; charset=utf-16")
                                .POST(BodyPublishers.ofByteArray(fine))),
                row(
                        "no content type",
                        415,
                        "UNSUPPORTED",
                        to -> to.request("/jobs").POST(BodyPublishers.ofByteArray(fine))),
                body("too large, by its length", 413, "TOO_LARGE", with("") + " ".repeat(Body.MAX)),
                row(
                        "too large, piece by piece",
                        413,
                        "TOO_LARGE",
                        to -> to.request("/jobs")
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.fromPublisher(
                                        BodyPublishers.ofByteArray(new byte[Body.MAX + 1])))));
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                body("no type", 422, "REQUIRED", "{\"payload\":{}}"),
                body("a blank type", 422, "REQUIRED", "{\"type\":\" \",\"payload\":{}}"),
                body("null for a type", 422, "REQUIRED", "{\"type\":null,\"payload\":{}}"),
                body("no payload", 422, "REQUIRED", "{\"type\":\"receipt.send\"}"),
                body("a number for a type", 422, "BAD_VALUE", "{\"type\":5,\"payload\":{}}"),
                body("an unknown type", 422, "UNKNOWN_TYPE", "{\"type\":\"nobody.knows\",\"payload\":{}}"),
                body("a class for a type", 422, "UNKNOWN_TYPE", "{\"type\":\"java.lang.Runtime\",\"payload\":{}}"),
                body(
                        "a type under evidence",
                        422,
                        "UNKNOWN_TYPE",
                        "{\"type\":\"witnessed\",\"payload\":" + PAYLOAD + "}"),
                payload("a payload that does not fit", 422, "BAD_PAYLOAD", "{\"order\":\"1\",\"cents\":\"many\"}"),
                payload("a payload with more", 422, "BAD_PAYLOAD", "{\"order\":\"1\",\"cents\":1,\"@class\":\"x\"}"),
                payload("no object for a payload", 422, "BAD_PAYLOAD", "17"),
                payload("null for a payload", 422, "BAD_PAYLOAD", "null"),
                body("a bad queue", 422, "BAD_ID", with(",\"queue\":\"a b\"")),
                body("a long queue", 422, "BAD_ID", with(",\"queue\":\"" + "q".repeat(201) + "\"")),
                body("a blank queue", 422, "REQUIRED", with(",\"queue\":\"\"")),
                body("a zero in a key", 422, "BAD_CHARACTER", with(",\"key\":\"a\\u0000\"")),
                body("half a pair in a key", 422, "BAD_CHARACTER", with(",\"key\":\"a\\ud83d\"")),
                body("a line break in a key", 422, "BAD_CHARACTER", with(",\"key\":\"a\\nb\"")),
                body("a long lane", 422, "BAD_ID", with(",\"lane\":\"" + "l".repeat(201) + "\"")),
                body("two keys", 422, "BAD_VALUE", with(",\"key\":\"a\",\"idempotency_key\":\"b\"")),
                row(
                        "a blank key",
                        422,
                        "REQUIRED",
                        to -> to.posting("/jobs", with("")).header("Idempotency-Key", " ")),
                row(
                        "a key twice",
                        422,
                        "BAD_VALUE",
                        to -> to.posting("/jobs", with(""))
                                .header("Idempotency-Key", "a")
                                .header("Idempotency-Key", "b")),
                row(
                        "a long key",
                        422,
                        "BAD_ID",
                        to -> to.posting("/jobs", with("")).header("Idempotency-Key", "k".repeat(201))),
                body("a time far away", 422, "BAD_TIME", with(",\"run_at\":\"2050-01-01T00:00:00Z\"")),
                body("a time that is none", 422, "BAD_TIME", with(",\"run_at\":\"tomorrow\"")),
                body("a time without a zone", 422, "BAD_TIME", with(",\"run_at\":\"2027-01-01T00:00:00\"")),
                body("a leap second", 422, "BAD_TIME", with(",\"run_at\":\"2016-12-31T23:59:60Z\"")),
                body("a number for a time", 422, "BAD_VALUE", with(",\"run_at\":1900000000")),
                body("a priority too high", 422, "OUT_OF_RANGE", with(",\"priority\":11")),
                body("a priority beyond all", 422, "OUT_OF_RANGE", with(",\"priority\":99999999999999")),
                body("a priority with a fraction", 422, "BAD_VALUE", with(",\"priority\":1.5")));
    }

    static Stream<Arguments> misdirected() {
        return Stream.of(
                row("an unknown job", 404, "NOT_FOUND", to -> to.request("/jobs/" + ID)),
                row("attempts of an unknown job", 404, "NOT_FOUND", to -> to.request("/jobs/" + ID + "/attempts")),
                row("why an unknown job", 404, "NOT_FOUND", to -> to.request("/jobs/" + ID + "/why")),
                row("data of an unknown job", 404, "NOT_FOUND", to -> to.request("/jobs/" + ID + "/payload")),
                row("to cancel an unknown job", 404, "NOT_FOUND", to -> to.posting("/jobs/" + ID + "/cancel", "{}")),
                row("an id that is none", 422, "BAD_ID", to -> to.request("/jobs/1")),
                row("an unknown schedule", 404, "NOT_FOUND", to -> to.posting("/schedules/x/pause", "{}")),
                row("times of an unknown schedule", 404, "NOT_FOUND", to -> to.request("/schedules/x/times")),
                row("an unknown task", 404, "NOT_FOUND", to -> to.posting("/tasks/kill", "{\"name\":\"x\"}")),
                row(
                        "a switch of nothing",
                        422,
                        "BAD_VALUE",
                        to -> to.posting("/switches/off", "{\"kind\":\"ALL\",\"name\":\"x\"}")),
                row(
                        "a switch with a bad name",
                        422,
                        "BAD_ID",
                        to -> to.posting("/switches/off", "{\"kind\":\"QUEUE\",\"name\":\"a b\"}")),
                row("no path", 404, "NOT_FOUND", to -> to.request("/")),
                row("an unknown path", 404, "NOT_FOUND", to -> to.request("/secrets")),
                row("a longer path", 404, "NOT_FOUND", to -> to.request("/jobs/" + ID + "/why/not")),
                row("an empty segment", 404, "NOT_FOUND", to -> to.request("/jobs/")),
                row("to delete", 405, "BAD_METHOD", to -> to.request("/jobs").DELETE()),
                row("to change by a question", 405, "BAD_METHOD", to -> to.request("/jobs/" + ID + "/cancel")),
                row("to ask by a change", 405, "BAD_METHOD", to -> to.posting("/stats", "{}")),
                row(
                        "a method nobody knows",
                        405,
                        "BAD_METHOD",
                        to -> to.request("/jobs").method("FROB", BodyPublishers.noBody())),
                row(
                        "what it can",
                        405,
                        "BAD_METHOD",
                        to -> to.request("/jobs").method("OPTIONS", BodyPublishers.noBody())));
    }

    static Stream<Arguments> queries() {
        return Stream.of(
                query("a page of none", "limit=0"),
                query("a page of less", "limit=-1"),
                query("a huge page", "limit=1000000000"),
                query("a page of words", "limit=ten"),
                query("a cursor that is none", "after=1"),
                query("an order", "sort=payload"),
                query("a filter twice", "queue=a&queue=b"),
                query("SQL for a type", "type=%27%3B%20DROP%20TABLE%20job%3B--"),
                query("a wildcard for a queue", "queue=%25"),
                query("an unknown state", "state=ready"),
                query("a bad escape", "lane=%ff"),
                query("a control character", "code=a%00"),
                row("all jobs", 422, "BAD_QUERY", to -> to.posting("/jobs/actions/cancel", "{}")),
                row(
                        "all jobs, said twice",
                        422,
                        "BAD_QUERY",
                        to -> to.posting("/jobs/actions/cancel", "{\"filter\":{}}")),
                row(
                        "a filter of another kind",
                        400,
                        "UNKNOWN_FIELD",
                        to -> to.posting("/jobs/actions/cancel", "{\"filter\":{\"payload\":\"x\"}}")),
                row(
                        "no reason for a decision about money",
                        422,
                        "REQUIRED",
                        to -> to.posting("/jobs/" + ID + "/skip", "{}")));
    }

    @ParameterizedTest
    @MethodSource({"malformed", "unsupported", "wrong", "misdirected", "queries"})
    @Tag("R-002-45")
    void what_is_wrong_is_refused_with_its_code_and_nothing_is_stored(
            Function<Site, HttpRequest.Builder> request, int status, String code) {
        int before = site.stored();

        Reply reply = site.send(request.apply(site));

        assertThat(reply.status()).as(reply.body()).isEqualTo(status);
        assertThat(reply.code()).isEqualTo(code);
        assertThat(reply.header("Content-Type")).hasValue("application/problem+json");
        assertThat(reply.json()).containsKeys("type", "title", "detail", "request_id");
        assertThat(reply.field("status")).isEqualTo(status);
        assertThat(reply.header("X-Request-Id")).hasValue(reply.text("request_id"));
        assertThat(reply.body())
                .doesNotContainIgnoringCase("exception")
                .doesNotContain("dev.baton")
                .doesNotContain("jackson")
                .doesNotContain("Receipt")
                .doesNotContain("SELECT");
        assertThat(site.stored()).isEqualTo(before);
    }
}
