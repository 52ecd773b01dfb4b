package dev.baton.server.serve;

import dev.baton.job.BatonException;
import dev.baton.job.Sensitive;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Set;
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
        method = method == null ? (body == null ? "GET" : "POST") : method;
        headers = headers == null ? Map.of() : Map.copyOf(headers);
        if (!METHODS.contains(method)) {
            throw bad("The method is none of GET, POST, PUT, PATCH and DELETE.");
        } else if (method.equals("GET") && body != null) {
            throw bad("A GET has no body.");
        } else if (url == null) {
            throw bad("A call has a url.");
        }
        uri(url);
    }

    URI uri() {
        return uri(url);
    }

    private static URI uri(String url) {
        try {
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
