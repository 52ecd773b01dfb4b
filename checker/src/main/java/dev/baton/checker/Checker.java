package dev.baton.checker;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toSet;

import dev.baton.checker.Account.Enqueued;
import dev.baton.checker.Account.Kill;
import dev.baton.checker.Archive.Action;
import dev.baton.checker.Archive.Job;
import dev.baton.checker.Calls.Call;
import dev.baton.checker.Verdict.Jobs;
import dev.baton.checker.Verdict.Result;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Compares what callers and handlers say with what the archive says. What is promised: every acknowledged job ends once, as it was
 * meant to, and what was refused does not exist; the archive holds what a handler has said, under its fence, and never changes; a
 * job runs again only if its run failed, or its process was killed before its outcome was written down; and the jobs of a lane run
 * in the order of their numbers.
 */
public final class Checker {

    private final Account account;
    private final Archive archive;
    private final Plan plan;
    private final List<Finding> findings = new ArrayList<>();
    private final Set<String> lost = new LinkedHashSet<>();
    private final Set<String> doubled = new LinkedHashSet<>();
    private final Set<Turn> outOfOrder = new LinkedHashSet<>();

    private Checker(Account account, Archive archive, Plan plan) {
        this.account = account;
        this.archive = archive;
        this.plan = plan;
    }

    /** Judges a run for which this was planned. */
    public static Verdict check(Account account, Archive archive, Plan plan) {
        return check(account, archive, List.of(), plan);
    }

    /** Judges a run of which there are snapshots, in order. */
    public static Verdict check(Account account, Archive archive, List<Snapshot> snapshots, Plan plan) {
        var checker = new Checker(account, archive, plan);
        for (int i = 1; i < snapshots.size(); i++) {
            checker.findings.addAll(snapshots.get(i - 1).changedIn(snapshots.get(i)));
        }
        return checker.check();
    }

    private Verdict check() {
        Map<String, Enqueued> jobs = acknowledged();
        addUnknown(jobs);
        int done = 0;
        int dead = 0;
        int skipped = 0;
        for (Enqueued job : jobs.values()) {
            var checked = new JobCheck(job, account);
            checked.compare(archive.jobs().get(job.job()));
            findings.addAll(checked.faults());
            if (checked.isLost()) {
                lost.add(job.job());
            }
            if (checked.isDoubled()) {
                doubled.add(job.job());
            }
            if (checked.isOutOfOrder()) {
                outOfOrder.add(job.turn());
            }
            done += checked.endedAs(Fate.DONE) ? 1 : 0;
            dead += checked.endedAs(Fate.DEAD) ? 1 : 0;
            skipped += checked.endedAs(Fate.SKIPPED) ? 1 : 0;
        }
        checkLanes();
        checkOperators();
        checkStrangers(jobs.keySet());
        archive.jobs().values().forEach(job -> findings.addAll(new AttemptCheck(job, plan.clocks()).check()));
        findings.addAll(new EnqueueCheck(account.calls(), archive).check());
        findings.addAll(new DrainCheck(account, archive, plan).check());
        checkLog();
        int survived = checkKills();
        int fired = account.faults().size();
        Result judged = findings.isEmpty() ? Result.PASSED : Result.FAILED;
        return new Verdict(
                new Jobs(jobs.size(), done, dead, skipped),
                lost.size(),
                doubled.size(),
                outOfOrder.size(),
                survived,
                fired,
                List.copyOf(findings),
                judged == Result.PASSED && plan.underFaults() && fired == 0 ? Result.INVALID : judged);
    }

