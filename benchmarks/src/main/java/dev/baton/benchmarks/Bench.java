package dev.baton.benchmarks;

import static dev.baton.benchmarks.EngineSide.Jobs;

import dev.baton.benchmarks.verdict.Findings;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;

/**
 * Measures the engine on SQLite beside two baselines in plain JDBC. What is compared is measured in turn, round after round, so
 * that whatever else the machine does meanwhile hits all of it.
 */
final class Bench {

    /** As many as the engine writes down at once; producers and the raw limit use the same. */
    static final int BATCH = 500;

    private static final int[] PRODUCERS = {1, 16, 256};
    private static final int STARTS_PER_SECOND = 100;

    private final Sizes sizes;
    private final BenchFolder folder;
    private final PrintWriter out;
    private final Report report = new Report();
    private final long began = System.nanoTime();

    Bench(Sizes sizes, BenchFolder folder, PrintWriter out) {
        this.sizes = sizes;
        this.folder = folder;
        this.out = out;
    }

    /** All measurements; what they left behind is not looked at yet. */
    Report measure() throws IOException, SQLException, InterruptedException {
        describe();
        say("disk");
        double fsyncs = Disk.fsyncsPerSecond(folder.other("disk"), sizes.slice().dividedBy(2));
        report.figures().put(Figure.FSYNC_PER_S, fsyncs);
        report.figures().put(Figure.BATCH, BATCH);
        report.measured("disk alone", fsyncs, "fsync/s");
        int slow =
                (int) Math.max(10, Math.min(sizes.jobs(), fsyncs * sizes.slice().toMillis() / 3_000));
        warmUp(slow);
        enqueue();
        cycle(slow);
        latency();
        lanes();
        oneLane(slow);
        history();
        report.setting("load at the end", Machine.load());
        return report;
    }

    private void describe() throws IOException {
        report.setting("store", "SQLite, WAL, synchronous=FULL, on " + folder.fileSystem());
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
        BenchFile file = folder.file("warm-up");
        try (EngineSide engine = EngineSide.on(file);
                RawLimit raw = RawLimit.on(folder.file("warm-up-raw"));
                NaiveQueue naive = NaiveQueue.on(folder.other("warm-up-naive.db"))) {
            engine.cycle(sizes.jobs(), BATCH, Jobs.UNORDERED);
            raw.cycle(sizes.jobs(), BATCH);
            naive.cycle(slow / 4);
            engine.burnDown(sizes.jobs(), BATCH, Jobs.inLanes(sizes.lanes()));
        }
    }

    private void enqueue() throws SQLException, InterruptedException {
        var backlog = new Backlog(folder.file("enqueue"));
        for (int producers : PRODUCERS) {
            say("enqueue, " + producers + (producers == 1 ? " producer" : " producers"));
            double rate = backlog.enqueue(producers, sizes.slice());
            report.measured("enqueue, producers: " + producers, rate, "jobs/s");
            report.figures().put(Figure.ENQUEUE_PER_S, rate);
        }
        say("burn-down");
        report.measured("burn-down of a backlog, from the engine's start", backlog.burnDown(), "jobs/s");
    }

    private void cycle(int slow) throws SQLException, InterruptedException {
        var engines = new Series();
        var raws = new Series();
        var naives = new Series();
        try (EngineSide engine = EngineSide.on(folder.file("cycle"));
                RawLimit raw = RawLimit.on(folder.file("raw"));
                NaiveQueue naive = NaiveQueue.on(folder.other("naive.db"))) {
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
        try (EngineSide engine = EngineSide.on(folder.file("latency"));
                RawLimit raw = RawLimit.on(folder.file("latency-raw"))) {
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
        try (EngineSide engine = EngineSide.on(folder.file("lanes"))) {
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
        try (EngineSide engine = EngineSide.on(folder.file("one-lane"));
                RawLimit raw = RawLimit.on(folder.file("loop"))) {
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

    /** A fresh engine for each, and in each file a first round that does not count. */
    private void history() throws SQLException, InterruptedException {
        BenchFile old = folder.keep(folder.file("history").withPast(sizes.past()));
        say(String.format(Locale.ROOT, "history: %,d jobs", sizes.past()));
        Past.load(old, sizes.past(), loaded -> {
            if (loaded % 1_000_000 == 0) {
                say(String.format(Locale.ROOT, "history: %,d jobs are there", loaded));
            }
        });
        var with = new Series();
        var without = new Series();
        for (int round = 1; round <= sizes.rounds(); round++) {
            say("whole jobs with a history, and without", round);
            with.add(cycleOf(old));
            without.add(cycleOf(folder.file("empty-" + round)));
        }
        report.measured("whole jobs with a history", with.median(), "jobs/s");
        report.measured("whole jobs without", without.median(), "jobs/s");
        report.figures().put(Figure.HISTORY_VS_EMPTY, with.medianRatioTo(without));
    }

    private double cycleOf(BenchFile file) throws SQLException, InterruptedException {
        try (EngineSide engine = EngineSide.on(file)) {
            engine.cycle(sizes.jobs() / 10, BATCH, Jobs.UNORDERED);
            return engine.cycle(sizes.jobs(), BATCH, Jobs.UNORDERED);
        }
    }

    /** Whether anything was lost, in any of the files. */
    void check() throws SQLException {
        say("check of all files");
        Findings all = Findings.NONE;
        for (BenchFile file : folder.files()) {
            all = all.plus(file.check());
        }
        report.found(all);
    }

    private void say(String what, int round) {
        say(what + ", round " + round + " of " + sizes.rounds());
    }

    private void say(String what) {
        double seconds = (System.nanoTime() - began) / 1e9;
        out.println(String.format(Locale.ROOT, "%7.1f s  %s", seconds, what));
        out.flush();
    }
}
