package dev.baton.benchmarks;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The end of a run: a table, the page for readers if it is wanted, and one line of JSON.
 *
 * @param page where to write the page, if at all
 * @param command how it was called
 * @param commit what was measured
 */
record Printout(Optional<Path> page, String command, String commit) {

    private static final int WIDTH = 75;

    void end(Report report, PrintWriter out) throws IOException {
        print(report, out);
        if (page.isPresent()) {
            new PerformancePage(command, commit, report).writeTo(page.get());
        }
        out.println(report.json(commit));
        out.flush();
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
        if (report.holds()) {
            out.println("Nothing was lost.");
        } else {
            out.println("THIS BENCH FAILED: see the line" + (report.findings().hold() ? "s" : "") + " above.");
        }
        page.ifPresent(file -> out.println("Written: " + file));
        out.println();
    }

    private static void print(List<Report.Line> lines, PrintWriter out) {
        for (Report.Line line : lines) {
            out.println(line.what() + " ".repeat(Math.max(1, WIDTH - line.what().length())) + line.value());
        }
    }
}
