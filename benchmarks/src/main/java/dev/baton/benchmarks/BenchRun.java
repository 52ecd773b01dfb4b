package dev.baton.benchmarks;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One run of the bench, from the first line to the last: it measures, checks, prints a table, and ends with one line of JSON.
 *
 * @param in where to put its databases, if not among the temporary files
 * @param page where to write the page for readers, if at all
 * @param command how it was called
 * @param commit what was measured
 */
public record BenchRun(Sizes sizes, Optional<Path> in, Optional<Path> page, String command, String commit) {

    private static final int WIDTH = 70;

    /** With so few jobs that nothing can be concluded from it. */
    public BenchRun tiny(int jobs) {
        return new BenchRun(Sizes.tiny(jobs), in, page, command, commit);
    }

    /** True if nothing was lost or doubled, whatever the figures are. */
    public boolean run(PrintWriter out) throws IOException, SQLException, InterruptedException {
        return run(out, folder -> {});
    }

    /** The same; somebody may do something to the files before they are checked. */
    boolean run(PrintWriter out, Consumer<BenchFolder> beforeCheck)
            throws IOException, SQLException, InterruptedException {
        BenchFolder folder = BenchFolder.create(in);
        var leaving = new Thread(() -> delete(folder), "baton-bench-leave");
        Runtime.getRuntime().addShutdownHook(leaving);
        try {
            var bench = new Bench(sizes, folder, out);
            Report report = bench.measure();
            beforeCheck.accept(folder);
            bench.check();
            print(report, out);
            if (page.isPresent()) {
                new PerformancePage(command, commit, report).writeTo(page.get());
            }
            out.println(report.figures().json("sqlite", commit));
            out.flush();
            return report.findings().hold();
        } finally {
            Runtime.getRuntime().removeShutdownHook(leaving);
            delete(folder);
        }
    }

    private void print(Report report, PrintWriter out) {
        out.println();
        print(report.settings(), out);
        out.println();
        print(report.measured(), out);
        out.println();
        print(report.targets(), out);
        out.println();
        if (!report.caution().isEmpty()) {
            out.println(report.caution());
        }
        out.println("checked with plain SQL: " + report.verdict());
        out.println(report.findings().hold() ? "Nothing was lost." : "THIS BENCH FAILED: see the line above.");
        page.ifPresent(file -> out.println("Written: " + file));
        out.println();
    }

    private static void print(List<Report.Line> lines, PrintWriter out) {
        for (Report.Line line : lines) {
            out.println(line.what() + " ".repeat(Math.max(1, WIDTH - line.what().length())) + line.value());
        }
    }

    private static void delete(BenchFolder folder) {
        try {
            folder.delete();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
