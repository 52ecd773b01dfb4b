package dev.baton.faults.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Which mutant was caught by which test: lines for a file, and a table for people. */
final class Tally {

    private final Path file;
    private final List<String> facts = new ArrayList<>();
    private final List<String> table = new ArrayList<>();
    private int planted;
    private int survived;
    private double seconds;

    Tally(Path file) {
        this.file = file;
    }

    /** These tests are green without any defect. */
    void green(TestRun run) {
        seconds += seconds(run.took());
        facts.add("control." + run.testClass() + " = " + run.passed() + " tests green in " + text(run.took()) + " s");
    }

    /** These runs were to see the mutant. */
    void add(Mutant mutant, List<TestRun> runs) {
        planted++;
        boolean caught = runs.stream().allMatch(TestRun::isCaught);
        survived += caught ? 0 : 1;
        Duration took = runs.stream().map(TestRun::took).reduce(Duration.ZERO, Duration::plus);
        seconds += seconds(took);
        String name = "mutant." + mutant.name();
        facts.add(name + ".number = " + mutant.number());
        facts.add(name + ".breaks = " + mutant.breaks());
        facts.add(name + ".caught = " + caught);
        facts.add(name + ".caught-by = "
                + runs.stream()
                        .map(run -> run.isCaught() ? run.caughtBy() : "not by " + run.testClass())
                        .collect(Collectors.joining("; ")));
        facts.add(name + ".seconds = " + text(took));
        for (TestRun run : runs) {
            String verdict = run.isCaught() ? run.caughtBy() + ": " + run.message() : "SURVIVED " + run.testClass();
            table.add(String.format(Locale.ROOT, "%-28s %5s s  %s", mutant.name(), text(run.took()), verdict));
        }
    }

    private static double seconds(Duration took) {
        return took.toMillis() / 1e3;
    }

    private static String text(Duration took) {
        return String.format(Locale.ROOT, "%.1f", seconds(took));
    }

    void write() throws IOException {
        facts.add("mutants = " + planted);
        facts.add("survived = " + survived);
        facts.add(String.format(Locale.ROOT, "seconds = %.1f", seconds));
        Files.createDirectories(file.getParent());
        Files.write(file, facts);
        table.forEach(System.out::println);
    }
}
