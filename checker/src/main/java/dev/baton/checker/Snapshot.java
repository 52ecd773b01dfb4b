package dev.baton.checker;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What was in the file at some moment of all that must never change again, row by row as text.
 *
 * @param attempts the archive, by the number of the row
 * @param jobs what jobs are, by their ids
 */
public record Snapshot(Map<String, String> attempts, Map<String, String> jobs) {

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
}
