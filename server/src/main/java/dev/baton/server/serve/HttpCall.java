package dev.baton.server.serve;

import dev.baton.job.BatonException;
import dev.baton.job.Sensitive;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A request that a job of the type {@code http} makes.
 *
 * @param method GET, POST, PUT, PATCH or DELETE; otherwise GET, or POST if there is a body
 * @param url to whom
 * @param headers what else is said; they may hold secrets, and are shown to nobody
 * @param body what is sent; none if it is left out
 */
record HttpCall(
        @Nullable String method,
        String url,
        @Sensitive @Nullable Map<String, String> headers,
        @Nullable String body) {

    private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "PATCH", "DELETE");

    HttpCall {
        String verb = verb(method, body);
        if (!METHODS.contains(verb)) {
            throw bad("The method is none of GET, POST, PUT, PATCH and DELETE.");
        } else if (verb.equals("GET") && body != null) {
            throw bad("A GET has no body.");
        }
        uri(url);
    }

    private static String verb(@Nullable String method, @Nullable String body) {
        return method != null ? method : body == null ? "GET" : "POST";
    }

    /** The method, whether it was said or not. */
    String verb() {
        return verb(method, body);
    }

    /** All headers, with this idempotency key unless another is among them. */
    Map<String, String> headersWith(String key) {
        var all = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        all.put("Idempotency-Key", key);
        if (body != null) {
            all.put("Content-Type", "application/json");
        }
        if (headers != null) {
            all.putAll(headers);
        }
        return all;
    }

    /** What is sent; nothing, if there is nothing to send. */
    byte[] bytes() {
        return body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8);
    }

    URI uri() {
        return uri(url);
    }

    private static URI uri(@Nullable String url) {
        try {
            if (url == null) {
                throw bad("A call has a url.");
            }
            URI uri = new URI(url);
            if (uri.getHost() != null) {
                return uri;
            }
        } catch (URISyntaxException none) {
            // Its message would repeat what may be secret.
        }
        throw bad("The url is no address of a host, such as https://example.com/hook.");
    }

    private static BatonException bad(String what) {
        return new BatonException("BAD_PAYLOAD", what);
    }
}
