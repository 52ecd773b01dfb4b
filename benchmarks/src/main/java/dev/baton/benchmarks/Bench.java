package dev.baton.benchmarks;

import static dev.baton.benchmarks.EngineSide.Jobs;

import dev.baton.benchmarks.peers.Peers;
import dev.baton.benchmarks.verdict.Findings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * Measures the engine on one kind of store beside two baselines in plain JDBC. What is compared is measured in turn, round after round, so
 * that whatever else the machine does meanwhile hits all of it.
 */
final class Bench {

    /** As many as the engine writes down at once; producers and the raw limit use the same. */
    static final int BATCH = 500;

    private static final int[] PRODUCERS = {1, 16, 256};
    private static final int STARTS_PER_SECOND = 100;
    /** Of a disk that cannot be asked. */
    private static final double ASSUMED_FSYNCS = 2_000;

    private final Sizes sizes;
    private final Site site;
    private final Report report;
    private final Progress progress;

    Bench(Sizes sizes, Site site, PrintWriter out) {
        this.sizes = sizes;
        this.site = site;
        this.report = new Report(Topic.ENGINE, site.kind());
        this.progress = new Progress(out);
    }

    /** All measurements; what they left behind is not looked at yet. */
    Report measure() throws IOException, SQLException, InterruptedException {
        describe();
        double fsyncs = disk();
        report.figures().put(Figure.BATCH, BATCH);
        int slow =
                (int) Math.max(10, Math.min(sizes.jobs(), fsyncs * sizes.slice().toMillis() / 3_000));
        warmUp(slow);
        enqueue();
        cycle(slow);
        latency();
        lanes();
        oneLane(slow);
        payments(slow);
        backfill();
        idleSchedules();
        if (site.kind() == Kind.POSTGRES) {
            nodes();
        }
        history();
        report.setting("load at the end", Machine.load());
        return report;
    }

    /** What is bound by the disk is measured for as long as everything else. */
    private double disk() throws IOException {
        Optional<Path> file = site.disk();
        if (file.isEmpty()) {
            return ASSUMED_FSYNCS;
        }
        say("disk");
        try {
            double fsyncs = Disk.fsyncsPerSecond(file.get(), sizes.slice().dividedBy(2));
            report.figures().put(Figure.FSYNC_PER_S, fsyncs);
            report.measured("disk alone", fsyncs, "fsync/s");
            return fsyncs;
        } finally {
            Files.deleteIfExists(file.get());
        }
    }

    private void describe() throws SQLException {
        site.describe(report::setting);
        report.setting("machine", Machine.describe());
        report.setting(
                "sizes",
                String.format(
                        Locale.ROOT,
                        "%,d jobs of about 200 bytes in a round, %d rounds, batches of %d, %d handlers at once",
                        sizes.jobs(),
                        sizes.rounds(),
                        BATCH,
                        EngineSide.concurrency()));
        report.setting("history", String.format(Locale.ROOT, "%,d jobs that ended before", sizes.past()));
        report.setting("load at the beginning", Machine.load());
        if (Machine.isBusy()) {
            report.disturbed();
        }
    }

    private void warmUp(int slow) throws SQLException, InterruptedException {
        say("warm-up");
        try (EngineSide engine = EngineSide.on(site.database("warm-up"));
                RawLimit raw = RawLimit.on(site.database("warm-up-raw"));
                NaiveQueue naive = site.naive("warm-up-naive")) {
            engine.cycle(sizes.jobs(), BATCH, Jobs.UNORDERED);
            raw.cycle(sizes.jobs(), BATCH);
            naive.cycle(slow / 4);
            engine.burnDown(sizes.jobs(), BATCH, Jobs.inLanes(sizes.lanes()));
        }
    }

