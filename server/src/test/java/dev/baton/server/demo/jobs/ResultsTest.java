package dev.baton.server.demo.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.checker.Archive;
import dev.baton.checker.Archive.Attempt;
import dev.baton.checker.Archive.Job;
import dev.baton.checker.Archive.Places;
import dev.baton.checker.Finding;
import dev.baton.checker.Turn;
import dev.baton.checker.Verdict;
import dev.baton.server.demo.Look;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ResultsTest {

    private final StringWriter printed = new StringWriter();

    private List<String> print(Look look, Archive archive, Verdict verdict) {
        new Results(look, new PrintWriter(printed)).print(archive, verdict);
        return printed.toString().lines().toList();
    }

    @Test
    void the_table_counts_what_the_archive_has_and_the_verdict_is_the_last_line() {
        var lost = new Attempt(3, 1, 3, "ORPHANED", 0, 1_000);
        var failed = new Attempt(4, 2, 4, "FAILED", 0, 1_000);
        var done = new Attempt(5, 3, 5, "DONE", 10_000, 22_500);
        var job = new Job("a", "rate.fetch", "", Turn.NONE, new Places(0, 0, 0), List.of(lost, failed, done));
        var verdict = new Verdict(new Verdict.Jobs(1, 1, 0, 0), 0, 0, 0, 5, 5, List.of(), Verdict.Result.PASSED);

        List<String> lines = print(new Look(false, true, 80), new Archive(Map.of("a", job), Set.of()), verdict);

        assertThat(lines)
                .anySatisfy(line -> assertThat(line).matches("rate.fetch +flaky +1 +1 +0 +3 +1 +1 +12\\.5"))
                .anySatisfy(line -> assertThat(line).matches("payment.send +in lanes +0 +0 +0 +0 +0 +0 +-"))
                .endsWith("enqueued 1 · done 1 · dead as designed 0 · skipped 0"
                        + " · lost 0 · doubled 0 · out of order 0 · kills survived 5");
        assertThat(lines.subList(0, lines.size() - 1))
                .allSatisfy(line -> assertThat(line).hasSizeLessThan(80));
    }

    @Test
    void lanes_are_counted_with_what_operators_did_about_their_dead_heads() {
        var dead = new Attempt(1, 1, 1, "DEAD", 0, 1_000);
        var retried = new Attempt(2, 0, 0, "RETRIED", 1_000, 1_000);
        var done = new Attempt(3, 2, 2, "DONE", 1_000, 2_000);
        var skipped = new Attempt(5, 0, 0, "CANCELLED", 1_000, 1_000);
        var nowhere = new Places(0, 0, 0);
        var first = new Job("a", "payment.send", "", new Turn("x", 1), nowhere, List.of(dead, retried, done));
        var second = new Job("b", "payment.send", "", new Turn("x", 2), nowhere, List.of(dead, skipped));
        var other = new Job("c", "payment.send", "", new Turn("y", 1), nowhere, List.of(done));
        var verdict = new Verdict(new Verdict.Jobs(3, 2, 0, 1), 0, 0, 0, 5, 5, List.of(), Verdict.Result.PASSED);

        List<String> lines = print(
                new Look(false, true, 80), new Archive(Map.of("a", first, "b", second, "c", other), Set.of()), verdict);

        assertThat(lines)
                .contains("2 lanes of up to 2 jobs; dead heads that blocked theirs: 1 retried, 1 skipped")
                .anySatisfy(line -> assertThat(line).matches("payment.send +in lanes +3 +2 +0 .*"));
    }

    @Test
    void the_first_twenty_faults_are_told_and_the_rest_is_counted() {
        List<Finding> faults = IntStream.rangeClosed(1, 25)
                .mapToObj(i -> new Finding("C1", "", "fault " + i))
                .toList();
        var verdict = new Verdict(new Verdict.Jobs(3_000, 2_974, 0, 1), 25, 0, 7, 5, 5, faults, Verdict.Result.FAILED);

        List<String> lines = print(new Look(false, false, 80), new Archive(Map.of(), Set.of()), verdict);

        assertThat(lines)
                .contains("C1 fault 1", "C1 fault 20", "... and 5 more")
                .doesNotContain("C1 fault 21");
        assertThat(lines)
                .endsWith("enqueued 3,000 | done 2,974 | dead as designed 0 | skipped 1"
                        + " | lost 25 | doubled 0 | out of order 7 | kills survived 5");
    }
}
