package dev.baton.checker;

import dev.baton.checker.Account.Enqueued;
import dev.baton.checker.Account.Run;
import dev.baton.checker.Archive.Attempt;
import dev.baton.checker.Archive.Job;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One job: what was to become of it, what its handlers say, what the archive says. */
final class JobCheck {

    /** What a handler said whose attempt is archived like this; who fails for the last time is dead. */
    private static final Map<String, Set<Said>> SPOKEN = Map.of(
            "DONE", Set.of(Said.DONE, Said.UNKNOWN),
            "FAILED", Set.of(Said.FAILED, Said.UNKNOWN),
            "SNOOZED", Set.of(Said.SNOOZED),
            "DEAD", Set.of(Said.DEAD, Said.FAILED));
    /** What a handler said whose attempt is archived like this, if it began at all. */
    private static final Map<String, Set<Said>> SPOKEN_IF_ANY = Map.of(
            "RELEASED", Set.of(Said.LEFT),
            "CANCELLED", Set.of(Said.LEFT, Said.FAILED, Said.SNOOZED, Said.UNKNOWN),
            "UNKNOWN", Set.of(Said.FAILED),
            "UNDECIDED", Set.of(Said.LEFT),
            "HELD", Set.of(Said.FAILED, Said.LEFT));
    /** What an operator asked for if this is archived without an attempt. */
    private static final Map<String, Set<Asked>> ASKED = Map.of(
            "RETRIED", Set.of(Asked.RETRY, Asked.RELEASE),
            "DONE", Set.of(Asked.CONFIRM),
            "KILLED", Set.of(Asked.KILL),
            "CANCELLED", Set.of(Asked.SKIP, Asked.CANCEL, Asked.DISCARD, Asked.KILL, Asked.REPLACE));
    /** Nobody knows how these ended, which is found out before the job runs again. */
    private static final Set<String> FOUND_OUT = Set.of("UNKNOWN", "UNDECIDED", "HELD");

    private static final String OUT_OF_TURN = "OUT_OF_TURN";
    /** How a job ends that is to end like this. */
    private static final Map<Fate, String> ENDS =
            Map.of(Fate.DONE, "DONE", Fate.DEAD, "DEAD", Fate.SKIPPED, "CANCELLED");

    private final Enqueued job;
    private final Account account;
    private final List<Run> runs;
    private final List<Finding> faults = new ArrayList<>();
    private List<Attempt> attempts = List.of();
    private List<Attempt> outcomes = List.of();
    private boolean lost;
    private boolean doubled;
    private boolean outOfOrder;

    JobCheck(Enqueued job, Account account) {
        this.job = job;
        this.account = account;
        this.runs = account.runs(job.job());
    }

    void compare(@Nullable Job archived) {
        if (archived == null) {
            lost("was acknowledged and is not in the file");
            return;
        }
        outcomes = archived.outcomes();
        attempts = archived.attempts();
        checkOutcome(archived);
        checkFate(archived);
        checkTurn(archived);
        archived.attempts().forEach(this::checkAttempt);
        checkRuns(archived);
        checkSequence();
    }

    List<Finding> faults() {
        return faults;
    }

    boolean isLost() {
        return lost;
    }

    boolean isDoubled() {
        return doubled;
    }

    boolean isOutOfOrder() {
        return outOfOrder;
    }

    /** Has it ended once, and as it was to? */
    boolean endedAs(Fate fate) {
        return job.fate() == fate && ended(ENDS.getOrDefault(fate, ""));
    }

    private boolean ended(String kind) {
        return outcomes.size() == 1 && outcomes.get(0).kind().equals(kind);
    }

