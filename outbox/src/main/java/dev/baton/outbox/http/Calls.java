package dev.baton.outbox.http;

import dev.baton.outbox.http.Ways.Way;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;

/** Makes requests, one at a time for each thread that asks, and never one twice. Safe for use by several threads. */
final class Calls {

    private static final byte[] NONE = new byte[0];

    private final Ways ways;
    private final Limits limits;

    /**
     * What a call may cost.
     *
     * @param connect the time until there is a connection, with what TLS needs
     * @param whole the time of all of it
     * @param answer the bytes of an answer's body
     */
    record Limits(Duration connect, Duration whole, int answer) {}

    /**
     * What was answered.
     *
     * @param retryAfter when to ask again, in the words of the other side; empty if it did not say
     */
    record Answer(int status, ByteBuffer body, String retryAfter) {
        Answer(int status, ByteBuffer body) {
            this(status, body, "");
        }
    }

    Calls(Hosts hosts, Limits limits, Optional<SSLContext> tls) {
        this.ways = new Ways(hosts, limits.connect, tls);
        this.limits = limits;
    }

    /** Sends a body. What is thrown and is not a {@link NotSentException} says nothing of whether it arrived. */
    Answer post(URI uri, Map<String, String> headers, byte[] body)
            throws NotSentException, IOException, InterruptedException {
        return send("POST", uri, headers, body);
    }

    /** Asks for something. */
    Answer get(URI uri, Map<String, String> headers) throws NotSentException, IOException, InterruptedException {
        Way way = ways.to(uri);
        return answer(way, request(way, headers).GET().build(), new OneUse(NONE));
    }

    /** The same by any method; one that sends nothing and changes nothing is {@link #get}. */
    Answer send(String method, URI uri, Map<String, String> headers, byte[] body)
            throws NotSentException, IOException, InterruptedException {
        Way way = ways.to(uri);
        var once = new OneUse(body);
        return answer(way, request(way, headers).method(method, once).build(), once);
    }

    private static HttpRequest.Builder request(Way way, Map<String, String> headers) throws NotSentException {
        if (headers.keySet().stream().anyMatch("Host"::equalsIgnoreCase)) {
            throw NotSentException.ever("A request asks for the host that it goes to, and for no other.");
        }
        try {
            HttpRequest.Builder request = HttpRequest.newBuilder(way.uri());
            headers.forEach(request::setHeader);
            way.host().ifPresent(host -> request.setHeader("Host", host));
            return request;
        } catch (RuntimeException refused) {
            // Its message may hold the value of a header.
            throw NotSentException.ever("The request has a header, or an address, that cannot be sent.");
        }
    }

    private Answer answer(Way way, HttpRequest request, OneUse body)
            throws NotSentException, IOException, InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> call =
                way.client().sendAsync(request, head -> new BoundedBody(limits.answer));
        try {
            HttpResponse<byte[]> answer = call.get(limits.whole.toNanos(), TimeUnit.NANOSECONDS);
            return new Answer(
                    answer.statusCode(),
                    ByteBuffer.wrap(answer.body() == null ? NONE : answer.body()),
                    answer.headers().firstValue("Retry-After").orElse(""));
        } catch (ExecutionException failed) {
            throw failure(described(failed), body);
        } catch (TimeoutException late) {
            throw failure("There was no whole answer within " + limits.whole + ".", body);
        } finally {
            call.cancel(true); // for who was interrupted, or has waited long enough: it ends the connection
        }
    }

    private static IOException failure(String why, OneUse body) throws NotSentException {
        if (body.close()) {
            throw new NotSentException(why);
        }
        return new IOException(why);
    }

    /** Only what kinds of failures they are: texts may hold something that the other side said. */
    private static String described(Throwable failed) {
        var kinds = new StringBuilder("The call failed:");
        Throwable cause = failed.getCause();
        for (int i = 0; cause != null && i < 4; i++) {
            kinds.append(i == 0 ? " " : " by ").append(cause.getClass().getSimpleName());
            cause = cause.getCause();
        }
        return kinds.append('.').toString();
    }
}
