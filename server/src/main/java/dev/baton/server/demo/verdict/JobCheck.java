package dev.baton.server.demo.verdict;

import dev.baton.server.demo.verdict.Account.Enqueued;
import dev.baton.server.demo.verdict.Account.Run;
import dev.baton.server.demo.verdict.Archive.Attempt;
import dev.baton.server.demo.verdict.Archive.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One job: what was to become of it, what its handlers say, what the archive says. */
final class JobCheck {

    private static final Set<String> OUTCOMES = Set.of("DONE", "DEAD", "CANCELLED");
    /** How an attempt is archived whose handler said this. */
    private static final Map<String, Said> SPOKEN = Map.of("DONE", Said.DONE, "FAILED", Said.FAILED, "DEAD", Said.DEAD);

    private final Enqueued job;
    private final Account account;
    private final List<Run> runs;
    private final List<String> faults = new ArrayList<>();
    private List<Attempt> outcomes = List.of();
    private boolean lost;
    private boolean doubled;

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
        outcomes = archived.attempts().stream()
                .filter(attempt -> OUTCOMES.contains(attempt.kind()))
                .toList();
        checkOutcome(archived);
        checkFate(archived);
        archived.attempts().forEach(this::checkAttempt);
        checkRuns(archived);
        checkSequence();
    }

    List<String> faults() {
        return faults;
    }

    boolean isLost() {
        return lost;
    }

    boolean isDoubled() {
        return doubled;
    }

    /** Has it one outcome, and is it this? */
    boolean ended(String kind) {
        return outcomes.size() == 1 && outcomes.get(0).kind().equals(kind);
    }

    private void checkOutcome(Job archived) {
        List<Attempt> all = archived.attempts();
        if (outcomes.isEmpty()) {
            lost("has no outcome in the archive; its attempts: " + kinds(all));
        } else if (outcomes.size() > 1) {
            doubled("has " + outcomes.size() + " outcomes in the archive: " + kinds(all));
        } else if (!outcomes.get(0).equals(all.get(all.size() - 1))) {
            doubled("was tried again after it was over: " + kinds(all));
        } else if (archived.places().pending() + archived.places().running() > 0) {
            doubled("is over, and will run again");
        } else if (archived.places().isNowhere() == ended("DEAD")) {
            fault(ended("DEAD") ? "is dead, and not parked" : "ended as " + kinds(outcomes) + ", and is parked");
        }
    }

    private void checkFate(Job archived) {
        if (outcomes.size() == 1 && !ended(job.fate().name())) {
            fault("was to end as " + job.fate() + " and ended as " + kinds(outcomes));
        }
        if (!archived.type().equals(job.type()) || !archived.key().equals(job.key())) {
            fault("was enqueued as " + job.type() + " " + job.key() + " and is in the file as " + archived.type() + " "
                    + archived.key());
        }
    }

    /** What is archived is what its handler said; what was lost, was lost in a kill. */
    private void checkAttempt(Attempt attempt) {
        List<Run> under = runs.stream().filter(run -> isOf(run, attempt)).toList();
        String name = "attempt " + attempt.number() + " under fence " + attempt.fence();
        Said said = SPOKEN.get(attempt.kind());
        if (said != null && under.stream().noneMatch(run -> run.said(said))) {
            fault(name + " is archived as " + attempt.kind() + ", and no handler said so; they said: " + told());
        } else if (attempt.kind().equals("ORPHANED")
                && !under.stream().allMatch(run -> account.killedBetween(run, Integer.MAX_VALUE))) {
            fault(name + " is archived as lost, and its process was not killed");
        } else if (said == null && !attempt.kind().equals("ORPHANED") && !under.isEmpty()) {
            fault(name + " is archived as " + attempt.kind() + ", and its handler ran: " + told());
        }
    }

    private void checkRuns(Job archived) {
        for (Run run : runs) {
            if (archived.attempts().stream().noneMatch(attempt -> isOf(run, attempt))) {
                fault("ran as attempt " + run.attempt().number() + " under fence "
                        + run.attempt().fence() + ", which is not in the archive");
            }
            if (run.atMicros() < job.dueMicros()) {
                fault("began " + (job.dueMicros() - run.atMicros()) / 1000 + " ms before its time");
            }
        }
    }

    /** One run after another; and after one that did not fail only if its process was killed. */
    private void checkSequence() {
        for (int i = 1; i < runs.size(); i++) {
            Run before = runs.get(i - 1);
            Run after = runs.get(i);
            boolean killed = account.killedBetween(before, after.line());
            boolean over = before.end().isPresent() && before.lastLine() < after.line();
            if (!over && !killed) {
                doubled("ran twice at once: " + told());
            } else if (!before.said(Said.FAILED) && !killed) {
                doubled("ran again though nothing had failed and nobody was killed: " + told());
            }
            if (after.attempt().fence() <= before.attempt().fence()) {
                doubled("ran again under a fence that is not larger: " + told());
            }
        }
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
        fault(how);
    }

    private void doubled(String how) {
        doubled = true;
        fault(how);
    }

    private void fault(String what) {
        faults.add("job " + job.job() + " (" + job.type() + "): " + what);
    }
}