    private void checkOutcome(Job archived) {
        List<Attempt> all = archived.attempts();
        if (job.fate() == Fate.WAITING
                && outcomes.isEmpty()
                && archived.places().pending() == 1) {
            return;
        }
        if (outcomes.isEmpty()) {
            lost("has no outcome in the archive; its attempts: " + kinds(all));
        } else if (outcomes.size() > 1) {
            doubled("has " + outcomes.size() + " outcomes in the archive: " + kinds(all));
        } else if (!outcomes.get(0).equals(all.get(all.size() - 1))) {
            doubled("was tried again after it was over: " + kinds(all));
        } else if (archived.places().pending() + archived.places().running() > 0) {
            doubled("is over, and will run again");
        } else if (archived.places().isNowhere() == ended("DEAD")) {
            fault("C8", ended("DEAD") ? "is dead, and not parked" : "ended as " + kinds(outcomes) + ", and is parked");
        }
    }

    private void checkFate(Job archived) {
        if (outcomes.size() == 1 && job.fate() != Fate.ANY && !endedAs(job.fate())) {
            fault("C8", "was to end as " + job.fate() + " and ended as " + kinds(outcomes));
        }
        if (!archived.type().equals(job.type()) || !archived.key().equals(job.key())) {
            fault(
                    "C9",
                    "was enqueued as " + job.type() + " " + job.key() + " and is in the file as " + archived.type()
                            + " " + archived.key());
        }
    }

    /** Its number is the one that was acknowledged, and that its handlers were told. */
    private void checkTurn(Job archived) {
        if (!archived.turn().equals(job.turn())) {
            outOfOrder("was acknowledged as " + job.turn() + " and is in the file as " + archived.turn());
        }
        for (Run run : runs) {
            if (!run.attempt().turn().equals(archived.turn())) {
                outOfOrder("ran as " + run.attempt().turn() + " and is in the file as " + archived.turn());
            }
            if (!run.work().isEmpty() && !run.work().equals(archived.label())) {
                fault("C9", "ran with the work " + run.work() + " and is in the file with " + archived.label());
            }
        }
    }

    /** What is archived is what its handler said, or an operator asked for; what was lost, was lost in a kill or a silence. */
    private void checkAttempt(Attempt attempt) {
        List<Run> under = runs.stream().filter(run -> isOf(run, attempt)).toList();
        String name = "attempt " + attempt.number() + " under fence " + attempt.fence();
        String kind = attempt.kind();
        Set<Said> said = SPOKEN.get(kind);
        if (attempt.isByOperator() || kind.equals("KILLED")) {
            if (!wasAskedFor(attempt)) {
                outOfOrder = job.turn().isInLane();
                fault("C8", "is archived as " + kind + ", and no operator asked for that");
            }
        } else if (said != null) {
            if (under.stream().noneMatch(run -> said.stream().anyMatch(run::said))) {
                fault("C8", name + " is archived as " + kind + ", and no handler said so; they said: " + told());
            }
        } else if (kind.equals("ORPHANED")) {
            if (!under.stream().allMatch(run -> mayBeLost(run, attempt))) {
                fault("C3", name + " is archived as lost, and its process was neither killed nor silent");
            }
        } else if (!under.stream().allMatch(run -> mayEndAs(attempt, run))) {
            fault("C8", name + " is archived as " + kind + ", and its handler ran: " + told());
        }
    }

    private boolean mayBeLost(Run run, Attempt attempt) {
        return account.killedBetween(run, Integer.MAX_VALUE) || account.silentAt(run, attempt.endedMicros());
    }

    private static boolean mayEndAs(Attempt attempt, Run run) {
        Set<Said> said = SPOKEN_IF_ANY.getOrDefault(attempt.kind(), Set.of());
        return said.stream().anyMatch(run::said) || (attempt.code().equals(OUT_OF_TURN) && run.said(Said.DONE));
    }

    private boolean wasAskedFor(Attempt attempt) {
        return ASKED.getOrDefault(attempt.kind(), Set.of()).stream()
                .anyMatch(asked -> account.askedBetween(job.job(), asked, -1, Integer.MAX_VALUE));
    }

