package dev.baton.outbox.http;

import dev.baton.job.BatonException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Requests whose addresses come from somebody else, such as a job's payload, under the rules of {@link HttpRail}: to hosts that are named, over
 * https and at public addresses; without redirects, proxies or repetitions; with limits to time and size. Safe for use by several threads.
 */
public final class HttpCalls {

    private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "PATCH", "DELETE");
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final int ANSWER_MAX = 64 * 1024;

    private final Calls calls;

    /**
     * What was answered.
     *
     * @param bytes how long the body is
     * @param retryAfter the seconds after which to ask again, if the other side said so
     */
    public record Answer(int status, int bytes, Optional<Duration> retryAfter) {}

    /**
     * To these hosts.
     *
     * @param named over https, at public addresses
     * @param inside also in the open, and at any address
     * @param whole how long a request may take in all
     */
    public HttpCalls(Set<String> named, Set<String> inside, Duration whole) {
        Duration connect = whole.compareTo(CONNECT) < 0 ? whole : CONNECT;
        Set<String> all = Stream.concat(named.stream(), inside.stream())
                .map(Hosts::canonical)
                .collect(Collectors.toUnmodifiableSet());
        this.calls = new Calls(
                new Hosts(
                        all,
                        inside.stream().map(Hosts::canonical).collect(Collectors.toUnmodifiableSet()),
                        InetAddress::getAllByName),
                new Calls.Limits(connect, whole, ANSWER_MAX),
                Optional.empty());
    }

    /**
     * Has requests of this JVM, also those of {@link HttpRail}s, go to the very addresses that were checked, and not to where their hosts' names
     * lead a moment later. For the beginning of a program: it sets {@code jdk.httpclient.allowRestrictedHeaders}, and that does nothing once
     * anything in the JVM has made a request with the JDK's client. Started with {@code -Djdk.httpclient.allowRestrictedHeaders=host}, a JVM needs no
     * such call.
     *
     * @return whether they do
     */
    public static boolean pinAddresses() {
        Ways.pin();
        return Ways.isPinning();
    }

    /**
     * Makes one request, once.
     *
     * @throws BatonException with the code {@code NOT_ALLOWED} if it may not leave, or {@code NOT_SENT} if nothing of it did
     * @throws IOException if nobody knows whether it arrived
     */
    public Answer send(String method, URI uri, Map<String, String> headers, byte[] body)
            throws IOException, InterruptedException {
        try {
            if (!METHODS.contains(method)) {
                throw NotSentException.ever("The method is none of GET, POST, PUT, PATCH and DELETE.");
            } else if (method.equals("GET") && body.length > 0) {
                throw NotSentException.ever("A GET has no body.");
            }
            Calls.Answer answer =
                    method.equals("GET") ? calls.get(uri, headers) : calls.send(method, uri, headers, body);
            return new Answer(answer.status(), answer.body().remaining(), seconds(answer.retryAfter()));
        } catch (NotSentException certain) {
            throw new BatonException(
                    certain.isForEver() ? "NOT_ALLOWED" : "NOT_SENT", String.valueOf(certain.getMessage()));
        }
    }

    private static Optional<Duration> seconds(String said) {
        boolean number = !said.isEmpty() && said.length() <= 6 && said.chars().allMatch(Character::isDigit);
        return number ? Optional.of(Duration.ofSeconds(Long.parseLong(said))) : Optional.empty();
    }
}