    private void enqueue() throws SQLException, InterruptedException {
        var backlog = new Backlog(site.database("enqueue"));
        for (int producers : PRODUCERS) {
            say("enqueue, " + producers + (producers == 1 ? " producer" : " producers"));
            double rate = backlog.enqueue(producers, sizes.slice());
            report.measured("enqueue, producers: " + producers, rate, "jobs/s");
            report.figures().put(Figure.ENQUEUE_PER_S, rate);
        }
        say("burn-down");
        double drain = backlog.burnDown();
        report.measured("burn-down of a backlog, from the engine's start", drain, "jobs/s");
        report.figures().put(Figure.DRAIN_PER_S, drain);
    }

    private void cycle(int slow) throws SQLException, InterruptedException {
        var engines = new Series();
        var raws = new Series();
        var naives = new Series();
        try (EngineSide engine = EngineSide.on(site.database("cycle"));
                RawLimit raw = RawLimit.on(site.database("raw"));
                NaiveQueue naive = site.naive("naive")) {
            for (int round = 1; round <= sizes.rounds(); round++) {
                say("whole jobs: engine, raw limit, naive queue", round);
                engines.add(engine.cycle(sizes.jobs(), BATCH, Jobs.UNORDERED));
                raws.add(raw.cycle(sizes.jobs(), BATCH));
                naives.add(naive.cycle(slow));
            }
        }
        report.measured("whole jobs, engine", engines.median(), "jobs/s");
        report.measured("whole jobs, raw limit", raws.median(), "jobs/s");
        report.measured("whole jobs, naive queue", naives.median(), "jobs/s");
        report.figures().put(Figure.CYCLE_PER_S, engines.median());
        report.figures().put(Figure.RAW_PER_S, raws.median());
        report.figures().put(Figure.NAIVE_PER_S, naives.median());
        report.figures().put(Figure.CYCLE_VS_RAW, engines.medianRatioTo(raws));
        report.figures().put(Figure.CYCLE_VS_NAIVE, engines.medianRatioTo(naives));
    }

    private void latency() throws SQLException, InterruptedException {
        var starts = new Waits();
        var commits = new Waits();
        long every = Duration.ofSeconds(1).dividedBy(STARTS_PER_SECOND).toNanos();
        int jobs = (int) (sizes.slice().toNanos() / every);
        try (EngineSide engine = EngineSide.on(site.database("latency"));
                RawLimit raw = RawLimit.on(site.database("latency-raw"))) {
            for (int round = 1; round <= sizes.rounds(); round++) {
                say("from enqueue to start, " + STARTS_PER_SECOND + " jobs/s; raw commits", round);
                engine.starts(jobs, every, starts);
                raw.commits(jobs, every, commits);
            }
        }
        report.measured("enqueue to start at 100 jobs/s, half within", starts.percentile(50), "ms");
        report.measured("enqueue to start at 100 jobs/s, 99 % within", starts.percentile(99), "ms");
        report.measured("raw commit at 100 a second, half within", commits.percentile(50), "ms");
        report.measured("raw commit at 100 a second, 99 % within", commits.percentile(99), "ms");
        report.figures().put(Figure.LATENCY_P50_MS, starts.percentile(50));
        report.figures().put(Figure.LATENCY_P99_MS, starts.percentile(99));
        report.figures().put(Figure.RAW_COMMIT_P99_MS, commits.percentile(99));
    }

    private void lanes() throws SQLException, InterruptedException {
        var laned = new Series();
        var unordered = new Series();
        try (EngineSide engine = EngineSide.on(site.database("lanes"))) {
            for (int round = 1; round <= sizes.rounds(); round++) {
                say(sizes.lanes() + " lanes, and none", round);
                laned.add(engine.cycle(sizes.jobs(), BATCH, Jobs.inLanes(sizes.lanes())));
                unordered.add(engine.cycle(sizes.jobs(), BATCH, Jobs.UNORDERED));
            }
        }
        report.measured(String.format(Locale.ROOT, "whole jobs in %,d lanes", sizes.lanes()), laned.median(), "jobs/s");
        report.figures().put(Figure.LANES_VS_UNORDERED, laned.medianRatioTo(unordered));
    }

