package dev.baton.http;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which names this service goes by, and from which pages requests may come. A page of somebody else's that a browser on this machine shows
 * can send requests here, under a name of its own that leads here; so this is asked on loopback, too. Immutable.
 */
public final class Origins {

    /** The header that a page of another origin cannot send, and that every write of a browser's has to have. */
    public static final String CSRF = "X-Baton-Csrf";

    private static final String BEARER = "bearer ";
    private static final Pattern ORIGIN = Pattern.compile("(?i)https?://[^/\\s@?#,]+");

    private final Set<String> hosts;
    private final Set<String> pages;

    private Origins(Set<String> hosts, Set<String> pages) {
        this.hosts = hosts;
        this.pages = pages;
    }

    /** Requests to this machine itself: {@code localhost}, {@code 127.0.0.1} and {@code [::1]}, on any port. */
    public static Origins loopback() {
        return hosts("localhost", "127.0.0.1", "[::1]");
    }

    /**
     * Requests to these names, each with a port or for any.
     *
     * @throws IllegalArgumentException if there is none, which does not mean {@link #anyHost()}, or one is blank
     */
    public static Origins hosts(String... names) {
        if (names.length == 0 || Arrays.stream(names).anyMatch(String::isBlank)) {
            throw new IllegalArgumentException("A service goes by one name or more; got " + Arrays.toString(names));
        }
        var allowed = new LinkedHashSet<String>();
        for (String name : names) {
            allowed.add(name.toLowerCase(Locale.ROOT));
        }
        return new Origins(Set.copyOf(allowed), Set.of());
    }

    /** Requests to any name: the application around it knows which are its own. */
    public static Origins anyHost() {
        return new Origins(Set.of(), Set.of());
    }

    /**
     * These, and pages of this origin, such as {@code https://ops.example.com}: the one under which people know a service behind a
     * proxy.
     *
     * @throws IllegalArgumentException if it is none that a browser would name: a scheme and a host, perhaps a port, and nothing else
     */
    public Origins pagesOf(String origin) {
        if (!ORIGIN.matcher(origin).matches()) {
            throw new IllegalArgumentException(
                    "An origin is such as https://ops.example.com; got " + LogText.of(origin, 200));
        }
        var more = new LinkedHashSet<>(pages);
        more.add(origin.toLowerCase(Locale.ROOT));
        return new Origins(hosts, Set.copyOf(more));
    }

    /** What is wrong with where a request went, or came from. To be asked of every request. */
    public Optional<Problem> check(HttpServletRequest request) {
        @Nullable String host = lower(request.getHeader("Host"));
        if (!hosts.isEmpty() && (host == null || !isOurs(host))) {
            return refused("This service is not known by the name that the request was sent to.");
        }
        @Nullable String origin = lower(request.getHeader("Origin"));
        if (origin != null && !isOwnPage(origin, request.getScheme(), host)) {
            return refused("Requests of pages of other origins are not answered.");
        }
        @Nullable String site = request.getHeader("Sec-Fetch-Site");
        boolean foreign = site != null && !site.equals("same-origin") && !site.equals("none");
        return foreign && origin == null
                ? refused("Requests of pages of other origins are not answered.")
                : Optional.empty();
    }

    /**
     * What is wrong with a request that changes something, if a browser may have sent it without being asked by a page of ours: one with
     * cookies, or without a token in {@code Authorization}. It has to have the header {@value #CSRF}, whatever it says, as no page of
     * another origin can send that.
     */
    public Optional<Problem> checkWrite(HttpServletRequest request) {
        @Nullable String authorization = lower(request.getHeader("Authorization"));
        boolean token = authorization != null && authorization.startsWith(BEARER);
        boolean asked = request.getHeader("Cookie") == null && token;
        @Nullable String header = request.getHeader(CSRF);
        return asked || (header != null && !header.isBlank())
                ? Optional.empty()
                : refused("A change that is asked for with cookies or without a token needs the header " + CSRF + ".");
    }

    private boolean isOurs(String host) {
        return hosts.contains(host) || hosts.contains(withoutPort(host));
    }

    private boolean isOwnPage(String origin, String scheme, @Nullable String host) {
        return pages.contains(origin) || (host != null && Objects.equals(origin, scheme + "://" + host));
    }

    private static String withoutPort(String host) {
        int colon = host.lastIndexOf(':');
        return colon > host.lastIndexOf(']') && colon >= 0 ? host.substring(0, colon) : host;
    }

    private static @Nullable String lower(@Nullable String header) {
        return header == null ? null : header.strip().toLowerCase(Locale.ROOT);
    }

    private static Optional<Problem> refused(String detail) {
        return Optional.of(Problem.of(403, "BAD_ORIGIN", detail));
    }
}
