package dev.baton.server.demo.verdict;

import dev.baton.server.demo.verdict.Archive.Attempt;
import dev.baton.server.demo.verdict.Archive.Job;
import dev.baton.server.demo.verdict.Archive.Places;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A log and an archive that agree, to be tampered with: five jobs, and a worker 10 that is killed and followed by a worker 11.
 */
final class Forged {

    private static final Places NOWHERE = new Places(0, 0, 0);
    private static final Places PARKED = new Places(0, 0, 1);

    private final List<String> log = new ArrayList<>(List.of(
            "1 enqueued plain payment.send done 100 - ;",
            "1 enqueued flaky rate.fetch done 100 - ;",
            "1 enqueued cut report.render done 100 - ;",
            "1 enqueued said report.render done 100 - ;",
            "1 enqueued keyed wallet.sync done 100 w1 ;",
            "1 enqueued broken broken.import dead 100 - ;",
            "10 started plain 1 1 200 ;",
            "10 ended plain 1 1 done ;",
            "10 started flaky 1 2 200 ;",
            "10 ended flaky 1 2 failed ;",
            "10 started cut 1 3 200 ;",
            "10 started said 1 3 200 ;",
            "10 ended said 1 3 done ;",
            "10 ended cut 1 3 do", // and no further
            "1 killed 10 ;",
            "1 enqueued keyed wallet.sync done 150 w1 ;",
            "11 started cut 2 4 300 ;",
            "11 ended cut 2 4 done ;",
            "11 started said 2 5 300 ;",
            "11 ended said 2 5 done ;",
            "11 started flaky 2 6 300 ;",
            "11 ended flaky 2 6 done ;",
            "11 started keyed 1 7 300 ;",
            "11 ended keyed 1 7 done ;",
            "11 started broken 1 8 300 ;",
            "11 ended broken 1 8 dead ;"));

    private final Map<String, Job> archive = new LinkedHashMap<>();

    Forged() {
        put("plain", "payment.send", "", NOWHERE, attempt(1, 1, "DONE"));
        put("flaky", "rate.fetch", "", NOWHERE, attempt(1, 2, "FAILED"), attempt(2, 6, "DONE"));
        put("cut", "report.render", "", NOWHERE, attempt(1, 3, "ORPHANED"), attempt(2, 4, "DONE"));
        put("said", "report.render", "", NOWHERE, attempt(1, 3, "ORPHANED"), attempt(2, 5, "DONE"));
        put("keyed", "wallet.sync", "w1", NOWHERE, attempt(1, 7, "DONE"));
        put("broken", "broken.import", "", PARKED, attempt(1, 8, "DEAD"));
    }

    static Attempt attempt(long number, long fence, String kind) {
        return new Attempt(number, fence, kind, 1_000, 2_000);
    }

    Verdict verdict() {
        return Checker.check(Account.of(log), new Archive(archive), 1);
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
        return change(job, was -> new Job(job, was.type(), was.key(), was.places(), List.of(attempts)));
    }

    Forged places(String job, int pending, int running, int parked) {
        var places = new Places(pending, running, parked);
        return change(job, was -> new Job(job, was.type(), was.key(), places, was.attempts()));
    }

    Forged gone(String job) {
        archive.remove(job);
        return this;
    }

    Forged put(String job, String type, String key, Places places, Attempt... attempts) {
        archive.put(job, new Job(job, type, key, places, List.of(attempts)));
        return this;
    }

    private Forged change(String job, UnaryOperator<Job> change) {
        archive.computeIfPresent(job, (id, was) -> change.apply(was));
        return this;
    }
}
