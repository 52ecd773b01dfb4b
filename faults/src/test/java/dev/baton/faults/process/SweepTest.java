package dev.baton.faults.process;

import dev.baton.faults.process.Sweep.Case;
import dev.baton.internal.fault.FaultAction;
import dev.baton.internal.fault.FaultPoint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process dies at each fault point in turn, and the next one finds everything as promised. */
class SweepTest {

    private static final int LATER = 3;
    private static final int SOMEWHAT_LATER = 2;
    /** Not reached that often in a short life. */
    private static final Set<FaultPoint> SELDOM = EnumSet.of(
            FaultPoint.ENQ_AFTER_KEY,
            FaultPoint.CHECKPOINT_BEFORE_COMMIT,
            FaultPoint.CHECKPOINT_AFTER_COMMIT,
            FaultPoint.RECOVER_AFTER_READ);

    /** A file has nobody else to be told. */
    private static final Set<FaultPoint> NEVER = EnumSet.of(FaultPoint.NOTIFY_BEFORE_SEND);
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

    @TempDir
    Path folder;

    private static Set<FaultPoint> points() {
        Set<FaultPoint> points = Sweeping.points();
        points.removeAll(NEVER);
        return points;
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
            cases.removeIf(each -> !each.toString().contains(Sweeping.ONLY));
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
        List<Case> first = points().stream()
                .map(point -> new Case(point, FaultAction.HALT, 1))
                .filter(each -> each.toString().contains(Sweeping.ONLY))
                .toList();
        sweep(Sweeping.inRows(first), report);
    }

    @Test
    @Tag("long")
    @Timeout(600)
    void whatever_a_process_halts_at_later_the_next_one_finds_all_as_promised(TestReporter report) throws Exception {
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
        sweep(plans(action), report);
    }

    private void sweep(List<List<Case>> plans, TestReporter report) throws Exception {
        new Sweeping("SweepTest", folder, path -> new SqliteDatabase(new Folder(path).file())).sweep(plans, report);
    }
}
