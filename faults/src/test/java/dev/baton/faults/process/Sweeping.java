package dev.baton.faults.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.faults.process.Sweep.Case;
import dev.baton.internal.fault.FaultAction;
import dev.baton.internal.fault.FaultPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.TestReporter;

/** Sweeps through many plans, some at once, and says what came of all of them. */
final class Sweeping {

    static final long SEED = Long.getLong("baton.faults.seed", 20_261_115);
    static final String ONLY = System.getProperty("baton.faults.case", "");

    /** As most machines have at least two cores, and processes wait for the disk or for each other now and then. */
    private static final int AT_ONCE = 3;
    /** So many die one after another on one database, before one comes that finds what is left. */
    private static final int IN_A_ROW = 8;

    private final String test;
    private final Path folder;
    private final Databases databases;

    /** Where each sweep has its jobs. */
    interface Databases {
        /** A new one, for a sweep in this folder. */
        Database in(Path folder);
    }

    Sweeping(String test, Path folder, Databases databases) {
        this.test = test;
        this.folder = folder;
        this.databases = databases;
    }

    /**
     * Of pruning, which takes the evidence away, {@code PruneTest} speaks, of what comes in from outside {@code IntakeTest}, of schedules and
     * parts {@code RecurrenceTest}, and of payments {@code HaltedDispatcherTest} in their example.
     */
    static Set<FaultPoint> points() {
        Set<FaultPoint> points = EnumSet.allOf(FaultPoint.class);
        points.removeIf(point -> point.toString().matches("(prune|bridge|import|rail|fire|split|join)\\..*"));
        return points;
    }

    /** Tables are made once, so that who is to die while they are made comes first. */
    static List<List<Case>> inRows(List<Case> cases) {
        var rows = new ArrayList<List<Case>>();
        var sorted = new ArrayList<>(cases);
        sorted.sort((a, b) ->
                Boolean.compare(b.point() == FaultPoint.BOOT_IN_MIGRATION, a.point() == FaultPoint.BOOT_IN_MIGRATION));
        for (int from = 0; from < sorted.size(); from += IN_A_ROW) {
            rows.add(sorted.subList(from, Math.min(sorted.size(), from + IN_A_ROW)));
        }
        return rows;
    }

    void sweep(List<List<Case>> plans, TestReporter report) throws Exception {
        List<Case> cases = plans.stream().flatMap(List::stream).toList();
        List<Sweep.Result> results = run(plans);

        List<String> wrong =
                results.stream().flatMap(result -> result.wrong().stream()).toList();
        List<Case> fired =
                results.stream().flatMap(result -> result.fired().stream()).toList();
        assertThat(wrong).isEmpty();
        assertThat(fired).as("what never fired proves nothing").containsAll(cases);
        report.publishEntry(Map.of(
                "seed", "" + SEED,
                "cases", "" + cases.size(),
                "points", "" + fired.stream().map(Case::point).distinct().count(),
                "processes",
                        "" + results.stream().mapToInt(Sweep.Result::processes).sum(),
                "jobs", "" + results.stream().mapToInt(Sweep.Result::jobs).sum()));
    }

    private List<Sweep.Result> run(List<List<Case>> plans) throws Exception {
        ExecutorService hands = Executors.newFixedThreadPool(AT_ONCE);
        try {
            var futures = new ArrayList<Future<Sweep.Result>>();
            for (List<Case> each : plans) {
                Path path = Files.createDirectory(folder.resolve(String.valueOf(futures.size())));
                futures.add(hands.submit(() -> run(each, path)));
            }
            var results = new ArrayList<Sweep.Result>();
            for (Future<Sweep.Result> future : futures) {
                results.add(future.get());
            }
            return results;
        } finally {
            hands.shutdownNow();
        }
    }

    private Sweep.Result run(List<Case> plan, Path path) throws IOException, SQLException, InterruptedException {
        try (var arena = new Arena(path, databases.in(path), SEED, replay(plan))) {
            return new Sweep(plan, arena).run();
        }
    }

    private String replay(List<Case> plan) {
        Case each = plan.get(0);
        return "mvn -pl faults -am test -Dtest=" + test
                + " -Dsurefire.failIfNoSpecifiedTests=false -Dbaton.faults.seed=" + SEED + " -Dbaton.faults.case="
                + each.point() + (each.action() == FaultAction.HALT ? "" : " -Pfaults");
    }
}
