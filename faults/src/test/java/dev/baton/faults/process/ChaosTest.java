package dev.baton.faults.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.checker.Finding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes are killed, stopped and resumed at random, and in the end everything is as promised. */
class ChaosTest {

    private static final Duration SHORT = Duration.ofSeconds(10);
    private static final Duration ROUND = Duration.ofSeconds(60);
    private static final Duration LONG = Duration.ofMinutes(Integer.getInteger("baton.faults.minutes", 5));

    private static final long SEED = Long.getLong("baton.faults.seed", System.nanoTime());

    @TempDir
    Path folder;

    @Test
    @Tag("slow")
    @Timeout(120)
    void ten_seconds_of_kills_and_stops_lose_and_double_nothing(TestReporter report) throws Exception {
        report(rage(folder, SEED, SHORT, Duration.ofMillis(900)), report);
    }

    /** In rounds, each with a file and a seed of its own, as a small file is judged soon, and a new seed makes new mistakes. */
    @Test
    @Tag("long")
    @Timeout(7_200)
    void minutes_of_kills_and_stops_lose_and_double_nothing(TestReporter report) throws Exception {
        var sums = new TreeMap<String, Integer>();
        for (int i = 0; i < LONG.dividedBy(ROUND); i++) {
            Path path = Files.createDirectory(folder.resolve(String.valueOf(i)));
            rage(path, SEED + i, ROUND, Duration.ofSeconds(3))
                    .forEach((what, times) -> sums.merge(what, times, Integer::sum));
        }
        report(sums, report);
    }

    private static void report(Map<String, Integer> counts, TestReporter report) {
        report.publishEntry("seed", "" + SEED);
        counts.forEach((what, times) -> report.publishEntry(what, "" + times));
    }

    /** Answers what happened how often. */
    private static Map<String, Integer> rage(Path path, long seed, Duration duration, Duration longest)
            throws Exception {
        String replay =
                "mvn -pl faults -am test -Dtest=ChaosTest -Dsurefire.failIfNoSpecifiedTests=false -Dbaton.faults.seed="
                        + seed;
        try (var arena = new Arena(path, seed, replay)) {
            var chaos = new Chaos(arena, seed, longest);
            chaos.rage(duration);
            Optional<String> stuck = arena.drain();
            Arena.Judgement judgement = arena.judge();

            String story = String.join("\n", judgement.report());
            assertThat(stuck).as(story).isEmpty();
            assertThat(judgement.findings())
                    .extracting(Finding::toString)
                    .as(story)
                    .isEmpty();
            assertThat(judgement.holds()).as("no fault fired: " + story).isTrue();
            return Map.of(
                    "kills", chaos.kills(),
                    "stops", chaos.stops(),
                    "ends in good order", chaos.terms(),
                    "processes", arena.lives(),
                    "jobs", judgement.verdict().jobs().enqueued(),
                    "snapshots", arena.snapshots().size());
        }
    }
}
