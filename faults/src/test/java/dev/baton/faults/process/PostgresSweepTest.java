package dev.baton.faults.process;

import dev.baton.faults.process.Sweep.Case;
import dev.baton.internal.fault.FaultAction;
import dev.baton.internal.fault.FaultPoint;
import dev.baton.testserver.SharedServer;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process dies at each fault point in turn, on a PostgreSQL that it shares with those before it, and the others find everything as
 * promised.
 */
class PostgresSweepTest {

    private static final int LATER = 3;
    /** Reached once in a life, or not that often in a short one. */
    private static final Set<FaultPoint> SELDOM = EnumSet.of(
            FaultPoint.BOOT_IN_MIGRATION,
            FaultPoint.BOOT_AFTER_MIGRATE,
            FaultPoint.BOOT_AFTER_JOIN,
            FaultPoint.BOOT_AFTER_RECOVER,
            FaultPoint.STOP_AFTER_GRACE,
            FaultPoint.RECOVER_AFTER_READ,
            FaultPoint.RECOVER_BEFORE_COMMIT,
            FaultPoint.RECOVER_AFTER_COMMIT,
            FaultPoint.ENQ_AFTER_KEY,
            FaultPoint.CHECKPOINT_BEFORE_COMMIT,
            FaultPoint.CHECKPOINT_AFTER_COMMIT);
    /** What a handler throws is said by itself, in other tests; thrown here it would contradict what it said. */
    private static final Set<FaultPoint> NOT_THROWN =
            EnumSet.of(FaultPoint.EXEC_BEFORE_HANDLER, FaultPoint.EXEC_AFTER_HANDLER);

    /** What a file has not, or does on one thread: here each is a statement of its own to somebody else. */
    private static final Set<FaultPoint> OF_A_SERVER = EnumSet.of(
            FaultPoint.HB_BEFORE_UPDATE,
            FaultPoint.HB_AFTER_UPDATE,
            FaultPoint.NOTIFY_BEFORE_SEND,
            FaultPoint.CLAIM_BEFORE_COMMIT,
            FaultPoint.CLAIM_AFTER_COMMIT,
            FaultPoint.OUT_BEFORE_COMMIT,
            FaultPoint.OUT_AFTER_COMMIT);

    @TempDir
    Path folder;

    private static List<FaultPoint> points(FaultAction action) {
        return Sweeping.points().stream()
                .filter(point -> !(action == FaultAction.THROW && NOT_THROWN.contains(point)))
                .filter(point -> point.toString().contains(Sweeping.ONLY))
                .toList();
    }

    private void sweep(List<List<Case>> plans, TestReporter report) throws Exception {
        new Sweeping("PostgresSweepTest", folder, path -> ownSchema()).sweep(plans, report);
    }

    private static Database ownSchema() {
        return new PostgresDatabase(SharedServer.server().url() + "&currentSchema=" + SharedServer.freshSchema());
    }

    @Test
    @Tag("slow")
    @Timeout(300)
    void wherever_a_process_halts_while_it_talks_to_the_server_the_others_find_all_as_promised(TestReporter report)
            throws Exception {
        halt(points(FaultAction.HALT).stream().filter(OF_A_SERVER::contains).toList(), report);
    }

    @Test
    @Tag("long")
    @Timeout(300)
    void wherever_a_process_halts_the_others_find_all_as_promised(TestReporter report) throws Exception {
        halt(points(FaultAction.HALT), report);
    }

    private void halt(List<FaultPoint> points, TestReporter report) throws Exception {
        sweep(
                Sweeping.inRows(points.stream()
                        .map(point -> new Case(point, FaultAction.HALT, 1))
                        .toList()),
                report);
    }

    @Test
    @Tag("long")
    @Timeout(900)
    void wherever_a_process_halts_later_the_next_one_finds_all_as_promised(TestReporter report) throws Exception {
        sweep(
                points(FaultAction.HALT).stream()
                        .filter(point -> !SELDOM.contains(point))
                        .map(point -> List.of(new Case(point, FaultAction.HALT, LATER)))
                        .toList(),
                report);
    }

    @Test
    @Tag("long")
    @Timeout(900)
    void wherever_a_process_stands_still_when_it_is_killed_all_is_as_promised(TestReporter report) throws Exception {
        sweepSingly(FaultAction.PAUSE, report);
    }

    @Test
    @Tag("long")
    @Timeout(900)
    void wherever_something_unexpected_is_thrown_all_is_as_promised(TestReporter report) throws Exception {
        sweepSingly(FaultAction.THROW, report);
    }

    @Test
    @Tag("long")
    @Timeout(900)
    void wherever_it_takes_longer_than_usual_all_is_as_promised(TestReporter report) throws Exception {
        sweepSingly(FaultAction.DELAY, report);
    }

    private void sweepSingly(FaultAction action, TestReporter report) throws Exception {
        sweep(
                points(action).stream()
                        .map(point -> List.of(new Case(point, action, 1)))
                        .toList(),
                report);
    }
}
