package dev.baton.outbox.http;

import dev.baton.job.BatonException;
import dev.baton.job.JacksonCodec;
import dev.baton.outbox.Codes;
import dev.baton.outbox.Dispatch;
import dev.baton.outbox.Payment;
import dev.baton.outbox.Rail;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Makes a {@link Rail} that is reached over HTTP: each payment is a POST, with its reference as idempotency key, by the client of the
 * JDK. Set it up on one thread, then ask for a rail of the kind that the other side can stand.
 *
 * <p><b>Codes.</b> An answer's code is its status, as {@code HTTP_201}, or what stands in its JSON body where {@link #codeAt} says; then
 * the status is the code only of answers that are not 2xx and have none. A code that means accepted counts in answers with 2xx alone. What
 * a code means say the rail's {@link Codes}; one in no table, a redirect for instance, means that nobody knows. So does every failure from
 * the moment on when the head of the request was made: a reset, a cut or endless answer, one that is too long, or none in time. What fails
 * before, as a host that is not allowed, a refused connection or a failed TLS handshake, has the code {@code NOT_SENT}, which is retryable.
 *
 * <p><b>Where requests go.</b> To hosts that are named by {@link #allow}, over https, and only while every address that such a host
 * resolves to is public; to those named by {@link #allowInside} also over http, and to any address. Redirects are not followed, no proxy is
 * used, and the client repeats no request once its head was made, whatever the JVM's properties say. Addresses are looked up and checked
 * before each request; the client then looks them up again, as the JDK has no way to tell it which to use. The answer comes from the
 * JVM's cache, where it stays for 30 s unless set otherwise; a name that changes between the two, or whose connection is kept from earlier,
 * can lead to an address that was not checked. What keeps the request from it is TLS: who is there needs a certificate for the
 * name, and sees nothing of the request if it has none. A {@link #tls} that trusts everybody takes that away. A lookup of a name cannot
 * be interrupted.
 *
 * <p><b>Secrets.</b> Headers, bodies and answers are in no message and no log of ours; the JDK's own logging, {@code
 * jdk.httpclient.HttpClient.log}, does show headers.
 */
public final class HttpRail {

    private static final Duration LONGEST = Duration.ofMinutes(59);
    /** For who gives up by itself to say so before it is interrupted. */
    private static final Duration ASIDE = Duration.ofSeconds(1);

    private final Function<Dispatch, URI> address;
    private final Optional<URI> only;
    private final Set<String> allowed = new HashSet<>();
    private final Set<String> inside = new HashSet<>();
    private final Set<String> neverSeen = new HashSet<>();
    private final Set<String> underWay = new HashSet<>();
    private String header = "Idempotency-Key";
    private Supplier<Map<String, String>> headers = Map::of;
    private Function<Dispatch, String> body = HttpRail::usual;
    private Reading.Places places = new Reading.Places(Optional.empty(), Optional.empty(), Optional.empty());
    private Calls.Limits limits = new Calls.Limits(Duration.ofSeconds(5), Duration.ofSeconds(20), 64 * 1024);
    private Hosts.Directory directory = InetAddress::getAllByName;
    private @Nullable Function<Dispatch, URI> lookup;
    private @Nullable SSLContext tls;

    private HttpRail(Function<Dispatch, URI> address, Optional<URI> only) {
        this.address = Objects.requireNonNull(address, "address");
        this.only = only;
    }

    /** Payments are sent to this address. */
    public static HttpRail to(URI address) {
        Objects.requireNonNull(address, "address");
        return new HttpRail(any -> address, Optional.of(address));
    }

    /** Each payment is sent to an address of its own; to hosts that are allowed. */
    public static HttpRail to(Function<Dispatch, URI> address) {
        return new HttpRail(address, Optional.empty());
    }

    /** Requests may go to these hosts, over https. A name counts as it is, without its subdomains. Needed. */
    public HttpRail allow(String... hosts) {
        List.of(hosts).forEach(host -> allowed.add(Hosts.canonical(host)));
        return this;
    }

    /** Requests may go to these hosts, over https or in the open, wherever they are: on this machine, or within a network of one's own. */
    public HttpRail allowInside(String... hosts) {
        List.of(hosts).forEach(host -> inside.add(Hosts.canonical(host)));
        return allow(hosts);
    }

    /** In which header the payment's reference stands. Default: {@code Idempotency-Key}. */
    public HttpRail idempotencyHeader(String name) {
        header = Objects.requireNonNull(name, "name");
        return this;
    }

    /** Other headers, asked for anew for each request, as a token may have changed. Default: none. */
    public HttpRail headers(Supplier<Map<String, String>> others) {
        headers = Objects.requireNonNull(others, "others");
        return this;
    }

    /**
     * The body of a payment's request. It should be the same in every attempt, as rails compare it. Default: a JSON object with {@code
     * reference}, {@code amount} as a decimal number in a text, {@code minorUnits} as a whole number, {@code currency}, {@code
     * destination} and {@code details}, an object of texts.
     */
    public HttpRail body(Function<Dispatch, String> text) {
        body = Objects.requireNonNull(text, "text");
        return this;
    }

    /** Where in an answer's JSON body the rail's code stands, as a JSON pointer such as {@code /result/code}. Default: the status is it. */
    public HttpRail codeAt(String pointer) {
        places = new Reading.Places(Optional.of(Pointer.of(pointer)), places.railReference(), places.about());
        return this;
    }

    /** Where in the body it stands what the rail calls the payment. Default: nowhere. */
    public HttpRail railReferenceAt(String pointer) {
        places = new Reading.Places(places.code(), Optional.of(Pointer.of(pointer)), places.about());
        return this;
    }

    /**
     * Where in the body the rail repeats our reference. An answer that has another there says nothing of this payment; an accepting one
     * that has none there says nothing, either. Default: nowhere.
     */
    public HttpRail referenceAt(String pointer) {
        places = new Reading.Places(places.code(), places.railReference(), Optional.of(Pointer.of(pointer)));
        return this;
    }

    /** Where a rail is asked, by a GET, what became of a payment. A status that is not 2xx says nothing unless {@link #neverSeen} names it. */
    public HttpRail lookup(Function<Dispatch, URI> at) {
        lookup = Objects.requireNonNull(at, "at");
        return this;
    }

    /**
     * By these codes a lookup says that the rail has never seen the payment, which is then sent again. Name {@code HTTP_404} only if it
     * cannot come from anything else, such as an address that is not quite right. Default: none.
     */
    public HttpRail neverSeen(String... codes) {
        neverSeen.addAll(List.of(codes));
        return this;
    }

    /** By these codes a lookup says that the payment was seen and is not decided yet. Default: none. */
    public HttpRail underWay(String... codes) {
        underWay.addAll(List.of(codes));
        return this;
    }

    /** How long it may take until there is a connection, with what TLS needs. Default: 5 s. */
    public HttpRail connectTimeout(Duration time) {
        limits = new Calls.Limits(checked(time), limits.whole(), limits.answer());
        return this;
    }

    /** How long a request may take in all, to the last byte of its answer. The rail's own time-out is a second longer. Default: 20 s. */
    public HttpRail timeout(Duration time) {
        limits = new Calls.Limits(limits.connect(), checked(time), limits.answer());
        return this;
    }

    /** How many bytes the body of an answer may have; a longer one says nothing. Default: 64 KiB. */
    public HttpRail longestAnswer(int bytes) {
        require(bytes >= 0, "The longest answer", bytes);
        limits = new Calls.Limits(limits.connect(), limits.whole(), bytes);
        return this;
    }

    /** With these certificates, one's own and whom to trust. Default: as the JVM has it. */
    public HttpRail tls(SSLContext context) {
        tls = Objects.requireNonNull(context, "context");
        return this;
    }

    /** For tests: who knows the addresses of hosts. */
    HttpRail directory(Hosts.Directory other) {
        directory = other;
        return this;
    }

    /** A rail to which the same reference again is no second payment. */
    public Rail idempotent(String name, Codes codes) {
        Line line = line(codes);
        return timed(Rail.idempotent(name, codes.retryable(Reading.NOT_SENT), line::send));
    }

    /** A rail that can be asked what became of a reference; where, says {@link #lookup}, and what it answers, {@link #codeAt}. */
    public Rail queryable(String name, Codes codes) {
        Line line = line(codes);
        if (lookup == null || places.code().isEmpty()) {
            throw new BatonException("REQUIRED", "Say where such a rail is asked, and where its answer has its code.");
        }
        Function<Dispatch, URI> at = lookup;
        return timed(Rail.queryable(
                name, codes.retryable(Reading.NOT_SENT), line::send, dispatch -> line.find(dispatch, at)));
    }

    /** A rail that takes what it is sent, and cannot be asked. */
    public Rail neither(String name, Codes codes) {
        Line line = line(codes);
        return timed(Rail.neither(name, codes.retryable(Reading.NOT_SENT), line::send));
    }

    private Rail timed(Rail rail) {
        return rail.timeout(limits.whole().plus(ASIDE));
    }

    /** What does the work. */
    Line line(Codes codes) {
        if (allowed.isEmpty()) {
            throw new BatonException("REQUIRED", "Name the hosts that requests may go to.");
        }
        var hosts = new Hosts(Set.copyOf(allowed), Set.copyOf(inside), directory);
        if (only.isPresent()) {
            try {
                hosts.checkName(only.get());
            } catch (NotSentException refused) {
                throw new BatonException("HOST_NOT_ALLOWED", String.valueOf(refused.getMessage()));
            }
        }
        var reading = new Reading(codes, places, Set.copyOf(neverSeen), Set.copyOf(underWay));
        return new Line(
                new Calls(hosts, limits, Optional.ofNullable(tls)),
                reading,
                new Line.Writing(address, header, headers, body));
    }

    private static String usual(Dispatch dispatch) {
        Payment payment = dispatch.payment();
        var fields = new LinkedHashMap<String, Object>();
        fields.put("reference", dispatch.reference());
        fields.put("amount", payment.amount().decimal());
        fields.put("minorUnits", payment.amount().minor());
        fields.put("currency", payment.amount().currency());
        fields.put("destination", payment.destination());
        fields.put("details", payment.details());
        return new JacksonCodec().encode(fields);
    }

    private static Duration checked(Duration time) {
        require(!time.isNegative() && !time.isZero() && time.compareTo(LONGEST) <= 0, "A time-out", time);
        return time;
    }

    private static void require(boolean condition, String what, Object got) {
        if (!condition) {
            throw new BatonException("OUT_OF_RANGE", what + " of an HTTP rail is out of range; got " + got + ".");
        }
    }
}
