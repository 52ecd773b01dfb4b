package dev.baton.checker;

import dev.baton.checker.Account.Run;
import dev.baton.checker.Archive.Attempt;
import dev.baton.checker.Archive.Job;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * One lane: its jobs are numbered from 1 without a gap, each began when the one before it was over, and they left the lane in that
 * order. Only where types are replayable, a kill may take the lane back to a job that was over by its handler's word; from there
 * on it is repeated without leaving anything out. A job that an operator skipped does not count.
 */
final class LaneCheck {

    private static final Set<Asked> WAYS_OUT =
            Set.of(Asked.SKIP, Asked.CANCEL, Asked.DISCARD, Asked.KILL, Asked.REPLACE);

    private final List<Job> jobs;
    private final Account account;
    private final Set<String> replayable;
    private final List<Finding> faults = new ArrayList<>();
    private final Set<Turn> outOfOrder = new LinkedHashSet<>();

    /** A run of one of the lane's jobs. */
    private record Step(Job job, Run run) {
        long number() {
            return job.turn().number();
        }

        int line() {
            return run.line();
        }
    }

    LaneCheck(List<Job> jobs, Account account, Set<String> replayable) {
        this.jobs = jobs.stream()
                .sorted(Comparator.comparingLong(job -> job.turn().number()))
                .toList();
        this.account = account;
        this.replayable = replayable;
    }

    void check() {
        checkNumbers();
        checkSteps();
        checkEnds();
    }

    List<Finding> faults() {
        return faults;
    }

    /** Which places of the lane are concerned. */
    Set<Turn> outOfOrder() {
        return outOfOrder;
    }

    private void checkNumbers() {
        long next = 1;
        for (Job job : jobs) {
            Turn turn = job.turn();
            if (turn.number() < next) {
                fault("C6", turn, "job " + job.id() + " has a number that is not its own");
            } else if (turn.number() > next) {
                fault(
                        "C6",
                        new Turn(turn.lane(), next),
                        "there is no job with this number, and one with " + turn.number());
            }
            next = turn.number() + 1;
        }
    }

    /** In the order in which handlers began. */
    private void checkSteps() {
        List<Step> steps = jobs.stream()
                .flatMap(job -> account.runs(job.id()).stream().map(run -> new Step(job, run)))
                .sorted(Comparator.comparingInt(Step::line))
                .toList();
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            if (i == 0) {
                checkNobodyIsLeftOut(0, step);
            } else if (step.number() > steps.get(i - 1).number()) {
                checkForward(steps.get(i - 1), step);
            } else if (step.number() < steps.get(i - 1).number() && !mayRepeat(steps.get(i - 1), step)) {
                fault(
                        "C5",
                        step.job().turn(),
                        "began after " + steps.get(i - 1).job().turn() + " had begun");
            }
        }
    }

    private void checkForward(Step from, Step to) {
        boolean done = from.run().said(Said.DONE) && from.run().lastLine() < to.line();
        if (!done && !isSkipped(from.job(), to)) {
            fault("C5", to.job().turn(), "began before " + from.job().turn() + " was over");
        }
        checkNobodyIsLeftOut(from.number(), to);
    }

    private void checkNobodyIsLeftOut(long from, Step to) {
        jobs.stream()
                .filter(job -> job.turn().number() > from && job.turn().number() < to.number())
                .filter(job -> !isSkipped(job, to))
                .findFirst()
                .ifPresent(first -> fault("C5", to.job().turn(), "began, and it was the turn of " + first.turn()));
    }

    /** Was it called off, so that nobody has to wait for it? */
    private boolean isSkipped(Job job, Step before) {
        return job.attempts("CANCELLED").findAny().isPresent()
                && WAYS_OUT.stream().anyMatch(asked -> account.askedBetween(job.id(), asked, -1, before.line()));
    }

    /** Was its process taken for dead, so that what came of the run counts no more? */
    private static boolean isLost(Step step) {
        return step.job()
                .attempts("ORPHANED")
                .anyMatch(end -> end.fence() == step.run().attempt().fence());
    }

    private boolean mayRepeat(Step from, Step to) {
        return replayable.contains(from.job().type())
                && replayable.contains(to.job().type())
                && (account.killedBetween(from.run(), to.line()) || isLost(from));
    }

    /** What was cancelled may have left before its turn came. */
    private void checkEnds() {
        long last = 0;
        for (Job job : jobs) {
            for (Attempt outcome : job.outcomes()) {
                if (outcome.kind().equals("CANCELLED")) {
                    continue;
                }
                if (outcome.row() < last) {
                    fault("C5", job.turn(), "is archived as " + outcome.kind() + " before one with a smaller number");
                }
                last = Math.max(last, outcome.row());
            }
        }
    }

    private void fault(String rule, Turn turn, String what) {
        outOfOrder.add(turn);
        faults.add(new Finding(rule, turn.lane(), "lane " + turn.lane() + ", number " + turn.number() + ": " + what));
    }
}
