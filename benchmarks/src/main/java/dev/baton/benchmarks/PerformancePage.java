package dev.baton.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The page for readers, made of a report. */
final class PerformancePage {

    private final String command;
    private final String commit;
    private final Report report;

    PerformancePage(String command, String commit, Report report) {
        this.command = command;
        this.commit = commit;
        this.report = report;
    }

    void writeTo(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Files.writeString(file, text());
    }

    String text() throws IOException {
        var page = new StringBuilder();
        introduce(page);
        if (!report.caution().isEmpty()) {
            page.append("**").append(report.caution()).append("**\n\n");
        }
        page.append("## Settings\n\n");
        table(page, "commit", commit, report.settings());
        page.append("\n## Measured\n\n");
        table(page, "what", "figure", report.measured());
        page.append("\n## To reach\n\n");
        table(page, "target", "figure", report.targets());
        page.append("\n## What falls short\n\n");
        page.append(shortfalls());
        page.append(whereTheTimeGoes());
        page.append("\n## Nothing lost\n\n");
        page.append("After the measurements plain SQL compared all databases with what the bench itself knew: ")
                .append(report.verdict())
                .append(".\n");
        page.append("\nAll of it in one line, as the command prints it last:\n\n```json\n")
                .append(report.json(commit))
                .append("\n```\n");
        return page.toString();
    }

    private void introduce(StringBuilder page) throws IOException {
        if (report.topic() == Topic.HTTP) {
            introduceService(page);
            return;
        }
        page.append(report.kind() == Kind.SQLITE ? "# Performance\n\n" : "# Performance on PostgreSQL\n\n");
        page.append("Written by `")
                .append(command)
                .append("`; do not edit. Run it to have the figures of your machine.\n");
        page.append(
                report.kind() == Kind.SQLITE
                        ? "These are those of SQLite; [those of PostgreSQL](performance-postgres.md) have a page of their own.\n\n"
                        : "These are those of PostgreSQL; [those of SQLite](performance.md) have a page of their own.\n\n");
        page.append(
                "Every ratio is the median of pairs that were measured in turn, so that what else the machine did hit both.\n");
        page.append(
                "The *raw limit* is plain JDBC on the same tables with the same batches: a transaction each to add a batch,\n");
        page.append(
                "to claim it and to end it. The *naive queue* is a table with a state, polled, and a transaction for every\n");
        page.append(
                "step. The *loop* reads the next job of a lane, does it, and commits its outcome. Every commit of all of them\n");
        page.append(
                "waits for the disk. A whole job is one that was added, run by a handler that does nothing, and ended, with\n");
        page.append("its row in the archive.\n\n");
        page.append(
                "`backfill_vs_loop` is a range of blocks that an engine splits into parts of 1,000 and joins, against a plain loop on\n");
        page.append(
                "one thread that commits where it is after every 1,000; a block takes about a microsecond. `idle_schedules_vs_none` is\n");
        page.append(
                "the time of the processor that this process uses with schedules of which none is due, against an engine without.\n\n");
        if (report.kind() == Kind.POSTGRES) {
            page.append(
                    "On PostgreSQL the raw limit is one statement for each of its transactions, with arrays, on one connection or on three\n");
            page.append(
                    "at once, whichever is faster. *Two nodes* are two engines in one process, each with its own connections.\n\n");
        } else {
            page.append(
                    "On SQLite the raw limit runs a statement for every row, and the engine one for the jobs of a batch. With one its claims and\n");
            page.append(
                    "ends took less than half as long when that was tried; the engine's share of such a limit would be smaller.\n\n");
        }
    }

    private void introduceService(StringBuilder page) throws IOException {
        boolean sqlite = report.kind() == Kind.SQLITE;
        page.append(sqlite ? "# Performance of the service\n\n" : "# Performance of the service on PostgreSQL\n\n");
        page.append("Written by `")
                .append(command)
                .append("`; do not edit. Run it to have the figures of your machine.\n");
        page.append(
                sqlite
                        ? "These are those of SQLite; [those of PostgreSQL](performance-http-postgres.md) have a page of their own.\n"
                        : "These are those of PostgreSQL; [those of SQLite](performance-http.md) have a page of their own.\n");
        page.append(text("about-http.md")).append("\n");
    }

    /** Found out with profilers, and so not by this run. */
    private String whereTheTimeGoes() throws IOException {
        return text("where-" + (report.topic() == Topic.HTTP ? "http-" : "") + report.kind() + ".md");
    }

    private static String text(String resource) throws IOException {
        try (InputStream text = PerformancePage.class.getResourceAsStream(resource)) {
            return text == null ? "" : "\n" + new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String shortfalls() {
        if (report.missed().isEmpty()) {
            return "Nothing, in this run.\n";
        }
        var text = new StringBuilder();
        for (Target target : report.missed()) {
            text.append("- Not reached: ")
                    .append(target.text())
                    .append("; it was ")
                    .append(report.figures().text(target.figure()))
                    .append(". ")
                    .append(Costs.of(report.topic(), target, report.kind()))
                    .append("\n");
        }
        return text.toString();
    }

    private static void table(StringBuilder page, String left, String right, List<Report.Line> lines) {
        page.append("| ").append(left).append(" | ").append(right).append(" |\n|---|---|\n");
        lines.forEach(line -> page.append("| ")
                .append(line.what())
                .append(" | ")
                .append(line.value())
                .append(" |\n"));
    }
}
