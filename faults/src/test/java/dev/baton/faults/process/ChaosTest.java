package dev.baton.faults.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.checker.Finding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
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
    void ten_seconds_of_kills_and_stops_lose_and_double_nothing() throws Exception {
        rage("process-chaos", folder, SEED, SHORT, Duration.ofMillis(900));
    }

    /** In rounds, each with a file and a seed of its own, as a small file is judged soon, and a new seed makes new mistakes. */
    @Test
    @Tag("long")
    @Timeout(7_200)
    void minutes_of_kills_and_stops_lose_and_double_nothing() throws Exception {
        long rounds = LONG.dividedBy(ROUND);
        for (int i = 0; i < rounds; i++) {
            Path path = Files.createDirectory(folder.resolve(String.valueOf(i)));
            rage("process-chaos-long-" + i, path, SEED + i, ROUND, Duration.ofSeconds(3));
        }
    }

    private static void rage(String name, Path path, long seed, Duration duration, Duration longest) throws Exception {
        long began = System.nanoTime();
        String replay =
                "mvn -pl faults -am test -Dtest=ChaosTest -Dsurefire.failIfNoSpecifiedTests=false -Dbaton.faults.seed="
                        + seed;
        try (var arena = new Arena(path, seed, replay)) {
            var chaos = new Chaos(arena, seed, longest);
            chaos.rage(duration);
            Optional<String> stuck = arena.drain();
            Arena.Judgement judgement = arena.judge();

            new Facts(name)
                    .put("seed", seed)
                    .put("kills", chaos.kills())
                    .put("stops", chaos.stops())
                    .put("terms", chaos.terms())
                    .put("processes", arena.lives())
                    .put("jobs", judgement.verdict().jobs().enqueued())
                    .put("snapshots", arena.snapshots().size())
                    .put("verdict", judgement.holds() ? judgement.verdict().result() : "FAILED")
                    .put("seconds", (System.nanoTime() - began) / 1_000_000_000)
                    .write();
            String story = String.join("\n", judgement.report());
            assertThat(stuck).as(story).isEmpty();
            assertThat(judgement.findings())
                    .extracting(Finding::toString)
                    .as(story)
                    .isEmpty();
            assertThat(judgement.holds()).as("no fault fired: " + story).isTrue();
        }
    }
}
