package dev.baton.examples.liquidity;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The bot over HTTP, from the end of its start on: {@code GET /positions}. */
final class Api implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Api.class);

    private final Conductor conductor;
    private final HttpServer server;
    private final Runnable ended;

    private Api(Conductor conductor, HttpServer server, Runnable ended) {
        this.conductor = conductor;
        this.server = server;
        this.ended = ended;
    }

    /** On this port; 0 is any that is free. Runs this when nobody is answered any more. */
    static Api open(Conductor conductor, int port, Runnable ended) throws IOException {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        var api = new Api(conductor, HttpServer.create(address, 0), ended);
        api.server.createContext("/positions", api::positions);
        api.server.start();
        return api;
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void positions(HttpExchange exchange) throws IOException {
        try (exchange) {
            Map<String, Long> positions = conductor.services().positions().all();
            byte[] answer = positions.entrySet().stream()
                    .map(each -> each.getKey() + " " + each.getValue() + "\n")
                    .collect(Collectors.joining())
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length == 0 ? -1 : answer.length);
            exchange.getResponseBody().write(answer);
        } catch (Exception e) {
            LOG.error("A request failed", e);
            exchange.sendResponseHeaders(500, -1);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        ended.run();
    }
}
