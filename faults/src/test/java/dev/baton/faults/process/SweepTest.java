package dev.baton.faults.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.faults.process.Sweep.Case;
import dev.baton.internal.fault.FaultAction;
import dev.baton.internal.fault.FaultPoint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process dies at each fault point in turn, and the next one finds everything as promised. */
class SweepTest {

    /** Two at once, as most machines have at least so many cores; one waits for the disk where the other works. */
    private static final int AT_ONCE = 2;

    private static final int LATER = 3;
    private static final int SOMEWHAT_LATER = 2;
    /** Not reached that often in a short life. */
    private static final Set<FaultPoint> SELDOM = EnumSet.of(
            FaultPoint.ENQ_AFTER_KEY,
            FaultPoint.CHECKPOINT_BEFORE_COMMIT,
            FaultPoint.CHECKPOINT_AFTER_COMMIT,
            FaultPoint.RECOVER_AFTER_READ);

    /** Of pruning, which takes the evidence away, {@code PruneTest} speaks. */
    private static final Set<FaultPoint> ELSEWHERE =
            EnumSet.of(FaultPoint.PRUNE_BEFORE_COMMIT, FaultPoint.PRUNE_AFTER_COMMIT);
    /** Reached once in a life. */
    private static final Set<FaultPoint> ONCE = EnumSet.of(
            FaultPoint.BOOT_IN_MIGRATION,
            FaultPoint.BOOT_AFTER_MIGRATE,
            FaultPoint.BOOT_AFTER_JOIN,
            FaultPoint.BOOT_AFTER_RECOVER,
            FaultPoint.STOP_AFTER_GRACE,
            FaultPoint.RECOVER_BEFORE_COMMIT,
            FaultPoint.RECOVER_AFTER_COMMIT);
    /** What a handler throws is said by itself, in other tests; thrown here it would contradict what it said. */
    private static final Set<FaultPoint> NOT_THROWN =
            EnumSet.of(FaultPoint.EXEC_BEFORE_HANDLER, FaultPoint.EXEC_AFTER_HANDLER);

    private static final long SEED = Long.getLong("baton.faults.seed", 20_261_115);
    private static final String ONLY = System.getProperty("baton.faults.case", "");

    @TempDir
    Path folder;

    private static Set<FaultPoint> points() {
        return EnumSet.complementOf(EnumSet.copyOf(ELSEWHERE));
    }

    /** For each point the cases that follow each other on one file. */
    private static List<List<Case>> plans(FaultAction action) {
        var plans = new ArrayList<List<Case>>();
        for (FaultPoint point : points()) {
            var cases = new ArrayList<Case>();
            cases.add(new Case(point, action, 1));
            if (!ONCE.contains(point) && !(isLivedThrough(action) && point == FaultPoint.RECOVER_AFTER_READ)) {
                cases.add(new Case(point, later(point, action), SELDOM.contains(point) ? SOMEWHAT_LATER : LATER));
            }
            cases.removeIf(each -> !each.toString().contains(ONLY));
            boolean left = !cases.isEmpty() && !(action == FaultAction.THROW && NOT_THROWN.contains(point));
            if (left) {
                plans.add(cases);
            }
        }
        return plans;
    }

    /** Who halts before a commit takes those with it who were told too soon, before they can tell; who stands still does not. */
    private static FaultAction later(FaultPoint point, FaultAction action) {
        boolean beforeCommit = point.toString().endsWith(".beforeCommit");
        return action == FaultAction.HALT && beforeCommit ? FaultAction.PAUSE : action;
    }

    /** Then the process goes on to its end, and leaves nothing behind that the next one could recover. */
    private static boolean isLivedThrough(FaultAction action) {
        return action == FaultAction.THROW || action == FaultAction.DELAY;
    }

    @Test
    @Tag("slow")
    @Timeout(300)
    void whatever_a_process_halts_at_the_next_one_finds_all_as_promised(TestReporter report) throws Exception {
        sweep(FaultAction.HALT, report);
    }

    @Test
    @Tag("long")
    @Timeout(600)
    void whatever_a_process_stands_still_at_when_it_is_killed_the_next_one_finds_all_as_promised(TestReporter report)
            throws Exception {
        sweep(FaultAction.PAUSE, report);
    }

    @Test
    @Tag("long")
    @Timeout(600)
    void whatever_throws_something_unexpected_all_is_as_promised(TestReporter report) throws Exception {
        sweep(FaultAction.THROW, report);
    }

    @Test
    @Tag("long")
    @Timeout(600)
    void whatever_takes_longer_than_usual_all_is_as_promised(TestReporter report) throws Exception {
        sweep(FaultAction.DELAY, report);
    }

    private void sweep(FaultAction action, TestReporter report) throws Exception {
        List<List<Case>> plans = plans(action);
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
                futures.add(hands.submit(() -> new Sweep(each, path, SEED, replay(each)).run()));
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

    private static String replay(List<Case> plan) {
        Case each = plan.get(0);
        return "mvn -pl faults -am test -Dtest=SweepTest -Dsurefire.failIfNoSpecifiedTests=false -Dbaton.faults.seed="
                + SEED + " -Dbaton.faults.case=" + each.point()
                + (each.action() == FaultAction.HALT ? "" : " -Pfaults");
    }
}
