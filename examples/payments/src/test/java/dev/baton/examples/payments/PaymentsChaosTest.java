package dev.baton.examples.payments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.examples.payments.judge.Verdict;
import dev.baton.examples.process.ServiceProcess;
import dev.baton.testserver.SharedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Dispatchers are killed and stopped at random, the rails lose, repeat and mistake things, customers repeat themselves and people decide
 * about what is blocked: in the end the rails' book and the ledger agree.
 */
@Tag("slow")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class PaymentsChaosTest {

    private static final Duration SHORT = Duration.ofSeconds(6);
    private static final Duration ROUND = Duration.ofSeconds(30);
    private static final int ROUNDS = Integer.getInteger("baton.payments.rounds", 5);
    private static final int NODES = 3;
    private static final long SEED = Long.getLong("baton.payments.seed", System.nanoTime());

    @TempDir
    Path folder;

    private static String schema() {
        return SharedServer.server().url() + "&currentSchema=" + SharedServer.freshSchema();
    }

    /** Answers how much of what there was. */
    private static Map<String, Long> run(Path folder, String database, int dispatchers, Duration time, long seed)
            throws Exception {
        try (World world = World.open(folder, database, seed)) {
            ServiceProcess office = world.office(seed);
            Rage rage = Rage.begin(world, dispatchers, seed);
            rage.rage(time);
            long healing = System.nanoTime();
            rage.heal(office);
            long healed = System.nanoTime();

            Verdict verdict = world.verdict();
            assertThat(office.log()).noneMatch(line -> line.contains("unexpected"));
            assertThat(verdict.findings())
                    .as("-Dbaton.payments.seed=%d: %s", seed, verdict)
                    .isEmpty();
            assertThat(verdict.holds())
                    .as("something has to go wrong: %s", verdict)
                    .isTrue();
            return Map.of(
                    "ms until it had healed",
                    TimeUnit.NANOSECONDS.toMillis(healed - healing),
                    "payments",
                    (long) verdict.payments(),
                    "kills",
                    (long) rage.kills(),
                    "stops",
                    (long) rage.stops(),
                    "troubles",
                    verdict.troubles().values().stream()
                            .mapToLong(Integer::longValue)
                            .sum(),
                    "blocked in the end",
                    (long) verdict.blocked(),
                    "doubled by a pause",
                    (long) verdict.doubledByPause());
        }
    }

    private static void publish(TestReporter report, Map<String, Long> figures) {
        var facts = new TreeMap<>(Map.of("seed", Long.toString(SEED)));
        figures.forEach((name, figure) -> facts.put(name, figure.toString()));
        report.publishEntry(facts);
    }

    @Test
    @Tag("R-003-24")
    @Tag("R-003-42")
    void on_a_file_one_dispatcher_after_another_is_killed_and_the_books_agree(TestReporter report) throws Exception {
        publish(report, run(folder, folder.resolve("payments.db").toString(), 1, SHORT, SEED));
    }

    @Test
    @Tag("R-003-24")
    @Tag("R-003-42")
    void on_a_server_three_dispatchers_are_killed_and_stopped_and_the_books_agree(TestReporter report)
            throws Exception {
        publish(report, run(folder, schema(), NODES, SHORT, SEED));
    }

    @Test
    @Tag("long")
    void minutes_of_kills_and_stops_leave_books_that_agree_on_both(TestReporter report) throws Exception {
        var all = new TreeMap<String, Long>();
        for (int i = 0; i < ROUNDS; i++) {
            Path file = Files.createDirectory(folder.resolve("file-" + i));
            run(file, file.resolve("payments.db").toString(), 1, ROUND, SEED + i)
                    .forEach((name, figure) -> all.merge(name, figure, Long::sum));
            run(Files.createDirectory(folder.resolve("server-" + i)), schema(), NODES, ROUND, SEED + i)
                    .forEach((name, figure) -> all.merge(name, figure, Long::sum));
        }
        publish(report, all);
    }
}
