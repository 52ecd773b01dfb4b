package dev.baton.server.client;

import dev.baton.internal.tell.Printable;
import dev.baton.job.BatonException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends requests to a service and reads what it answers, each within a time and up to a length. Redirects are not followed: a token is for
 * one place. What is not done is thrown as a {@link BatonException}, and never has the token in it.
 */
public final class ServiceClient {

    private static final String JSON = "application/json";
    private static final String PROBLEM = "application/problem+json";
    private static final int DEPTH_MAX = 64;
    private static final int WHY_MAX = 300;

    private final ServiceAddress address;
    private final Optional<String> token;
    private final Limits limits;
    private final HttpClient http;
    private final JsonMapper mapper;

    /**
     * What a request may cost.
     *
     * @param connect the time until there is a connection
     * @param whole the time of all of it
     * @param answer the bytes of an answer
     */
    public record Limits(Duration connect, Duration whole, int answer) {
        /** A page of a thousand jobs fits, and many jobs can be changed in the time. */
        public static final Limits USUAL = new Limits(Duration.ofSeconds(10), Duration.ofMinutes(1), 32 << 20);
    }

    /** How a service is, as it says itself; the reason is empty if it is well. */
    public record Health(boolean well, String reason) {}

    private record Answer(int status, String type, String body) {}

    /** For this service, with this token if there is one. */
    public ServiceClient(ServiceAddress address, Optional<String> token, Limits limits) {
        this.address = address;
        this.token = token;
        this.limits = limits;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(limits.connect)
                .build();
        this.mapper = JsonMapper.builder(JsonFactory.builder()
                        .streamReadConstraints(StreamReadConstraints.builder()
                                .maxNestingDepth(DEPTH_MAX)
                                .maxStringLength(limits.answer)
                                .build())
                        .build())
                .build();
    }

    /** Something to look at. */
    public Told get(String path, Map<String, String> query) {
        String asked = query.entrySet().stream()
                .map(each -> each.getKey() + "=" + encoded(each.getValue()))
                .collect(Collectors.joining("&"));
        return told(answer(request(address.api(path + (asked.isEmpty() ? "" : "?" + asked))), Optional.empty()));
    }

    /** Something to do, with this JSON. */
    public Told post(String path, String json) {
        var leaving = new Leaving(json);
        HttpRequest.Builder request = request(address.api(path))
                .header("Content-Type", JSON)
                .header("X-Baton-Csrf", "1") // asked for where there is no token; no page of a browser sends it
                .POST(leaving);
        return told(answer(request, Optional.of(leaving)));
    }

    /** How it says that it is, {@code live} or {@code ready}; nothing where it is not asked under this path. */
    public Optional<Health> health(String what) {
        Answer answer = answer(request(address.beside("/health/" + what)), Optional.empty());
        if (answer.status == 404) {
            return Optional.empty();
        }
        boolean well = answer.status == 200;
        Told said = read(answer);
        return Optional.of(new Health(well, well ? "" : said.maybe("reason").orElse(said.text("status"))));
    }

    private HttpRequest.Builder request(URI uri) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).header("Accept", JSON + ", " + PROBLEM);
        token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
        return request;
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private Told told(Answer answer) {
        if (answer.type.equals(PROBLEM)) {
            throw new ServiceRefusal(answer.status, read(answer));
        } else if (answer.status / 100 != 2) {
            throw new NotBatonException("it answered " + answer.status
                    + (answer.status / 100 == 3 ? ", a redirect, which is not followed" : " with no reason of ours"));
        }
        return read(answer);
    }

    @SuppressWarnings("unchecked") // the names of an object are texts
    private Told read(Answer answer) {
        if (!answer.type.equals(JSON) && !answer.type.equals(PROBLEM)) {
            throw new NotBatonException("it answered " + answer.status + " with " + Printable.of(answer.type, WHY_MAX)
                    + " instead of JSON");
        }
        try {
            return new Told(mapper.readValue(answer.body, Map.class));
        } catch (JacksonException e) {
            throw new NotBatonException("it answered " + answer.status + " with JSON that cannot be read");
        }
    }

    /** All of it. What may have left is given up only in the knowledge that nobody knows what came of it. */
    private Answer answer(HttpRequest.Builder request, Optional<Leaving> leaving) {
        CompletableFuture<HttpResponse<byte[]>> call =
                http.sendAsync(request.build(), head -> new CappedBody(limits.answer));
        try {
            HttpResponse<byte[]> answer = call.get(limits.whole.toNanos(), TimeUnit.NANOSECONDS);
            return new Answer(
                    answer.statusCode(),
                    answer.headers()
                            .firstValue("Content-Type")
                            .map(type -> type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT))
                            .orElse("nothing"),
                    new String(answer.body(), StandardCharsets.UTF_8));
        } catch (ExecutionException failed) {
            throw failure(failed.getCause() == null ? failed : failed.getCause(), leaving);
        } catch (TimeoutException late) {
            throw failure(late, leaving);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure(e, leaving);
        } finally {
            call.cancel(true); // for who does not wait any longer: it ends the connection
        }
    }

    private BatonException failure(Throwable why, Optional<Leaving> leaving) {
        if (why instanceof CappedBody.TooLargeException) {
            return new BatonException(
                    "ANSWER_TOO_LARGE",
                    "The answer of " + address + " has " + why.getMessage()
                            + ", and is not read. Ask for less, such as by --limit.",
                    why);
        } else if (leaving.isPresent() && leaving.get().hasBegun()) {
            return new NoAnswerException(
                    "The request left, and no whole answer of " + address + " came (" + words(why)
                            + "): nobody knows whether it was done. Look before you ask again.",
                    why);
        } else if (isOfTls(why)) {
            return new BatonException(
                    "SERVER_NOT_TRUSTED",
                    "There is no safe connection to " + address + " (" + words(why)
                            + "); nothing was sent. Its certificate has to be for this name, and from an authority that "
                            + "this Java trusts: JAVA_TOOL_OPTIONS=-Djavax.net.ssl.trustStore=FILE names others.",
                    why);
        } else if (isOfConnecting(why)) {
            return new BatonException(
                    "SERVER_UNREACHABLE",
                    "Nobody answers at " + address + " (" + words(why)
                            + "); nothing was done. Is it running, and is --server right?",
                    why);
        }
        return new BatonException(
                "NO_ANSWER",
                "No whole answer of " + address + " came (" + words(why) + "); nothing was changed. Try again.",
                why);
    }

    private static boolean isOfTls(Throwable why) {
        return why instanceof SSLException || why.getCause() instanceof SSLException;
    }

    private static boolean isOfConnecting(Throwable why) {
        return why instanceof ConnectException
                || why instanceof HttpConnectTimeoutException
                || why instanceof NoRouteToHostException;
    }

    private String words(Throwable why) {
        if (why instanceof TimeoutException) {
            return "within " + limits.whole.toSeconds() + " s";
        }
        String message = why.getMessage() == null ? "" : ": " + why.getMessage();
        return Printable.of(why.getClass().getSimpleName() + message, WHY_MAX);
    }

    /** Whom it asks. */
    @Override
    public String toString() {
        return address.toString();
    }
}
