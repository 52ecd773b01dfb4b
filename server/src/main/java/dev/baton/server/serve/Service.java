package dev.baton.server.serve;

import dev.baton.Baton;
import dev.baton.BatonBuilder;
import dev.baton.http.Access;
import dev.baton.http.BatonServlet;
import dev.baton.http.EventFeed;
import dev.baton.http.EventsServlet;
import dev.baton.http.HealthServlet;
import dev.baton.http.MetricsServlet;
import dev.baton.http.Origins;
import dev.baton.http.Role;
import dev.baton.job.BatonException;
import dev.baton.job.JobType;
import dev.baton.observe.BatonMetrics;
import dev.baton.observe.StartupLines;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import jakarta.servlet.http.HttpServlet;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The service, from the opening of its port to its end. It starts in order: the port, for who asks how it is; the store; recovery; workers; the API.
 * It stops in the reverse order: nobody is let in, requests under way finish, handlers finish or are interrupted and their ends are written
 * down, and the port is closed last, so that whoever asks can see that it stops. Started on one thread, closed by any.
 */
final class Service implements AutoCloseable {

    /** How long requests under way may take at a stop. */
    private static final Duration REQUESTS = Duration.ofSeconds(10);

    private static final Duration PRUNE = Duration.ofHours(1);
    private static final int BEATS = 5;