    private void checkRuns(Job archived) {
        for (Run run : runs) {
            if (archived.attempts().stream().noneMatch(attempt -> isOf(run, attempt))) {
                fault(
                        "C7",
                        "ran as attempt " + run.attempt().number() + " under fence "
                                + run.attempt().fence() + ", which is not in the archive");
            }
            if (run.atMicros() < job.dueMicros()) {
                fault("C3", "began " + (job.dueMicros() - run.atMicros()) / 1000 + " ms before its time");
            }
        }
    }

    /**
     * One run after another, as they were claimed; and after one that has not to be repeated only if its process was killed. Who was
     * claimed first begins first, unless its job had been taken from it by then: a process may stand still between its last look and
     * its handler.
     */
    private void checkSequence() {
        List<Run> claimed = runs.stream()
                .sorted(Comparator.comparingLong(run -> run.attempt().fence()))
                .toList();
        for (int i = 1; i < claimed.size(); i++) {
            Run before = claimed.get(i - 1);
            Run after = claimed.get(i);
            boolean takenAway = isTakenAway(before);
            boolean killed = account.killedBetween(before, after.line()) || takenAway;
            boolean over = before.end().isPresent() && before.lastLine() < after.line();
            if (!over && !killed) {
                doubled("C4", "ran twice at once: " + told());
            } else if (!mayBeRepeated(before, after) && !killed) {
                doubled("C4", "ran again though nothing had failed and nobody was killed: " + told());
            }
            boolean late = before.line() > after.line() && !takenAway;
            if (late || after.attempt().fence() == before.attempt().fence()) {
                doubled("C3", "ran again under a fence that is not larger: " + told());
            }
        }
    }

    private boolean mayBeRepeated(Run before, Run after) {
        return before.said(Said.FAILED)
                || before.said(Said.SNOOZED)
                || before.said(Said.LEFT)
                || before.said(Said.UNKNOWN)
                || attempts.stream().anyMatch(end -> isOf(before, end) && FOUND_OUT.contains(end.kind()))
                || attempts.stream()
                        .anyMatch(end -> isOf(before, end) && end.code().equals(OUT_OF_TURN))
                || (before.said(Said.DEAD)
                        && account.askedBetween(job.job(), Asked.RETRY, before.lastLine(), after.line()));
    }

    /** What it says counts no more, as its process had to be taken for dead, or somebody ended it. */
    private boolean isTakenAway(Run run) {
        return attempts.stream()
                .filter(end -> isOf(run, end))
                .anyMatch(end -> (end.kind().equals("ORPHANED") && account.silentAt(run, end.endedMicros()))
                        || (end.kind().equals("KILLED") && wasAskedFor(end)));
    }

    private static boolean isOf(Run run, Attempt attempt) {
        return run.attempt().fence() == attempt.fence() && run.attempt().number() == attempt.number();
    }

    private static String kinds(List<Attempt> attempts) {
        return attempts.isEmpty()
                ? "none"
                : attempts.stream().map(Attempt::kind).collect(Collectors.joining(", "));
    }

    private String told() {
        return runs.isEmpty() ? "nothing" : runs.stream().map(JobCheck::told).collect(Collectors.joining(", "));
    }

    private static String told(Run run) {
        return run.end().map(end -> end.said().name()).orElse("no end") + " under fence "
                + run.attempt().fence() + " in process " + run.pid();
    }

    private void lost(String how) {
        lost = true;
        fault("C1", how);
    }

    private void doubled(String how) {
        doubled("C8", how);
    }

    private void doubled(String rule, String how) {
        doubled = true;
        fault(rule, how);
    }

    private void outOfOrder(String how) {
        outOfOrder = true;
        fault("C6", how);
    }

    private void fault(String rule, String what) {
        faults.add(new Finding(rule, job.job(), "job " + job.job() + " (" + job.type() + "): " + what));
    }
}