    private void oneLane(int slow) throws SQLException {
        var strict = new Series();
        var loops = new Series();
        var hot = new Series();
        try (EngineSide engine = EngineSide.on(site.database("one-lane"));
                RawLimit raw = RawLimit.on(site.database("loop"))) {
            for (int round = 1; round <= sizes.rounds(); round++) {
                say("one lane: strict, a plain loop, replayable", round);
                strict.add(engine.burnDown(slow, BATCH, Jobs.STRICT));
                loops.add(raw.loop(slow));
                hot.add(engine.burnDown(sizes.jobs(), BATCH, Jobs.HOT));
            }
        }
        report.measured("one strict lane", strict.median(), "jobs/s");
        report.measured("a plain loop that commits each outcome", loops.median(), "jobs/s");
        report.measured("one replayable lane", hot.median(), "jobs/s");
        report.figures().put(Figure.STRICT_LANE_VS_LOOP, strict.medianRatioTo(loops));
        report.figures().put(Figure.HOT_LANE_PER_S, hot.median());
    }

    private void payments(int slow) throws SQLException, InterruptedException {
        var sends = new Waits();
        var participants = new Series();
        var unordered = new Series();
        var one = new Series();
        var loops = new Series();
        long every = Duration.ofSeconds(1).dividedBy(STARTS_PER_SECOND).toNanos();
        int few = (int) (sizes.slice().toNanos() / every);
        try (PaymentSide payments = PaymentSide.on(site.database("payments"));
                EngineSide engine = EngineSide.on(site.database("payments-jobs"));
                RawLimit raw = RawLimit.on(site.database("payments-loop"))) {
            payments.cycle(sizes.jobs() / 10, BATCH, sizes.lanes());
            engine.cycle(sizes.jobs() / 10, BATCH, Jobs.UNORDERED);
            for (int round = 1; round <= sizes.rounds(); round++) {
                say("payments: at 100 a second, of many participants, of one", round);
                payments.sends(few, every, sends);
                participants.add(payments.cycle(sizes.jobs(), BATCH, sizes.lanes()));
                unordered.add(engine.cycle(sizes.jobs(), BATCH, Jobs.UNORDERED));
                one.add(payments.burnDown(slow, BATCH));
                loops.add(raw.loop(slow));
            }
        }
        report.measured("ledger's transaction to rail at 100 payments/s, half within", sends.percentile(50), "ms");
        report.measured("ledger's transaction to rail at 100 payments/s, 99 % within", sends.percentile(99), "ms");
        report.measured(
                String.format(Locale.ROOT, "payments of %,d participants", sizes.lanes()),
                participants.median(),
                "payments/s");
        report.measured("payments of one participant", one.median(), "payments/s");
        report.figures().put(Figure.PAYMENT_P99_MS, sends.percentile(99));
        report.figures().put(Figure.PARTICIPANTS_VS_UNORDERED, participants.medianRatioTo(unordered));
        report.figures().put(Figure.ONE_PARTICIPANT_VS_LOOP, one.medianRatioTo(loops));
    }

    /** As many parts as there are hundreds of jobs in a round: a million blocks, if everything is measured. */
    private void backfill() throws SQLException, InterruptedException {
        var parts = new Series();
        var loops = new Series();
        var backfill = new Backfill(site.database("backfill"), Math.max(1, sizes.jobs() / 100));
        for (int round = 1; round <= sizes.rounds(); round++) {
            say(String.format(Locale.ROOT, "%,d blocks in parts, and in a loop", backfill.blocks()), round);
            parts.add(backfill.inParts());
            loops.add(backfill.loop());
        }
        report.measured("blocks of a range, in parts of 1,000", parts.median(), "blocks/s");
        report.measured("the same blocks in a plain loop", loops.median(), "blocks/s");
        report.figures().put(Figure.BACKFILL_VS_LOOP, parts.medianRatioTo(loops));
    }

