package dev.baton.checker;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What was in the file at some moment of all that must never change again, row by row as text.
 *
 * @param attempts the archive, by the number of the row
 * @param jobs what jobs are, by their ids
 */
public record Snapshot(Map<String, String> attempts, Map<String, String> jobs) {

    private static final Set<String> FINAL = Set.of("DONE", "CANCELLED");
    private static final int KIND = 3;

    /** What of this is not the same later. */
    public List<Finding> changedIn(Snapshot later) {
        var findings = new ArrayList<Finding>();
        compare("attempt", attempts, later.attempts, findings);
        compare("job", jobs, later.jobs, findings);
        return findings;
    }

    private static void compare(
            String what, Map<String, String> before, Map<String, String> after, List<Finding> findings) {
        before.forEach((name, content) -> {
            String now = after.get(name);
            String about = what.equals("job") ? name : content.split(" ", 2)[0];
            if (now == null) {
                findings.add(new Finding("C7", about, what + " " + name + ": was erased; it was: " + content));
            } else if (!now.equals(content)) {
                findings.add(
                        new Finding("C7", about, what + " " + name + ": was changed from: " + content + " to: " + now));
            }
        });
    }

    /** What of this is not the same later, where jobs that were over may have been removed: each whole, with all its attempts. */
    public List<Finding> tornIn(Snapshot later) {
        var kept = new LinkedHashMap<>(attempts);
        var findings = new ArrayList<Finding>();
        attempts.forEach((row, content) -> {
            String job = content.split(" ", 2)[0];
            if (!later.jobs.containsKey(job)) {
                kept.remove(row);
                if (later.attempts.containsKey(row)) {
                    findings.add(
                            new Finding("C7", job, "job " + job + ": was removed, and attempt " + row + " was not"));
                }
            }
        });
        var keptJobs = new LinkedHashMap<>(jobs);
        keptJobs.keySet().removeIf(job -> !later.jobs.containsKey(job) && isOver(job));
        compare("attempt", kept, later.attempts, findings);
        compare("job", keptJobs, later.jobs, findings);
        return findings;
    }

    private boolean isOver(String job) {
        return attempts.values().stream()
                .map(content -> content.split(" "))
                .anyMatch(words -> words[0].equals(job) && FINAL.contains(words[KIND]));
    }
}
