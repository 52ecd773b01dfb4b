package dev.baton.checker;

import java.util.ArrayList;
import java.util.List;

/** A verdict for people: what is wrong, and of the first of it all that is known, so that it can be understood and played again. */
public final class Report {

    private static final int FINDINGS_MAX = 20;
    private static final int TIMELINE_MAX = 200;

    private Report() {}

    /** In lines. How to play the run again says who made it. */
    public static List<String> of(Verdict verdict, Account account, Archive archive, String replay) {
        var lines = new ArrayList<String>();
        lines.add("verdict: " + verdict.result() + ", " + verdict.findings().size() + " findings, "
                + verdict.faultsFired() + " faults fired, " + verdict.jobs().enqueued() + " jobs");
        verdict.findings().stream().limit(FINDINGS_MAX).forEach(finding -> lines.add("  " + finding));
        if (!verdict.findings().isEmpty()) {
            Finding first = verdict.findings().get(0);
            lines.add("all that is known of " + (first.about().isEmpty() ? "it" : first.about()) + ":");
            account.timeline(first.about()).stream()
                    .limit(TIMELINE_MAX)
                    .map(entry -> "  " + entry)
                    .forEach(lines::add);
            archive.jobs().values().stream()
                    .filter(job ->
                            job.id().equals(first.about()) || job.turn().lane().equals(first.about()))
                    .limit(TIMELINE_MAX)
                    .forEach(job -> lines.add("  archive: " + job));
        }
        lines.add("faults: " + String.join(" | ", account.faults()));
        lines.add("replay: " + replay);
        return lines;
    }
}