    private void idleSchedules() throws SQLException {
        var many = new Series();
        var none = new Series();
        Database with = site.database("idle-schedules");
        Database without = site.database("idle");
        for (int round = 1; round <= sizes.rounds(); round++) {
            say(String.format(Locale.ROOT, "idle with %,d schedules, and without", sizes.jobs()), round);
            many.add(IdleSchedules.cpu(with, sizes.jobs(), sizes.slice()));
            none.add(IdleSchedules.cpu(without, 0, sizes.slice()));
        }
        report.measured(
                String.format(Locale.ROOT, "idle, %,d schedules, none due", sizes.jobs()),
                many.median(),
                "ms of CPU in a second");
        report.measured("idle, no schedule", none.median(), "ms of CPU in a second");
        report.figures().put(Figure.IDLE_SCHEDULES_VS_NONE, many.medianRatioTo(none));
    }

    /** How much faster two engines are than one, if handlers wait for something. */
    private void nodes() throws SQLException {
        var one = new Series();
        var two = new Series();
        var crew = new Crew(site.database("nodes"));
        int jobs = (int) Math.max(10, sizes.slice().toMillis() * Crew.SLOTS / Crew.HANDLER.toMillis());
        for (int round = 1; round <= sizes.rounds(); round++) {
            say("two nodes, and one, with handlers of 5 ms", round);
            two.add(crew.burnDown(2, 2 * jobs));
            one.add(crew.burnDown(1, jobs));
        }
        report.measured("handlers of 5 ms in " + Crew.SLOTS + " slots, one node", one.median(), "jobs/s");
        report.measured("handlers of 5 ms in " + Crew.SLOTS + " slots each, two nodes", two.median(), "jobs/s");
        report.figures().put(Figure.TWO_NODES_VS_ONE_5MS, two.medianRatioTo(one));
    }

    /** A fresh engine for each, and in each database a first round that does not count; what rounds leave behind is in both. */
    private void history() throws SQLException, InterruptedException {
        Database old = site.database("history");
        Database empty = site.database("empty");
        say(String.format(Locale.ROOT, "history: %,d jobs", sizes.past()));
        old.loadPast(sizes.past(), loaded -> {
            if (loaded % 1_000_000 == 0) {
                say(String.format(Locale.ROOT, "history: %,d jobs are there", loaded));
            }
        });
        var with = new Series();
        var without = new Series();
        for (int round = 1; round <= sizes.rounds(); round++) {
            say("whole jobs with a history, and without", round);
            with.add(cycleOf(old));
            without.add(cycleOf(empty));
        }
        report.measured("whole jobs with a history", with.median(), "jobs/s");
        report.measured("whole jobs without", without.median(), "jobs/s");
        report.figures().put(Figure.HISTORY_VS_EMPTY, with.medianRatioTo(without));
    }

    private double cycleOf(Database database) throws SQLException, InterruptedException {
        try (EngineSide engine = EngineSide.on(database)) {
            engine.cycle(sizes.jobs() / 10, BATCH, Jobs.UNORDERED);
            return engine.cycle(sizes.jobs(), BATCH, Jobs.UNORDERED);
        }
    }

    /** Burning down the same backlog as others, in turn. Who is not there is not measured. */
    void compareWith(Peers peers) throws Exception {
        Database database = site.database("drain");
        var drains = new Drains(database, sizes.peers(), this::say, report);
        drains.compareWith(peers.all());
    }

    /** Whether anything was lost, in any of the databases. */
    void check() throws SQLException {
        say("check of all databases");
        Findings all = Findings.NONE;
        for (Database database : site.databases()) {
            all = all.plus(database.check());
        }
        report.found(all);
    }

    private void say(String what, int round) {
        say(what + ", round " + round + " of " + sizes.rounds());
    }

    private void say(String what) {
        progress.say(what);
    }
}
