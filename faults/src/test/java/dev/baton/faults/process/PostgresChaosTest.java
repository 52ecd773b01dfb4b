package dev.baton.faults.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.checker.Finding;
import dev.baton.testserver.PostgresServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many processes and their server are killed, stopped, cut off and restarted at random, and in the end everything is as promised. */
class PostgresChaosTest {

    private static final Duration SHORT = Duration.ofSeconds(14);
    private static final Duration ROUND = Duration.ofSeconds(60);
    private static final Duration LONG = Duration.ofMinutes(Integer.getInteger("baton.faults.minutes", 5));

    private static final long SEED = Long.getLong("baton.faults.seed", System.nanoTime());

    @TempDir
    Path folder;

    @Test
    @Tag("slow")
    @Timeout(180)
    void seconds_of_kills_silences_restarts_and_cuts_lose_and_double_nothing(TestReporter report) throws Exception {
        report(rage(folder, SEED, SHORT, Duration.ofMillis(1_500)), report);
    }

    /** In rounds, each with a server and a seed of its own. */
    @Test
    @Tag("long")
    @Timeout(7_200)
    void minutes_of_kills_silences_restarts_and_cuts_lose_and_double_nothing(TestReporter report) throws Exception {
        var sums = new TreeMap<String, Integer>();
        for (int i = 0; i < LONG.dividedBy(ROUND); i++) {
            Path path = Files.createDirectory(folder.resolve(String.valueOf(i)));
            rage(path, SEED + i, ROUND, Duration.ofSeconds(2))
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
        String replay = "mvn -pl faults -am test -Dtest=PostgresChaosTest -Dsurefire.failIfNoSpecifiedTests=false"
                + " -Dbaton.faults.seed=" + seed;
        var counts = new TreeMap<String, Integer>();
        try (var server = PostgresServer.fresh("deadlock_timeout=100ms", "max_connections=200");
                var arena = new Arena(path, new PostgresDatabase(server.url()), seed, replay)) {
            try (var chaos = new PostgresChaos(arena, server, seed)) {
                chaos.rage(duration, longest);
                chaos.counts().forEach((trouble, times) -> counts.put(word(trouble), times));
                counts.put("commits cut", chaos.cuts());
                counts.put("ends in good order", chaos.endedInGoodOrder());
            }
            Optional<String> stuck = arena.drain();
            Arena.Judgement judgement = arena.judge();

            String story = String.join("\n", judgement.report());
            assertThat(stuck).as(story).isEmpty();
            assertThat(judgement.findings())
                    .extracting(Finding::toString)
                    .as(story)
                    .isEmpty();
            assertThat(judgement.holds()).as("no fault fired: " + story).isTrue();
            assertThat(counts)
                    .as("what never happened proves nothing")
                    .hasSize(PostgresChaos.Trouble.values().length + 2);
            counts.put("deadlocks", Math.toIntExact(server.said("deadlock detected")));
            counts.put("serialization errors", Math.toIntExact(server.said("could not serialize access")));
            counts.put("processes", arena.lives());
            counts.put("jobs", judgement.verdict().jobs().enqueued());
            counts.put("snapshots", arena.snapshots().size());
            return counts;
        }
    }

    private static String word(PostgresChaos.Trouble trouble) {
        return trouble.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