    /** The jobs by their ids. A key that was given several times stands for one of them. */
    private Map<String, Enqueued> acknowledged() {
        Map<String, Enqueued> jobs = new LinkedHashMap<>();
        Map<String, String> keys = new LinkedHashMap<>();
        for (Enqueued each : account.enqueued()) {
            Enqueued before = jobs.putIfAbsent(each.job(), each);
            if (before != null && each.key().isEmpty()) {
                doubled(each.job(), "was acknowledged twice, and has no key");
            }
            if (!each.key().isEmpty()) {
                String first = keys.putIfAbsent(each.type() + " " + each.key(), each.job());
                if (first != null && !first.equals(each.job())) {
                    doubled(each.job(), "has the key " + each.key() + ", and so has " + first);
                }
            }
        }
        return jobs;
    }

    /** What came of calls of which nobody knows the end: it may be there or not, but if it is, it is a job like all others. */
    private void addUnknown(Map<String, Enqueued> jobs) {
        for (Job job : archive.jobs().values()) {
            Optional<Call> unknown = account.calls().of(job.label()).stream()
                    .filter(Call::isUnknown)
                    .findFirst();
            unknown.ifPresent(call -> jobs.putIfAbsent(job.id(), Account.enqueued(call, job.id(), job.turn())));
        }
    }

    private void checkLanes() {
        Map<String, List<Job>> lanes = archive.jobs().values().stream()
                .filter(job -> job.turn().isInLane())
                .collect(groupingBy(job -> job.turn().lane(), LinkedHashMap::new, toList()));
        for (List<Job> lane : lanes.values()) {
            var checked = new LaneCheck(lane, account, plan.replayable());
            checked.check();
            findings.addAll(checked.faults());
            outOfOrder.addAll(checked.outOfOrder());
        }
    }

    /** What operators were told that it is done is on record, and nothing that nobody asked for is. */
    private void checkOperators() {
        for (Action action : actions(account.applied())) {
            if (!archive.actions().contains(action)) {
                fault("C8", action.job(), "an operator asked for " + action.act() + ", which is not on record");
            }
        }
        Set<Action> asked = actions(account.asks());
        for (Action action : archive.actions()) {
            if (!asked.contains(action)) {
                fault("C8", action.job(), action.act() + " is on record, and no operator asked for it");
            }
        }
    }

    private static Set<Action> actions(List<Account.Ask> asks) {
        return asks.stream()
                .map(ask -> new Action(ask.asked().name(), ask.job()))
                .collect(toSet());
    }

    private void checkStrangers(Set<String> known) {
        for (String job : archive.jobs().keySet()) {
            if (!known.contains(job)) {
                fault("C2", job, "is in the file, and nobody enqueued it");
            }
        }
        for (String job : account.jobsThatRan()) {
            if (!known.contains(job)) {
                fault("C2", job, "ran, and nobody enqueued it");
            }
        }
    }

    private void checkLog() {
        for (String line : account.senseless()) {
            findings.add(new Finding("LOG", "", "log: no run fits this entry: " + line));
        }
        if (account.torn() > account.kills().size()) {
            findings.add(new Finding(
                    "LOG",
                    "",
                    "log: " + account.torn() + " entries are cut off, by "
                            + account.kills().size() + " kills"));
        }
    }

    private int checkKills() {
        int planned = plan.kills();
        int survived = 0;
        for (Kill kill : account.kills()) {
            if (account.lastLineOf(kill.pid()) > kill.line()) {
                process(kill, "went on after it was killed");
            }
            if (account.workedAfter(kill)) {
                survived++;
            } else if (planned > 0) {
                process(kill, "was killed, and nothing ran after that");
            }
        }
        if (survived < planned) {
            findings.add(
                    new Finding("LOG", "", "kills: " + planned + " were planned, and " + survived + " were survived"));
        }
        return survived;
    }

    private void process(Kill kill, String what) {
        findings.add(new Finding("LOG", String.valueOf(kill.pid()), "process " + kill.pid() + ": " + what));
    }

    private void doubled(String job, String how) {
        doubled.add(job);
        fault("C9", job, how);
    }

    private void fault(String rule, String job, String what) {
        findings.add(new Finding(rule, job, "job " + job + ": " + what));
    }
}
