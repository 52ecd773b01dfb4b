package dev.baton.examples.payments.judge;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is to be said of a run.
 *
 * @param findings what is wrong; nothing, if the promises were kept
 * @param troubles what went wrong with calls, and how often
 * @param doubledByPause how many a queryable rail has taken twice, as a process stood still between gate and call for longer than
 *     anybody waits: that can be, and is counted
 */
public record Verdict(
        List<String> findings,
        Map<String, Integer> troubles,
        int blows,
        int payments,
        int blocked,
        int doubledByPause) {

    /**
     * Of this run.
     *
     * @param hole the time-out and the quiet time of the rails together
     */
    public static Verdict of(Case run, Duration hole) {
        var book = new BookCheck(run, hole);
        var findings = new ArrayList<>(book.findings());
        findings.addAll(new LedgerCheck(run, book.doubledByPause()).findings());
        findings.addAll(new LaneCheck(run).findings());
        var troubles = new TreeMap<String, Integer>();
        run.book().stream()
                .map(Entry::trouble)
                .filter(trouble -> !trouble.equals("NONE"))
                .forEach(trouble -> troubles.merge(trouble, 1, Integer::sum));
        return new Verdict(
                findings,
                troubles,
                run.blows(),
                run.tables().jobs().size(),
                (int) run.tables().jobs().stream().filter(Tables.Job::blocks).count(),
                book.doubledByPause().size());
    }

    /** Was there anything to judge? Where nothing went wrong, nothing was shown. */
    public boolean isValid() {
        return !troubles.isEmpty() && blows > 0 && payments > 0;
    }

    /** Were the promises kept, in a run that shows something? */
    public boolean holds() {
        return isValid() && findings.isEmpty();
    }
}
