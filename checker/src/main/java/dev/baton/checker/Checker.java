package dev.baton.checker;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toSet;

import dev.baton.checker.Account.Enqueued;
import dev.baton.checker.Account.Kill;
import dev.baton.checker.Archive.Action;
import dev.baton.checker.Archive.Job;
import dev.baton.checker.Verdict.Jobs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares what handlers say with what the archive says. What is promised: every acknowledged job ends once, as it was meant to;
 * the archive holds what a handler has said, under its fence; a job runs again only if its run failed, or its process was killed
 * before its outcome was written down; and the jobs of a lane run in the order of their numbers.
 */
public final class Checker {

    private final Account account;
    private final Archive archive;
    private final Plan plan;
    private final List<String> faults = new ArrayList<>();
    private final Set<String> lost = new LinkedHashSet<>();
    private final Set<String> doubled = new LinkedHashSet<>();
    private final Set<Turn> outOfOrder = new LinkedHashSet<>();

    private Checker(Account account, Archive archive, Plan plan) {
        this.account = account;
        this.archive = archive;
        this.plan = plan;
    }

    /** Judges a run of the demo for which this was planned. */
    public static Verdict check(Account account, Archive archive, Plan plan) {
        return new Checker(account, archive, plan).check();
    }

    private Verdict check() {
        Map<String, Enqueued> jobs = acknowledged();
        int done = 0;
        int dead = 0;
        int skipped = 0;
        for (Enqueued job : jobs.values()) {
            var checked = new JobCheck(job, account);
            checked.compare(archive.jobs().get(job.job()));
            faults.addAll(checked.faults());
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
        checkLog();
        int survived = checkKills();
        return new Verdict(
                new Jobs(jobs.size(), done, dead, skipped),
                lost.size(),
                doubled.size(),
                outOfOrder.size(),
                survived,
                List.copyOf(faults));
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

    private void checkLanes() {
        Map<String, List<Job>> lanes = archive.jobs().values().stream()
                .filter(job -> job.turn().isInLane())
                .collect(groupingBy(job -> job.turn().lane(), LinkedHashMap::new, toList()));
        for (List<Job> lane : lanes.values()) {
            var checked = new LaneCheck(lane, account, plan.replayable());
            checked.check();
            faults.addAll(checked.faults());
            outOfOrder.addAll(checked.outOfOrder());
        }
    }

    /** What operators asked for is on record, and nothing else is. */
    private void checkOperators() {
        Set<Action> asked = account.asks().stream()
                .map(ask -> new Action(ask.asked().name(), ask.job()))
                .collect(toSet());
        for (Action action : asked) {
            if (!archive.actions().contains(action)) {
                faults.add(
                        "job " + action.job() + ": an operator asked for " + action.act() + ", which is not on record");
            }
        }
        for (Action action : archive.actions()) {
            if (!asked.contains(action)) {
                faults.add("job " + action.job() + ": " + action.act() + " is on record, and no operator asked for it");
            }
        }
    }

    private void checkStrangers(Set<String> acknowledged) {
        for (String job : archive.jobs().keySet()) {
            if (!acknowledged.contains(job)) {
                faults.add("job " + job + ": is in the file, and nobody enqueued it");
            }
        }
        for (String job : account.jobsThatRan()) {
            if (!acknowledged.contains(job)) {
                faults.add("job " + job + ": ran, and nobody enqueued it");
            }
        }
    }

    private void checkLog() {
        for (String line : account.senseless()) {
            faults.add("log: no run fits this entry: " + line);
        }
        if (account.torn() > account.kills().size()) {
            faults.add("log: " + account.torn() + " entries are cut off, by "
                    + account.kills().size() + " kills");
        }
    }

    private int checkKills() {
        int planned = plan.kills();
        int survived = 0;
        for (Kill kill : account.kills()) {
            if (account.lastLineOf(kill.pid()) > kill.line()) {
                faults.add("process " + kill.pid() + ": went on after it was killed");
            }
            if (account.workedAfter(kill)) {
                survived++;
            } else {
                faults.add("process " + kill.pid() + ": was killed, and nothing ran after that");
            }
        }
        if (survived < planned) {
            faults.add("kills: " + planned + " were planned, and " + survived + " were survived");
        }
        return survived;
    }

    private void doubled(String job, String how) {
        doubled.add(job);
        faults.add("job " + job + ": " + how);
    }
}
