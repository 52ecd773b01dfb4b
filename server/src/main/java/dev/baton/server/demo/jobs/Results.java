package dev.baton.server.demo.jobs;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import dev.baton.checker.Archive;
import dev.baton.checker.Archive.Attempt;
import dev.baton.checker.Archive.Job;
import dev.baton.checker.Verdict;
import dev.baton.server.demo.Look;
import dev.baton.server.demo.Look.Colour;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** The end of the demo: a table from the archive, what is not as promised, and the verdict in one line. */
final class Results {

    private static final int FAULTS_MAX = 20;
    private static final String ROW = "%-13s %-8s %8s %5s %4s %8s %9s %7s %9s";

    private final Look look;
    private final PrintWriter out;

    Results(Look look, PrintWriter out) {
        this.look = look;
        this.out = out;
    }

    void print(Archive archive, Verdict verdict) {
        out.println();
        out.println(look.bold(String.format(
                ROW, "type", "", "enqueued", "done", "dead", "attempts", "lost runs", "retries", "median ms")));
        for (Kind kind : Kind.values()) {
            List<Job> jobs = archive.jobs().values().stream()
                    .filter(job -> job.type().equals(kind.typeName()))
                    .toList();
            print(kind.typeName(), kind.character(), jobs);
        }
        print("all", "", List.copyOf(archive.jobs().values()));
        out.println(lanes(archive));
        out.println();
        verdict.faults().stream().limit(FAULTS_MAX).forEach(fault -> out.println(look.coloured(Colour.RED, fault)));
        if (verdict.faults().size() > FAULTS_MAX) {
            out.println("... and " + (verdict.faults().size() - FAULTS_MAX) + " more");
        }
        out.println(look.coloured(verdict.holds() ? Colour.GREEN : Colour.RED, line(verdict)));
        out.flush();
    }

    private void print(String type, String character, List<Job> jobs) {
        out.println(String.format(
                ROW,
                type,
                character,
                Board.number(jobs.size()),
                Board.number((int) attempts(jobs, "DONE").count()),
                Board.number((int) jobs.stream().filter(Job::isDead).count()),
                Board.number(
                        jobs.stream().mapToInt(job -> job.attempts().size()).sum()),
                Board.number((int) attempts(jobs, "ORPHANED").count()),
                Board.number((int) attempts(jobs, "FAILED").count()),
                medianMillis(attempts(jobs, "DONE"))));
    }

    private static Stream<Attempt> attempts(List<Job> jobs, String kind) {
        return jobs.stream().flatMap(job -> job.attempts(kind));
    }

    private static String lanes(Archive archive) {
        List<Job> jobs = archive.jobs().values().stream()
                .filter(job -> job.turn().isInLane())
                .toList();
        Map<String, Long> lanes =
                jobs.stream().collect(groupingBy(job -> job.turn().lane(), counting()));
        return String.format(
                Locale.ROOT,
                "%d lanes of up to %d jobs; dead heads that blocked theirs: %d retried, %d skipped",
                lanes.size(),
                lanes.values().stream().mapToLong(Long::longValue).max().orElse(0),
                attempts(jobs, "RETRIED").count(),
                attempts(jobs, "CANCELLED").count());
    }

    /** From the claim to the outcome on disk. */
    private static String medianMillis(Stream<Attempt> attempts) {
        long[] micros = attempts.mapToLong(attempt -> attempt.endedMicros() - attempt.claimedMicros())
                .sorted()
                .toArray();
        return micros.length == 0 ? "-" : String.format(Locale.ROOT, "%.1f", micros[micros.length / 2] / 1000.0);
    }

    private String line(Verdict verdict) {
        return String.join(
                look.either(" · ", " | "),
                "enqueued " + Board.number(verdict.jobs().enqueued()),
                "done " + Board.number(verdict.jobs().done()),
                "dead as designed " + Board.number(verdict.jobs().deadAsDesigned()),
                "skipped " + Board.number(verdict.jobs().skipped()),
                "lost " + Board.number(verdict.lost()),
                "doubled " + Board.number(verdict.doubled()),
                "out of order " + Board.number(verdict.outOfOrder()),
                "kills survived " + verdict.killsSurvived());
    }
}
