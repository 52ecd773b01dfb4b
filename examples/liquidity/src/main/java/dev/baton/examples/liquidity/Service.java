package dev.baton.examples.liquidity;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process: the bot, and the server that tells about it. When one of them ends, or somebody wants the process to end, the other is
 * stopped, too, and the log says why.
 */
final class Service implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Service.class);

    private final Conductor conductor;
    private final Api api;
    private final CompletableFuture<String> reason;
    private final CompletableFuture<Void> stopped = new CompletableFuture<>();

    private Service(Conductor conductor, Api api, CompletableFuture<String> reason) {
        this.conductor = conductor;
        this.api = api;
        this.reason = reason;
    }

    /** For a bot that has started, on this port; 0 is any that is free. */
    static Service open(Conductor conductor, int port) throws IOException {
        var reason = new CompletableFuture<String>();
        var api = Api.open(conductor, port, () -> reason.complete("the HTTP server has ended"));
        var service = new Service(conductor, api, reason);
        var waiting = new Thread(service::awaitBot, "liquidity-wait");
        waiting.setDaemon(true);
        waiting.start();
        return service;
    }

    private void awaitBot() {
        try {
            conductor.awaitEnd();
            reason.complete("the bot has ended");
        } catch (InterruptedException | RuntimeException e) {
            reason.complete("the bot has ended: " + e);
        }
    }

    /** Has the process end in order when it is told to by a signal. */
    Service stopWithProcess() {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            reason.complete("a signal came");
                            stopped.join(); // whoever waits stops all of it
                        },
                        "liquidity-stop"));
        return this;
    }

    Api api() {
        return api;
    }

    /** Waits until something ends, then stops everything; why it did. */
    String awaitEnd() {
        String why = reason.join();
        LOG.info("Stopping, as {}", why);
        close();
        return why;
    }

    /** First nobody is let in any more, then what runs may end. */
    @Override
    public void close() {
        try {
            api.close();
            conductor.close();
        } finally {
            stopped.complete(null);
        }
    }
}
