package dev.baton.examples.issuance;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The service over HTTP, from the end of its start on: {@code POST /vaults/SYMBOL} with an address, {@code PUT} with another, {@code POST
 * /mints/ID} with a symbol and a number of shares.
 */
final class Api implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Api.class);

    private final Issuance issuance;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(4);

    private Api(Issuance issuance, HttpServer server) {
        this.issuance = issuance;
        this.server = server;
    }

    /** On this port; 0 is any that is free. */
    static Api open(Issuance issuance, int port) throws IOException {
        var api =
                new Api(issuance, HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0));
        api.server.setExecutor(api.threads);
        api.server.createContext("/", api::answer);
        api.server.start();
        return api;
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.sendResponseHeaders(status(exchange), -1);
        }
    }

    private int status(HttpExchange exchange) {
        try {
            String[] path = exchange.getRequestURI().getPath().split("/", -1);
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8).strip();
            switch (exchange.getRequestMethod() + " " + path[1]) {
                case "POST vaults" -> issuance.addVault(path[2], body);
                case "PUT vaults" -> issuance.moveVault(path[2], body);
                case "POST mints" -> {
                    String[] words = body.split(" ", -1);
                    issuance.requestMint(path[2], words[0], Long.parseLong(words[1]));
                }
                default -> {
                    return 404;
                }
            }
            return 200;
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            return 400;
        } catch (Exception e) {
            LOG.error("A request failed", e);
            return 500;
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdown();
    }
}
