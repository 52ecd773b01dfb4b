package dev.baton.server.serve;

import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;

/** Requests that are hardly any: each is made of what a seed says, so that one that does harm can be made again. */
final class Noise {

    private static final List<String> METHODS = List.of(
            "GET",
            "POST",
            "PUT",
            "DELETE",
            "PATCH",
            "HEAD",
            "OPTIONS",
            "TRACE",
            "CONNECT",
            "get",
            "G\u0000T",
            "",
            "POST ");
    private static final List<String> VERSIONS =
            List.of("HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/9", "");
    private static final List<String> VALUES = List.of(
            "018f0000-0000-7000-8000-000000000001",
            "x",
            "%00",
            "%2e%2e%2f",
            "..",
            ";a=b",
            "%ff%fe",
            "%zz",
            "'%20OR%201=1--",
            "<img%20onerror=x>",
            "a".repeat(300),
            "\u00e9",
            "%F0%9F%98%80");
    private static final List<String> TAME =
            List.of("018f0000-0000-7000-8000-000000000001", "x", "nothing", "a".repeat(300), "a%20b");
    private static final List<String> TYPES = List.of(
            "text/plain",
            "application/x-www-form-urlencoded",
            "application/json; charset=utf-16",
            "multipart/form-data; boundary=x");
    private static final List<String> TAME_QUERIES = List.of(
            "",
            "",
            "",
            "?limit=10",
            "?limit=0",
            "?limit=99999999999999999999",
            "?after=x",
            "?state=NONE",
            "?type=a&type=b",
            "?x=1");
    private static final List<String> QUERIES = List.of(
            "",
            "",
            "?limit=10",
            "?limit=0",
            "?limit=99999999999999999999",
            "?limit=-1",
            "?after=x",
            "?state=NONE",
            "?state=",
            "?type=%00",
            "?queue=" + "q".repeat(500),
            "?nothing=1",
            "?limit=1&limit=2",
            "?%zz",
            "?=&=&",
            "?sort=id;drop");
    private static final List<String> HEADERS = List.of(
            "Content-Type: application/json",
            "Content-Type: text/plain",
            "Content-Type: application/json; charset=utf-16",
            "Content-Type: \u0001",
            "Content-Encoding: gzip",
            "Content-Length: 5",
            "Content-Length: -1",
            "Content-Length: 99999999999999999999",
            "Content-Length: 10\r\nContent-Length: 11",
            "Transfer-Encoding: chunked",
            "Transfer-Encoding: chunked, chunked",
            "Transfer-Encoding: gzip",
            "Expect: 100-continue",
            "Expect: nothing",
            "Idempotency-Key: k",
            "Idempotency-Key: " + "k".repeat(300),
            "Idempotency-Key: \u00ff\u00fe",
            "Authorization: Bearer x",
            "Authorization: Basic " + "A".repeat(2000),
            "Origin: null",
            "Origin: http://localhost",
            "Cookie: " + "c=d; ".repeat(300),
            "Accept: \u0000",
            "Accept: text/html",
            "Last-Event-ID: ../../etc",
            "X-Forwarded-For: 1.2.3.4",
            "Range: bytes=0-",
            "Upgrade: websocket\r\nConnection: Upgrade",
            " folded",
            "no colon",
            ": no name",
            "If-Match: \"x\"");
    private static final List<String> BODIES = List.of(
            "",
            "{}",
            "[]",
            "null",
            "{\"type\":\"http\"}",
            "{\"type\":\"http\",\"payload\":{\"url\":\"file:///etc/passwd\"}}",
            "{\"type\":\"http\",\"payload\":{\"url\":\"https://localhost/\"},\"run_at\":\"9999999-01-01\"}",
            "{\"type\":\"\\u0000\",\"payload\":{}}",
            "{\"type\":\"\\ud800\",\"payload\":{}}",
            "{\"type\":\"http\",\"type\":\"http\"}",
            "{\"type\":\"http\",\"payload\":NaN}",
            "{\"type\":\"http\",\"payload\":1e999999999}",
            "{\"type\":\"http\",\"priority\":99999999999999999999}",
            "{\"jobs\":[{\"type\":\"http\"},null,7]}",
            "{\"reason\":\"x\",\"filter\":{}}",
            "{\"name\":\"\\u0000\"}",
            "[".repeat(5000),
            "{\"a\":".repeat(200),
            "\u00ef\u00bb\u00bf{}",
            "\u00ff\u00fe\u0000",
            "{\"type\":\"http\",\"payload\":{\"url\":\"https://localhost/" + "a".repeat(70_000) + "\"}}",
            "{\"type\":\"ht",
            "{} trailing");

    private final Random random;
    private final List<String> paths;

    Noise(long seed, List<String> paths) {
        this.random = new Random(seed);
        this.paths = paths;
    }

    private String one(List<String> of) {
        return of.get(random.nextInt(of.size()));
    }

    /** The next request, as its bytes are sent. */
    String next() {
        if (random.nextInt(20) == 0) {
            return garbage(random.nextInt(400));
        }
        boolean tame = random.nextInt(10) < 6;
        String path = one(paths);
        while (path.contains("{")) {
            path = path.replaceFirst("\\{[^}]*}", Matcher.quoteReplacement(tame ? one(TAME) : one(VALUES)));
        }
        return tame ? tame(path) : wild(path);
    }

    /** A request in form, for something that makes no sense. */
    private String tame(String path) {
        boolean post = random.nextInt(3) > 0;
        String body = post ? one(BODIES) : "";
        String type = random.nextInt(6) == 0 ? one(TYPES) : "application/json";
        return (post ? "POST " : "GET ") + path + one(TAME_QUERIES)
                + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                + (random.nextInt(10) == 0 ? "" : "X-Baton-Csrf: 1\r\n")
                + (post ? "Content-Type: " + type + "\r\nContent-Length: " + body.length() + "\r\n" : "")
                + "\r\n" + body;
    }

    private String wild(String path) {
        var head = new StringBuilder(random.nextBoolean() ? "POST" : one(METHODS));
        head.append(' ')
                .append(path)
                .append(random.nextInt(10) == 0 ? "/" + one(VALUES) : "")
                .append(one(QUERIES))
                .append(' ')
                .append(one(VERSIONS))
                .append("\r\n");
        head.append(
                random.nextInt(12) == 0
                        ? ""
                        : "Host: " + (random.nextInt(12) == 0 ? one(VALUES) : "localhost") + "\r\n");
        head.append(random.nextInt(8) == 0 ? "" : "X-Baton-Csrf: 1\r\nConnection: close\r\n");
        String body = random.nextInt(10) == 0 ? garbage(random.nextInt(2_000)) : one(BODIES);
        if (random.nextInt(3) == 0) {
            for (int i = random.nextInt(4); i >= 0; i--) {
                head.append(one(HEADERS)).append("\r\n");
            }
        } else {
            head.append("Content-Type: application/json\r\nContent-Length: ")
                    .append(body.length())
                    .append("\r\n");
        }
        String whole = head.append("\r\n") + body;
        return random.nextInt(15) == 0 ? whole.substring(0, random.nextInt(whole.length())) : whole;
    }

    private String garbage(int length) {
        var text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append((char) random.nextInt(256));
        }
        return text.toString();
    }
}
