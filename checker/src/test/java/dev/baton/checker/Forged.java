package dev.baton.checker;

import dev.baton.checker.Archive.Action;
import dev.baton.checker.Archive.Attempt;
import dev.baton.checker.Archive.Job;
import dev.baton.checker.Archive.Places;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A log and an archive that agree, to be tampered with: some jobs, and a worker 10 that is killed and followed by a worker 11. In
 * the lane acct, whose type is strict, the second job dies and is retried by an operator, and the third dies and is skipped. The
 * lane chain, whose type is replayable, goes back to its second job after the kill.
 */
final class Forged {

    private static final Places NOWHERE = new Places(0, 0, 0);
    private static final Places PARKED = new Places(0, 0, 1);
    private static final Attempt RETRIED = new Attempt(245, 0, 0, "RETRIED", 2_000, 2_000);
    static final Attempt SKIPPED = new Attempt(265, 0, 0, "CANCELLED", 2_000, 2_000);

    private final List<String> log = new ArrayList<>(List.of(
            "1 enqueued plain payment.send done 100 - - ;",
            "1 enqueued flaky rate.fetch done 100 - - ;",
            "1 enqueued cut report.render done 100 - - ;",
            "1 enqueued said report.render done 100 - - ;",
            "1 enqueued keyed wallet.sync done 100 w1 - ;",
            "1 enqueued broken broken.import dead 100 - - ;",
            "1 enqueued pay1 payment.send done 100 - acct#1 ;",
            "1 enqueued pay2 payment.send done 100 - acct#2 ;",
            "1 enqueued pay3 payment.send skipped 100 - acct#3 ;",
            "1 enqueued pay4 payment.send done 100 - acct#4 ;",
            "1 enqueued sync1 chain.sync done 100 - chain#1 ;",
            "1 enqueued sync2 chain.sync done 100 - chain#2 ;",
            "1 enqueued sync3 chain.sync done 100 - chain#3 ;",
            "1 enqueued sync4 chain.sync done 100 - chain#4 ;",
            "10 started plain 1 1 200 - ;",
            "10 ended plain 1 1 done - ;",
            "10 started flaky 1 2 200 - ;",
            "10 ended flaky 1 2 failed - ;",
            "10 started pay1 1 20 200 acct#1 ;",
            "10 ended pay1 1 20 failed acct#1 ;",
            "10 started pay1 2 21 200 acct#1 ;",
            "10 ended pay1 2 21 snoozed acct#1 ;",
            "10 started pay1 3 22 200 acct#1 ;",
            "10 ended pay1 3 22 done acct#1 ;",
            "10 started pay2 1 23 200 acct#2 ;",
            "10 started sync1 1 30 200 chain#1 ;",
            "10 ended sync1 1 30 done chain#1 ;",
            "10 started sync2 1 30 200 chain#2 ;",
            "10 ended sync2 1 30 done chain#2 ;",
            "10 started sync3 1 30 200 chain#3 ;",
            "10 started cut 1 3 200 - ;",
            "10 started said 1 3 200 - ;",
            "10 ended said 1 3 done - ;",
            "10 ended cut 1 3 do", // and no further
            "1 killed 10 ;",
            "1 enqueued keyed wallet.sync done 150 w1 - ;",
            "11 started cut 2 4 300 - ;",
            "11 ended cut 2 4 done - ;",
            "11 started said 2 5 300 - ;",
            "11 ended said 2 5 done - ;",
            "11 started flaky 2 6 300 - ;",
            "11 ended flaky 2 6 done - ;",
            "11 started keyed 1 7 300 - ;",
            "11 ended keyed 1 7 done - ;",
            "11 started broken 1 8 300 - ;",
            "11 ended broken 1 8 dead - ;",
            "11 started sync2 2 31 300 chain#2 ;",
            "11 ended sync2 2 31 done chain#2 ;",
            "11 started sync3 2 32 300 chain#3 ;",
            "11 ended sync3 2 32 done chain#3 ;",
            "11 started sync4 1 33 300 chain#4 ;",
            "11 ended sync4 1 33 done chain#4 ;",
            "11 started pay2 2 24 300 acct#2 ;",
            "11 ended pay2 2 24 dead acct#2 ;",
            "1 asks pay2 retry ;",
            "1 applied pay2 retry ;",
            "11 started pay2 3 25 300 acct#2 ;",
            "11 ended pay2 3 25 done acct#2 ;",
            "11 started pay3 1 26 300 acct#3 ;",
            "11 ended pay3 1 26 dead acct#3 ;",
            "1 asks pay3 skip ;",
            "1 applied pay3 skip ;",
            "11 started pay4 1 27 300 acct#4 ;",
            "11 ended pay4 1 27 done acct#4 ;"));

    private final Map<String, Job> archive = new LinkedHashMap<>();
    private final Set<Action> actions =
            new LinkedHashSet<>(List.of(new Action("RETRY", "pay2"), new Action("SKIP", "pay3")));
    private Set<String> replayable = Set.of("chain.sync");
    private final Set<String> blocking = new LinkedHashSet<>();
    private final List<Snapshot> snapshots = new ArrayList<>();
    private int kills = 1;

