package dev.baton.faults.mutants;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Which mutant was caught by which test, a line for each, for people. */
final class Tally {

    private final List<String> lines = new ArrayList<>();

    /** These runs were to see the mutant. */
    void add(Mutant mutant, List<TestRun> runs) {
        for (TestRun run : runs) {
            String verdict = run.isCaught() ? run.caughtBy() + ": " + run.message() : "SURVIVED " + run.testClass();
            double seconds = run.took().toMillis() / 1e3;
            lines.add(String.format(Locale.ROOT, "%-28s %5.1f s  %s", mutant.name(), seconds, verdict));
        }
    }

    /** The tests that saw it, by class and method. */
    static String caughtBy(List<TestRun> runs) {
        return runs.stream()
                .filter(TestRun::isCaught)
                .map(run -> run.caughtBy()
                        .replaceFirst("^.*\\.([^.#]+)#(.*)$", "`$1` *$2*")
                        .replace('_', ' '))
                .collect(Collectors.joining("; "));
    }

    List<String> lines() {
        return lines;
    }
}
