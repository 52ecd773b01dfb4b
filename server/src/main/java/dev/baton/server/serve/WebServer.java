package dev.baton.server.serve;

import dev.baton.http.HealthServlet;
import dev.baton.job.BatonException;
import jakarta.servlet.http.HttpServlet;
import java.net.BindException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.ForwardedRequestCustomizer;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.server.handler.MinimumDataRateHandler;
import org.eclipse.jetty.server.handler.SizeLimitHandler;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The port: what is answered there, and how much of everything anybody may have. How the service is, is answered for as long as the port is open;
 * everything else until it is told to let nobody in any more.
 */
final class WebServer implements AutoCloseable {

    private static final int THREADS = 64;
    private static final int HEAD_MAX = 8 * 1024;
    /** More than any servlet reads, each of which says itself how much that is. */
    private static final int BODY_MAX = 2 * 1024 * 1024;
    /** Bytes a second; slower bodies are refused, however often a byte comes. */
    private static final int SLOWEST_BODY = 128;

    private static final Duration STOP = Duration.ofSeconds(5);

    private final Server server;
    private final ServerConnector connector;
    private final GracefulHandler work;
    private final boolean secure;

    /** Nothing is open yet. */
    WebServer(Settings settings, HealthServlet health, Map<String, HttpServlet> servlets) {
        var threads = new QueuedThreadPool(THREADS);
        threads.setName("baton-http");
        threads.setDaemon(true);
        server = new Server(threads);
        secure = settings.text(Setting.TLS_KEYSTORE).isPresent();
        connector = new ServerConnector(server, factories(settings));
        connector.setHost(settings.text(Setting.ADDRESS).orElseThrow());
        connector.setPort(settings.number(Setting.PORT));
        connector.setIdleTimeout(settings.duration(Setting.IDLE).toMillis());
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(settings.number(Setting.MAX_CONNECTIONS), server));

        var pages = new ProblemPages();
        var sizes = new SizeLimitHandler(BODY_MAX, -1);
        sizes.setHandler(context("/", servlets, pages));
        work = new GracefulHandler(new MinimumDataRateHandler(sizes, SLOWEST_BODY, 0));
        server.setErrorHandler(pages);
        server.setHandler(new Handler.Sequence(context("/health", Map.of("/*", health), pages), work));
        server.setStopTimeout(STOP.toMillis());
    }

    private static ServletContextHandler context(
            String path, Map<String, ? extends HttpServlet> servlets, ProblemPages pages) {
        var context =
                new ServletContextHandler(path, ServletContextHandler.NO_SESSIONS | ServletContextHandler.NO_SECURITY);
        servlets.forEach((at, servlet) -> {
            var holder = new ServletHolder(servlet);
            holder.setAsyncSupported(true);
            context.addServlet(holder, at);
        });
        context.setErrorHandler(pages);
        return context;
    }

    private static ConnectionFactory[] factories(Settings settings) {
        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendXPoweredBy(false);
        http.setRequestHeaderSize(HEAD_MAX);
        http.setUriCompliance(UriCompliance.DEFAULT);
        http.setNotifyRemoteAsyncErrors(true);
        if (settings.flag(Setting.BEHIND_PROXY)) {
            http.addCustomizer(new ForwardedRequestCustomizer());
        }
        if (settings.text(Setting.TLS_KEYSTORE).isEmpty()) {
            return new ConnectionFactory[] {new HttpConnectionFactory(http)};
        }
        // Which names it goes by is asked of every request, with TLS or without.
        http.addCustomizer(new SecureRequestCustomizer(false));
        var tls = new SslContextFactory.Server();
        tls.setKeyStorePath(settings.text(Setting.TLS_KEYSTORE).orElseThrow());
        tls.setKeyStoreType("PKCS12");
        tls.setKeyStorePassword(settings.text(Setting.TLS_PASSWORD).orElseThrow());
        return new ConnectionFactory[] {new SslConnectionFactory(tls, "http/1.1"), new HttpConnectionFactory(http)};
    }

    /** Opens the port. */
    void open() {
        try {
            server.start();
        } catch (Exception refused) {
            close();
            String why = refused.getMessage()
                    + (refused.getCause() == null
                            ? ""
                            : ": " + refused.getCause().getMessage());
            boolean port = refused instanceof BindException || refused.getCause() instanceof BindException || !secure;
            throw port
                    ? new BatonException(
                            "PORT_NOT_OPEN",
                            "The port " + connector.getPort() + " at " + connector.getHost() + " could not be opened: "
                                    + why + ".",
                            refused)
                    : new BatonException("BAD_KEYSTORE", "The tls-keystore cannot be used: " + why + ".", refused);
        }
    }

    /** Where it can be reached from this machine. */
    URI address() {
        String host = String.valueOf(connector.getHost());
        String shown = host.contains(":") ? "[" + host + "]" : host;
        return URI.create((secure ? "https" : "http") + "://" + shown + ":" + connector.getLocalPort());
    }

    /** Refuses all that comes from now on. Answers what is over when all has ended that is under way. */
    CompletableFuture<Void> letNobodyIn() {
        return work.shutdown();
    }

    /** Waits for that; true if it has come. Interrupted, it does not wait any longer, and leaves the interrupt where it was. */
    static boolean isOver(CompletableFuture<Void> over, Duration atMost) {
        try {
            over.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | TimeoutException late) {
            return false;
        }
    }

    /** Closes the port. */
    @Override
    public void close() {
        boolean hurry = Thread.interrupted();
        try {
            server.setStopTimeout(0);
            server.stop();
        } catch (Exception unwilling) {
            // Its threads are daemons, and end with the process.
        } finally {
            if (hurry) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