    private final Settings settings;
    private final Function<Settings, OpenedStore> opening;
    private final Consumer<String> lines;
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final EventFeed feed;
    private final WebServer web;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.OPENING_STORE);
    private final AtomicBoolean closing = new AtomicBoolean();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable Baton baton;
    private volatile @Nullable OpenedStore store;

    /**
     * Nothing has begun yet, and no port is open.
     *
     * @param opening who opens the store
     * @param lines what is to be said on a terminal
     */
    Service(Settings settings, Function<Settings, OpenedStore> opening, Consumer<String> lines) {
        this.settings = settings;
        this.opening = opening;
        this.lines = lines;
        Access access = access(settings);
        this.feed = new EventFeed(settings.number(Setting.MAX_STREAMS));
        this.web = new WebServer(
                settings, new HealthServlet(this::isLive, this::whyNotReady), servlets(access, origins(settings)));
    }

    private static Access access(Settings settings) {
        return settings.path(Setting.TOKEN_FILE)
                .<Access>map(TokenFile::read)
                .orElseGet(() -> Access.everybody(Role.values())); // nobody beyond this machine: see Edge
    }

    private static Origins origins(Settings settings) {
        var names = new ArrayList<>(List.of("localhost", "127.0.0.1", "[::1]"));
        names.addAll(settings.list(Setting.HOSTS));
        Origins origins = Origins.hosts(names.toArray(String[]::new));
        if (settings.flag(Setting.BEHIND_PROXY)) {
            for (String host : settings.list(Setting.HOSTS)) {
                origins = origins.pagesOf("https://" + host);
            }
        }
        return origins;
    }

    private Map<String, HttpServlet> servlets(Access access, Origins origins) {
        var servlets = new LinkedHashMap<String, HttpServlet>();
        servlets.put(
                "/api/v1/*",
                BatonServlet.on(this::open)
                        .access(access)
                        .origins(origins)
                        .withNeighbours()
                        .build());
        servlets.put("/api/v1/events", new EventsServlet(feed, access, origins));
        servlets.put("/metrics", new MetricsServlet(registry::scrape, access, origins));
        return servlets;
    }

    /**
     * Starts, and returns when work may begin.
     *
     * @throws BatonException if it cannot, or was closed meanwhile; all is closed then
     */
    void start() {
        try {
            web.open();
            lines.accept("listening at " + web.address() + ", for health alone");
            OpenedStore opened = opening.apply(settings);
            store = opened;
            advance(Phase.OPENING_STORE, Phase.RECOVERING);
            lines.accept("opened the store, " + opened.name());
            baton = engine(opened).start();
            advance(Phase.RECOVERING, Phase.READY);
            String work = HttpJobs.isOn(settings)
                    ? settings.number(Setting.WORKERS) + " workers"
                    : "jobs are added here, and run by other programs";
            lines.accept("ready: " + work + ", API at " + web.address() + "/api/v1");
        } finally {
            begun.countDown();
            if (phase.get() != Phase.READY) {
                close();
            }
        }
    }

    private void advance(Phase from, Phase to) {
        if (!phase.compareAndSet(from, to)) {
            throw new BatonException("STOPPED", "It was told to stop while it started.");
        }
    }

    private BatonBuilder engine(OpenedStore opened) {
        Duration lease = settings.duration(Setting.LEASE);
        BatonBuilder builder = Baton.on(opened.store())
                .concurrency(settings.number(Setting.WORKERS))
                .pollEvery(settings.duration(Setting.POLL))
                .heartbeat(lease.dividedBy(BEATS), lease)
                .grace(settings.duration(Setting.GRACE))
                .retention(settings.duration(Setting.RETENTION), PRUNE)
                .queues(settings.list(Setting.QUEUES).toArray(String[]::new))
                .listener(new BatonMetrics(registry))
                .listener(new StartupLines(lines))
                .listener(new RecoveryLines(lines))
                .listener(feed);
        settings.text(Setting.NODE).ifPresent(builder::node);
        settings.list(Setting.TYPES).forEach(type -> builder.enqueues(JobType.of(type, Object.class)));
        int backlog = settings.number(Setting.BACKLOG);
        if (backlog > 0) {
            builder.queueBacklog(JobType.DEFAULT_QUEUE, backlog);
            settings.list(Setting.QUEUES).forEach(queue -> builder.queueBacklog(queue, backlog));
        }
        HttpJobs.addTo(builder, settings);
        return builder;
    }

    /** The engine, for requests: from when work may begin until those under way have ended. */
    private Optional<Baton> open() {
        Phase now = phase.get();
        return now == Phase.READY || now == Phase.STOPPING ? Optional.ofNullable(baton) : Optional.empty();
    }

    private boolean isLive() {
        Baton engine = baton;
        return engine == null || phase.get() != Phase.READY || engine.isLive();
    }

    private Optional<String> whyNotReady() {
        Baton engine = baton;
        boolean gone = phase.get() == Phase.READY && (engine == null || !engine.isReady());
        return gone ? Optional.of("the engine has ended") : phase.get().whyNotReady();
    }

    /** Where it can be reached from this machine. */
    URI address() {
        return web.address();
    }

    /** Waits for the end; throws what ended it if nobody wanted that. */
    void awaitStop() throws InterruptedException {
        Baton engine = baton;
        if (engine != null) {
            engine.awaitStop();
        }
        ended.await();
    }

    /** Stops, as it says above. Interrupted, it waits for nobody any more. Who comes second waits for the first. */
    @Override
    public void close() {
        if (closing.getAndSet(true)) {
            await(ended);
            return;
        }
        phase.set(Phase.STOPPING);
        Baton engine = baton;
        if (engine != null) {
            engine.takeNoMore();
        }
        feed.close();
        CompletableFuture<Void> requests = web.letNobodyIn();
        lines.accept("stopping: nobody is let in any more");
        if (!WebServer.isOver(requests, REQUESTS)) {
            lines.accept("stopping: some requests were not waited for");
        }
        await(begun);
        try {
            closeEngine();
        } finally {
            phase.set(Phase.STOPPED);
            web.close();
            ended.countDown();
            lines.accept("stopped");
        }
    }

    private void closeEngine() {
        Baton engine = baton;
        OpenedStore opened = store;
        if (engine != null) {
            engine.close();
        } else if (opened != null) {
            opened.store().close();
        }
        if (opened != null) {
            opened.afterwards().run();
        }
    }

    /** Leaves an interrupt where it was. */
    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }
}
