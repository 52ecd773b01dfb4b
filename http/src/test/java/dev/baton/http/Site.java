package dev.baton.http;

import dev.baton.Baton;
import dev.baton.BatonBuilder;
import dev.baton.job.JacksonCodec;
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.job.Sensitive;
import dev.baton.store.JobFilter;
import dev.baton.store.JobStore;
import dev.baton.store.memory.MemoryStore;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** An engine behind the API on a real port, and a client. */
final class Site implements AutoCloseable {

    static {
        System.setProperty("jdk.httpclient.allowRestrictedHeaders", "host,connection");
    }

    record Receipt(String order, int cents) {}

    record Payout(String order, @Sensitive String iban) {}

    static final JobType<Receipt> RECEIPT = JobType.of("receipt.send", Receipt.class);
    static final JobType<Receipt> FAILING = JobType.of("failing", Receipt.class);
    static final JobType<Receipt> HELD = JobType.of("held", Receipt.class);
    static final JobType<Payout> PAYOUT = JobType.of("payout.send", Payout.class);
    static final JobType<Receipt> STUCK = JobType.of("stuck", Receipt.class);
    static final JobType<Receipt> WITNESSED =
            JobType.of("witnessed", Receipt.class).witnessed();

    static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(20))
            .build();

    private static final JacksonCodec JSON = new JacksonCodec();

    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);
    final AtomicReference<Optional<Baton>> engine = new AtomicReference<>(Optional.empty());
    final JobStore store;
    final Baton baton;
    final CountDownLatch letGo = new CountDownLatch(1);
    final String token = Tokens.random();

    /** An answer. */
    record Reply(HttpResponse<String> response) {
        int status() {
            return response.statusCode();
        }

        @SuppressWarnings("unchecked")
        Map<String, Object> json() {
            return JSON.decode(response.body(), Map.class);
        }

        Object field(String name) {
            return Objects.requireNonNull(json().get(name), () -> name + " in " + response.body());
        }

        String text(String name) {
            return field(name).toString();
        }

        @SuppressWarnings("unchecked")
        List<Map<String, Object>> list(String name) {
            return (List<Map<String, Object>>) field(name);
        }

        String code() {
            return text("code");
        }

        Optional<String> header(String name) {
            return response.headers().firstValue(name);
        }

        String body() {
            return response.body();
        }
    }

    private Site(JobStore store, UnaryOperator<BatonBuilder> setup, UnaryOperator<BatonServlet.Builder> api) {
        this.store = store;
        this.baton = setup.apply(Baton.on(store).enqueues(RECEIPT, PAYOUT, WITNESSED))
                .start();
        engine.set(Optional.of(baton));
        connector.setPort(0);
        connector.setHost("127.0.0.1");
        connector.setIdleTimeout(30_000);
        server.addConnector(connector);
        var context = new ServletContextHandler();
        context.addServlet(
                new ServletHolder(api.apply(BatonServlet.on(engine::get)
                                .access(Tokens.none().and("tester", token, Role.ADMIN))
                                .origins(Origins.loopback()))
                        .build()),
                "/api/v1/*");
        server.setHandler(context);
        try {
            server.start();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Nothing is handled. */
    static Site quiet() {
        return on(new MemoryStore(InstantSource.system()), setup -> setup);
    }

    static Site on(JobStore store, UnaryOperator<BatonBuilder> setup) {
        return new Site(store, setup, api -> api);
    }

    static Site on(JobStore store, UnaryOperator<BatonBuilder> setup, UnaryOperator<BatonServlet.Builder> api) {
        return new Site(store, setup, api);
    }

    static Site with(UnaryOperator<BatonServlet.Builder> api) {
        return new Site(new MemoryStore(InstantSource.system()), setup -> setup, api);
    }

    /** Jobs of some types fail, are held, or do not end before they are let go. */
    static Site working(UnaryOperator<BatonBuilder> more) {
        var site = new AtomicReference<Site>();
        site.set(on(
                new MemoryStore(InstantSource.system()),
                setup -> more.apply(setup.handle(RECEIPT, site, (payload, run, me) -> {})
                        .decide(FAILING, site, (payload, run, me) -> Outcome.fail("NO_WAY", "no way"))
                        .decide(HELD, site, (payload, run, me) -> Outcome.hold("WHO_KNOWS", "nobody"))
                        .handle(
                                STUCK,
                                site,
                                (payload, run, me) -> me.get().letGo.await()))));
        return site.get();
    }

    /** Handlers answer something. */
    static Site answering(Tokens tokens) {
        return new Site(
                new MemoryStore(InstantSource.system()),
                setup -> setup.decide(RECEIPT, tokens, (payload, run, me) -> Outcome.done("the answer")),
                api -> api.access(tokens));
    }

    int port() {
        return connector.getLocalPort();
    }

    ServerConnector connector() {
        return connector;
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + "/api/v1" + path);
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(uri(path))
                .timeout(Duration.ofSeconds(60))
                .header("Authorization", "Bearer " + token);
    }

    Reply send(HttpRequest.Builder request) {
        try {
            return new Reply(CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8)));
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    Reply get(String path) {
        return send(request(path));
    }

    Reply post(String path, String body) {
        return send(posting(path, body));
    }

    HttpRequest.Builder posting(String path, String body) {
        return posting(path, body.getBytes(StandardCharsets.UTF_8));
    }

    HttpRequest.Builder posting(String path, byte[] body) {
        return request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofByteArray(body));
    }

    String submitted(String body) {
        Reply reply = post("/jobs", body);
        if (reply.status() != 201) {
            throw new AssertionError(reply.body());
        }
        return reply.text("id");
    }

    /** How many jobs there are, wherever they stand. */
    int stored() {
        return baton.list(JobFilter.ALL, 1_000).size();
    }

    @Override
    public void close() {
        letGo.countDown();
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        } finally {
            baton.close();
        }
    }
}
