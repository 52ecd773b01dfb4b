package dev.baton.outbox.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/**
 * The ways to hosts. An address is looked up once and checked, and that is where a request goes (<em>pinned</em>), though it asks for the host by
 * its name: otherwise a name that leads elsewhere a moment later would take it there. The JDK's client looks names up by itself, so that it
 * is given the address instead, and may then say the name in the head of a request only if the JVM was started so. Where it was not,
 * addresses are checked and not pinned. Safe for use by several threads.
 */
final class Ways {

    /** Of the JDK: which heads may be said though the client has its own. Read once, before the first request is made. */
    private static final String PROPERTY = "jdk.httpclient.allowRestrictedHeaders";

    private final Hosts hosts;
    private final Supplier<HttpClient.Builder> setup;
    private final Optional<SSLContext> tls;
    private final boolean pinning;
    /** One for each, so that no connection to one host is used for another at the same address. No more than there are names. */
    private final Map<String, HttpClient> clients = new ConcurrentHashMap<>();

    /**
     * Where a request goes.
     *
     * @param host the host as the head of the request has to say it; none where the client does so by itself
     */
    record Way(HttpClient client, URI uri, Optional<String> host) {}

    Ways(Hosts hosts, Duration connect, Optional<SSLContext> tls) {
        this(hosts, connect, tls, isPinning());
    }

    /**
     * HTTP/1.1, where a call has a connection for itself: one that is given up ends with it, and nothing is sent again because a server
     * said that it would rather not have been asked. No proxy, as nobody could say then whose address it is.
     */
    Ways(Hosts hosts, Duration connect, Optional<SSLContext> tls, boolean pinning) {
        this.hosts = hosts;
        this.tls = tls;
        this.pinning = pinning;
        this.setup = () -> HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(connect);
    }

    /** Has addresses pinned in this JVM from now on, if nobody has made a request in it before. */
    static void pin() {
        String said = System.getProperty(PROPERTY, "");
        if (!said.contains("host")) { // no other head has it in its name
            System.setProperty(PROPERTY, said.isBlank() ? "host" : said + ",host");
        }
    }

    /** Whether they are: whether a request may name its host. */
    static boolean isPinning() {
        try {
            HttpRequest.newBuilder().setHeader("Host", "example.com");
            return true;
        } catch (IllegalArgumentException restricted) {
            return false;
        }
    }

    /** The way to where this leads now, if it may be gone. */
    Way to(URI uri) throws NotSentException {
        InetAddress address = hosts.checked(uri);
        String host = Hosts.canonical(uri.getHost());
        if (!pinning || isAddress(host)) {
            return new Way(clients.computeIfAbsent("", any -> client(tls)), uri, Optional.empty());
        }
        return new Way(clients.computeIfAbsent(host, this::pinned), at(address, uri), Optional.of(host + portOf(uri)));
    }

    /** The last part of a name begins with a letter, or it would be no URI of a host. */
    private static boolean isAddress(String host) {
        return host.startsWith("[") || host.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
    }

    private static URI at(InetAddress address, URI uri) throws NotSentException {
        String text = address.getHostAddress();
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        try {
            return URI.create(uri.getScheme() + "://" + (address instanceof Inet6Address ? "[" + text + "]" : text)
                    + portOf(uri) + uri.getRawPath() + query);
        } catch (IllegalArgumentException odd) {
            throw new NotSentException("The host has an address that cannot be written.");
        }
    }

    private static String portOf(URI uri) {
        return uri.getPort() < 0 ? "" : ":" + uri.getPort();
    }

    private HttpClient pinned(String host) {
        return client(Optional.of(new NamedTls(tls.orElseGet(Ways::usual), host)));
    }

    private HttpClient client(Optional<SSLContext> context) {
        HttpClient.Builder builder = setup.get();
        context.ifPresent(builder::sslContext);
        return builder.build();
    }

    private static SSLContext usual() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException none) {
            throw new IllegalStateException("This JVM has no TLS", none);
        }
    }
}
