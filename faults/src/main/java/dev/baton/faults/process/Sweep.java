package dev.baton.faults.process;

import dev.baton.faults.process.Assignment.Mode;
import dev.baton.internal.fault.FaultAction;
import dev.baton.internal.fault.FaultPoint;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Processes that work until they meet a fault, one after another on one database, and one that finds what is left. */
final class Sweep {

    private static final int JOBS = 34;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration LOOK = Duration.ofMillis(5);

    /** These are reached by a process that finds what a dead one held. */
    private static final Set<FaultPoint> IN_RECOVERY = EnumSet.of(
            FaultPoint.RECOVER_AFTER_READ, FaultPoint.RECOVER_BEFORE_COMMIT, FaultPoint.RECOVER_AFTER_COMMIT);
    /** With a backlog, leaves several jobs in nobody's hands. */
    private static final String LEAVE_ORPHANS = "claim.afterCommit:halt@1";

    /**
     * What goes wrong, and when.
     *
     * @param when the so-many-th time that the point is reached
     */
    record Case(FaultPoint point, FaultAction action, int when) {
        @Override
        public String toString() {
            return point + ":" + action.name().toLowerCase(Locale.ROOT) + "@" + when;
        }
    }

    /** What became of it: what fired, what is wrong, if anything is, and how much there was to judge. */
    record Result(List<Case> fired, Optional<String> wrong, int jobs, int processes) {}

    private final List<Case> plan;
    private final Arena arena;

    Sweep(List<Case> plan, Arena arena) {
        this.plan = plan;
        this.arena = arena;
    }

    Result run() throws IOException, InterruptedException, SQLException {
        var fired = new ArrayList<Case>();
        boolean leftOrphans = false;
        for (Case each : plan) {
            if (IN_RECOVERY.contains(each.point()) && !leftOrphans) {
                leaveOrphans();
                leftOrphans = true; // who dies while it recovers leaves them to the next
            }
            int code = meet(each.toString(), each.action());
            if (!arena.hasFired(each.toString())) {
                String never = each + ": was never reached; the process ended with " + code + ": " + arena.lastWords();
                return new Result(fired, Optional.of(never), 0, arena.lives());
            }
            fired.add(each);
        }
        Optional<String> stuck = arena.drain();
        Arena.Judgement judgement = arena.judge();
        String story = plan + ": " + judgement.findings() + "\n" + String.join("\n", judgement.report());
        Optional<String> wrong = judgement.holds() ? stuck : Optional.of(story + stuck.orElse(""));
        return new Result(fired, wrong, judgement.verdict().jobs().enqueued(), arena.lives());
    }

    private void leaveOrphans() throws IOException, InterruptedException, SQLException {
        try (Life backlog = arena.live(Mode.ENQUEUE, JOBS, "")) {
            backlog.end();
        }
        meet(LEAVE_ORPHANS, FaultAction.HALT);
    }

    /** Lets a process meet this fault, and says how it ended. One that stands still is killed then. */
    private int meet(String fault, FaultAction action) throws IOException, InterruptedException, SQLException {
        try (Life life = arena.live(Mode.WORK, JOBS, fault)) {
            if (action == FaultAction.PAUSE) {
                long end = System.nanoTime() + PATIENCE.toNanos();
                while (!arena.hasFired(fault) && System.nanoTime() - end < 0 && !life.hasEnded(LOOK)) {
                    // It is looked again.
                }
                life.kill();
            }
            int code = life.end();
            if (code == Life.KILLED || code == Life.NOT_ENDED) {
                arena.journal().killed(life.pid());
            }
            arena.snapshot();
            return code;
        }
    }
}