    Forged() {
        put("plain", "payment.send", "", NOWHERE, attempt(1, 1, "DONE"));
        put("flaky", "rate.fetch", "", NOWHERE, attempt(1, 2, "FAILED"), attempt(2, 6, "DONE"));
        put("cut", "report.render", "", NOWHERE, attempt(1, 3, "ORPHANED"), attempt(2, 4, "DONE"));
        put("said", "report.render", "", NOWHERE, attempt(1, 3, "ORPHANED"), attempt(2, 5, "DONE"));
        put("keyed", "wallet.sync", "w1", NOWHERE, attempt(1, 7, "DONE"));
        put("broken", "broken.import", "", PARKED, attempt(1, 8, "DEAD"));
        inLane("pay1", "acct#1", attempt(1, 20, "FAILED"), attempt(2, 21, "SNOOZED"), attempt(3, 22, "DONE"));
        inLane("pay2", "acct#2", attempt(1, 23, "ORPHANED"), attempt(2, 24, "DEAD"), RETRIED, attempt(3, 25, "DONE"));
        inLane("pay3", "acct#3", attempt(1, 26, "DEAD"), SKIPPED);
        inLane("pay4", "acct#4", attempt(1, 27, "DONE"));
        inLane("sync1", "chain#1", attempt(1, 30, "DONE"));
        inLane("sync2", "chain#2", attempt(1, 30, "ORPHANED"), attempt(2, 31, "DONE"));
        inLane("sync3", "chain#3", attempt(1, 30, "ORPHANED"), attempt(2, 32, "DONE"));
        inLane("sync4", "chain#4", attempt(1, 33, "DONE"));
    }

    /** Written in the order of fences. */
    static Attempt attempt(long number, long fence, String kind) {
        return new Attempt(10 * fence, number, fence, kind, 1_000 * fence, 1_000 * fence + 500);
    }

    Verdict verdict() {
        return Checker.check(account(), archive(), snapshots, new Plan(kills, replayable));
    }

    /** As it was written, a moment later each. */
    Account account() {
        var stamped = new ArrayList<String>();
        for (String line : log) {
            stamped.add(line.replaceFirst(" ", " " + stamped.size() + "000 "));
        }
        return Account.of(List.of(stamped));
    }

    Archive archive() {
        return new Archive(archive, actions, blocking);
    }

    /** Says this at the end of the log. */
    Forged say(String... lines) {
        log.addAll(List.of(lines));
        return this;
    }

    /** Says something else instead, or nothing if that is empty. */
    Forged instead(String line, String... others) {
        int at = log.indexOf(line);
        if (at < 0) {
            throw new IllegalArgumentException("There is no such line: " + line);
        }
        log.remove(at);
        log.addAll(at, List.of(others));
        return this;
    }

    Forged attempts(String job, Attempt... attempts) {
        return change(
                job,
                was -> new Job(job, was.type(), was.key(), was.label(), was.turn(), was.places(), List.of(attempts)));
    }

    /** A piece of work that is in the file. */
    Forged work(String job, String type, String work, String turn, Places places, Attempt... attempts) {
        archive.put(job, new Job(job, type, "", work, Turn.of(turn), places, List.of(attempts)));
        return this;
    }

    Forged key(String job, String key) {
        return change(job, was -> new Job(job, was.type(), key, was.label(), was.turn(), was.places(), was.attempts()));
    }

    /** As if the archive had looked like this for a while. */
    Forged snapshot(Map<String, String> attempts) {
        snapshots.add(new Snapshot(attempts, Map.of()));
        return this;
    }

    /** As if others waited behind this one. */
    Forged blocks(String job) {
        blocking.add(job);
        return this;
    }

    /** As if all had been done by one process that lived on. */
    Forged withoutKill() {
        kills = 0;
        log.removeIf(line -> line.contains("killed") || !line.endsWith(";"));
        for (String job : List.of("cut", "said", "pay2", "pay3", "pay4", "sync1", "sync2", "sync3", "sync4")) {
            unsaid(job);
            gone(job);
        }
        actions.removeIf(action -> !archive.containsKey(action.job()));
        return this;
    }

    Forged places(String job, int pending, int running, int parked) {
        var places = new Places(pending, running, parked);
        return change(job, was -> new Job(job, was.type(), was.key(), was.label(), was.turn(), places, was.attempts()));
    }

    Forged turn(String job, String turn) {
        return change(
                job,
                was -> new Job(job, was.type(), was.key(), was.label(), Turn.of(turn), was.places(), was.attempts()));
    }

    Forged gone(String job) {
        archive.remove(job);
        return this;
    }

    Forged put(String job, String type, String key, Places places, Attempt... attempts) {
        archive.put(job, new Job(job, type, key, Turn.NONE, places, List.of(attempts)));
        return this;
    }

    private void inLane(String job, String turn, Attempt... attempts) {
        put(job, turn.startsWith("acct") ? "payment.send" : "chain.sync", "", NOWHERE, attempts);
        turn(job, turn);
    }

    /** As if this had not been put on record. */
    Forged unrecorded(String act, String job) {
        actions.remove(new Action(act, job));
        return this;
    }

    /** As if this had been put on record. */
    Forged recorded(String act, String job) {
        actions.add(new Action(act, job));
        return this;
    }

    /** As if no type had been promised to be replayable. */
    Forged strict() {
        replayable = Set.of();
        return this;
    }

    /** Says none of this. */
    Forged unsaid(String about) {
        log.removeIf(line -> line.contains(" " + about + " "));
        return this;
    }

    private Forged change(String job, UnaryOperator<Job> change) {
        archive.computeIfPresent(job, (id, was) -> change.apply(was));
        return this;
    }
}
