package dev.baton.server.client;

import dev.baton.job.BatonException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where a service is. Only on this machine it is spoken to in the open, unless somebody says that this is wanted. Immutable. */
public final class ServiceAddress {

    /** Under which path its API is. */
    private static final String API = "/api/v1";

    private static final Pattern SLASHES = Pattern.compile("/+$");
    private static final Pattern NUMBERS = Pattern.compile("[0-9.]+|\\[[0-9a-fA-F:.]+]");

    private final String root;

    private ServiceAddress(String root) {
        this.root = root;
    }

    /**
     * By this URL: a scheme and a host, perhaps a port, and a path if the API is mounted below one.
     *
     * @param open whether a token may be sent, and answers read, without TLS to other machines
     * @throws BatonException with the code {@code BAD_SERVER_URL}; it never repeats the URL, which may have a secret in it
     */
    public static ServiceAddress of(String url, boolean open) {
        URI uri = parsed(url).orElseThrow(() -> bad("A server is named by a URL, such as https://jobs.example.com."));
        String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
        if (uri.getRawUserInfo() != null) {
            throw bad("Everybody on this machine can read a command line, so a server's URL has no user or password.");
        } else if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
            throw bad("A server's URL ends with its host, its port or a path.");
        } else if (scheme.equals("http") && !open && !isThisMachine(uri.getHost())) {
            throw bad(
                    "Over http whoever listens on the way can read the token, so other machines are asked over https. If the "
                            + "way is safe all the same, say --in-the-open.");
        }
        String path = SLASHES.matcher(uri.getRawPath()).replaceFirst("");
        String above = path.endsWith(API) ? path.substring(0, path.length() - API.length()) : path;
        return new ServiceAddress(scheme + "://" + uri.getRawAuthority() + above);
    }

    private static Optional<URI> parsed(String url) {
        try {
            URI uri = new URI(url);
            @Nullable String scheme = uri.getScheme();
            boolean web = "https".equalsIgnoreCase(scheme) || "http".equalsIgnoreCase(scheme);
            return web && uri.getHost() != null && uri.getRawPath() != null ? Optional.of(uri) : Optional.empty();
        } catch (URISyntaxException withTheUrlInIt) {
            return Optional.empty();
        }
    }

    /** By its own name, or by an address that is a loopback one. No other name is looked up: who answers for names may lie. */
    private static boolean isThisMachine(String host) {
        if (host.equalsIgnoreCase("localhost")) {
            return true;
        }
        try {
            return NUMBERS.matcher(host).matches()
                    && InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException notEvenAnAddress) {
            return false;
        }
    }

    /** Something of its API. */
    URI api(String path) {
        return URI.create(root + API + path);
    }

    /** Something beside its API. */
    URI beside(String path) {
        return URI.create(root + path);
    }

    /** As people know it. */
    @Override
    public String toString() {
        return root;
    }

    private static BatonException bad(String what) {
        return new BatonException("BAD_SERVER_URL", what);
    }
}
