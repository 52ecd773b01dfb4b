package dev.baton.benchmarks;

import dev.baton.benchmarks.http.Listening;
import dev.baton.benchmarks.http.Posting;
import dev.baton.benchmarks.http.ServiceProcess;
import dev.baton.benchmarks.verdict.Findings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures the service from outside: jobs are posted to a process of its own on connections that are kept, while many listen to its events.
 * Beside it stands the store's own enqueue, with as many producers in this process and a database of its own, in turn with the posting; then it
 * is posted for long, to see whether the service's memory stays as it is.
 *
 * <p>Nobody handles what is posted, and no backlog is limited: what is measured is the way in, on both sides. So after ten minutes millions of
 * jobs are pending, which must cost the service nothing.
 */
final class LoadBench {

    private static final double MEGA = 1 << 20;
    private static final Duration LAST_WORD = Duration.ofSeconds(30);

    private final LoadSizes sizes;
    private final Site site;
    private final List<String> program;
    private final Report report;
    private final Progress progress;
    private final Waits waits = new Waits();

    LoadBench(LoadSizes sizes, Site site, List<String> program, PrintWriter out) {
        this.sizes = sizes;
        this.site = site;
        this.program = program;
        this.report = new Report(Topic.HTTP, site.kind());
        this.progress = new Progress(out);
    }

    /** All measurements; what they left behind is not looked at yet. */
    Report measure() throws IOException, SQLException, InterruptedException {
        describe();
        Database posted = site.database("posted");
        var backlog = new Backlog(site.database("enqueued"));
        Path log = Files.createTempFile("baton-bench-", ".log");
        try (ServiceProcess service = ServiceProcess.start(program, settings(posted), log);
                Listening listening = Listening.to(service.address(), sizes.listeners());
                Posting posting = Posting.to(service.address(), sizes.connections(), posted.ledger())) {
            progress.say("warm-up");
            posting.post(sizes.warmUp(), wait -> {});
            backlog.enqueue(sizes.connections(), sizes.warmUp().dividedBy(3));
            compare(posting, backlog);
            soak(service, posting, listening);
            end(posting, listening);
        } catch (IOException | RuntimeException failed) {
            throw new IOException("The service failed; it has said: " + Files.readString(log), failed);
        } finally {
            Files.deleteIfExists(log);
        }
        report.setting("load at the end", Machine.load());
        return report;
    }

    private Map<String, String> settings(Database database) {
        var settings = new HashMap<>(database.settings());
        settings.put("types", Posting.TYPE);
        settings.put("max-streams", String.valueOf(sizes.listeners()));
        settings.put("idle", "PT10M"); // connections wait while something else is measured
        return settings;
    }

    private void describe() throws SQLException {
        site.describe(report::setting);
        report.setting("machine", Machine.describe());
        report.setting(
                "service",
                "./baton serve as a process of its own, with " + ServiceProcess.HEAP_MB
                        + " MB heap, on the same machine as who posts and who listens");
        report.setting(
                "sizes",
                String.format(
                        Locale.ROOT,
                        "jobs of about 200 bytes, %d connections or producers, %d who listen, %d rounds of %d s each, then %d s",
                        sizes.connections(),
                        sizes.listeners(),
                        sizes.rounds(),
                        sizes.slice().toSeconds(),
                        soakLength().toSeconds()));
        report.setting("load at the beginning", Machine.load());
        if (Machine.isBusy()) {
            report.disturbed();
        }
    }

    private Duration soakLength() {
        return sizes.soak().every().multipliedBy(sizes.soak().looks());
    }

    private void compare(Posting posting, Backlog backlog) throws IOException, InterruptedException {
        var posts = new Series();
        var enqueues = new Series();
        for (int round = 1; round <= sizes.rounds(); round++) {
            progress.say("posting, and adding without a service, round " + round + " of " + sizes.rounds());
            posts.add(posting.post(sizes.slice(), wait -> {}).perSecond());
            enqueues.add(backlog.enqueue(sizes.connections(), sizes.slice()));
        }
        report.measured("POST, connections: " + sizes.connections(), posts.median(), "jobs/s");
        report.measured("the store's own enqueue, producers: " + sizes.connections(), enqueues.median(), "jobs/s");
        report.figures().put(Figure.POST_PER_S, posts.median());
        report.figures().put(Figure.ENQUEUE_PER_S, enqueues.median());
        report.figures().put(Figure.POST_VS_ENQUEUE, posts.medianRatioTo(enqueues));
    }

    private void soak(ServiceProcess service, Posting posting, Listening listening) throws IOException {
        var memory = new Memory(service);
        var rates = new Series();
        long storedBefore = posting.stored();
        long bytesBefore = listening.bytes();
        Duration cpuBefore = service.cpu();
        Duration ownBefore = own();
        long unanswered = 0;
        memory.look();
        for (int look = 1; look <= sizes.soak().looks(); look++) {
            progress.say("posting for long, " + look + " of " + sizes.soak().looks());
            rates.add(posting.post(sizes.soak().every(), waits::add).perSecond());
            unanswered += service.answers("/metrics") ? 0 : 1;
            memory.look();
        }
        double jobs = Math.max(1, posting.stored() - storedBefore);
        double cpu = service.cpu().minus(cpuBefore).toNanos() / 1e3 / jobs;
        report.measured("POST for long", rates.median(), "jobs/s");
        report.measured("POST for long, half within", waits.percentile(50), "ms");
        report.measured("POST for long, 99 % within", waits.percentile(99), "ms");
        report.measured("time of processors for a POST, the service", cpu, "\u00b5s");
        report.measured(
                "time of processors for a POST, who posts and listens",
                own().minus(ownBefore).toNanos() / 1e3 / jobs,
                "\u00b5s");
        report.measured(
                "sent to all who listen",
                (listening.bytes() - bytesBefore) / MEGA / soakLength().toMillis() * 1e3,
                "MB/s");
        memory.tell(report);
        report.figures().put(Figure.POST_P50_MS, waits.percentile(50));
        report.figures().put(Figure.POST_P99_MS, waits.percentile(99));
        report.figures().put(Figure.POST_CPU_US, cpu);
        report.figures().put(Figure.SOAK_SECONDS, (double) soakLength().toSeconds());
        report.figures().put(Figure.SOAK_PER_S, rates.median());
        report.figures().put(Figure.POST_ERRORS, (double) (posting.errors() + unanswered));
    }

    private static Duration own() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** Everybody who still listens hears of a few jobs more. */
    private void end(Posting posting, Listening listening) throws IOException {
        progress.say("the last jobs, for all who listen");
        int heard = listening.hear(() -> posting.post(Duration.ofMillis(1), wait -> {}), LAST_WORD);
        report.measured("jobs posted in all", (double) posting.stored(), "");
        report.measured("events that one heard who listens", (double) listening.events(), "");
        report.measured("times it was told that it missed some", (double) listening.gaps(), "");
        report.figures().put(Figure.LISTENERS, sizes.listeners());
        report.figures().put(Figure.LISTENERS_AT_END, heard);
        report.figures().put(Figure.EVENTS, (double) listening.events());
        if (posting.errors() > 0) {
            report.absent(posting.errors() + " posts without a 201", posting.lastError());
        }
    }

    /** Whether anything was lost, with or without a service. */
    void check() throws SQLException {
        progress.say("check of both databases");
        Findings all = Findings.NONE;
        for (Database database : site.databases()) {
            all = all.plus(database.checkStanding());
        }
        report.found(all);
    }
}
