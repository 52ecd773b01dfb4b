package dev.baton.checks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Writes what a test reports of itself, such as how many seeds it tried, to {@code target/facts}, a file of lines for each
 * test that passed; docs/faults.md is made of these. A test that is run with several parameters has one file for all, if all of
 * them passed. What an earlier run has left of a test that fails now is removed. Found by JUnit through its service file.
 */
public final class FactsListener implements TestExecutionListener {

    private final Path folder;
    private final Map<String, Map<String, String>> reported = new ConcurrentHashMap<>();
    private final Map<Path, Map<String, String>> passed = new ConcurrentHashMap<>();
    private final Set<Path> failed = ConcurrentHashMap.newKeySet();

    /** Writes to the place where the build expects it. */
    public FactsListener() {
        this(Path.of("target", "facts"));
    }

    FactsListener(Path folder) {
        this.folder = folder;
    }

    @Override
    public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
        reported.computeIfAbsent(test.getUniqueId(), any -> new ConcurrentHashMap<>())
                .putAll(entry.getKeyValuePairs());
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        Map<String, String> facts = reported.remove(test.getUniqueId());
        if (test.isTest() && test.getSource().orElse(null) instanceof MethodSource method) {
            Path file = folder.resolve(method.getJavaClass().getSimpleName() + "." + method.getMethodName() + ".txt");
            if (result.getStatus() != Status.SUCCESSFUL) {
                failed.add(file);
                write(file);
            } else if (facts != null) {
                passed.computeIfAbsent(file, any -> new ConcurrentSkipListMap<>())
                        .putAll(facts);
                write(file);
            }
        }
    }

    private void write(Path file) {
        try {
            if (failed.contains(file)) {
                Files.deleteIfExists(file);
            } else {
                Files.createDirectories(folder);
                Files.writeString(file, text(passed.getOrDefault(file, Map.of())));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("What a test reports could not be written to " + file, e);
        }
    }

    private static String text(Map<String, String> facts) {
        return facts.entrySet().stream()
                .map(fact -> fact.getKey() + " = " + fact.getValue() + "\n")
                .collect(Collectors.joining());
    }
}
