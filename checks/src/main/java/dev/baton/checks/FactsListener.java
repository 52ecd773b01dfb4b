package dev.baton.checks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Writes what a test reports of itself, such as how many seeds it tried, to {@code target/facts}, a file of lines for each
 * test that passed; docs/faults.md is made of these. What an earlier run has left of a test that fails now is removed. Found by
 * JUnit through its service file.
 */
public final class FactsListener implements TestExecutionListener {

    private final Path folder;
    private final Map<String, Map<String, String>> facts = new ConcurrentHashMap<>();

    /** Writes to the place where the build expects it. */
    public FactsListener() {
        this(Path.of("target", "facts"));
    }

    FactsListener(Path folder) {
        this.folder = folder;
    }

    @Override
    public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
        facts.computeIfAbsent(test.getUniqueId(), any -> new ConcurrentHashMap<>())
                .putAll(entry.getKeyValuePairs());
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        Map<String, String> reported = facts.remove(test.getUniqueId());
        if (test.getSource().orElse(null) instanceof MethodSource method) {
            Path file = folder.resolve(method.getJavaClass().getSimpleName() + "." + method.getMethodName() + ".txt");
            try {
                if (reported == null || result.getStatus() != Status.SUCCESSFUL) {
                    Files.deleteIfExists(file);
                } else {
                    Files.createDirectories(folder);
                    Files.writeString(file, text(reported));
                }
            } catch (IOException e) {
                throw new UncheckedIOException("What a test reports could not be written to " + file, e);
            }
        }
    }

    private static String text(Map<String, String> reported) {
        return new TreeMap<>(reported)
                .entrySet().stream()
                        .map(fact -> fact.getKey() + " = " + fact.getValue() + "\n")
                        .collect(Collectors.joining());
    }
}
