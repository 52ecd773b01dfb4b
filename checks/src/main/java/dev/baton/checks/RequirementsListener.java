package dev.baton.checks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Pattern;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes which requirements were proven by this module's tests to {@code target/requirements.csv}: a line for every number
 * tagged on a test that really ran, with its result. Found by JUnit through its service file.
 */
public final class RequirementsListener implements TestExecutionListener {

    /** What a requirement's number looks like. */
    public static final Pattern NUMBER = Pattern.compile("R-\\d{3}-\\d{2}");

    private final Path report;
    private final Set<String> lines = new ConcurrentSkipListSet<>();

    /** Writes to the place where the build expects it. */
    public RequirementsListener() {
        this(Path.of("target", "requirements.csv"));
    }

    RequirementsListener(Path report) {
        this.report = report;
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (test.isTest()) {
            test.getTags().stream()
                    .filter(tag -> NUMBER.matcher(tag.getName()).matches())
                    .forEach(tag -> lines.add(tag.getName() + "," + nameOf(test) + "," + result.getStatus()));
        }
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        try {
            if (report.getParent() != null) {
                Files.createDirectories(report.getParent());
            }
            Files.writeString(report, "requirement,test,result\n" + String.join("\n", lines) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException("The requirements report could not be written to " + report, e);
        }
    }

    private static String nameOf(TestIdentifier test) {
        return test.getSource()
                .filter(MethodSource.class::isInstance)
                .map(MethodSource.class::cast)
                .map(method -> method.getClassName() + "#" + method.getMethodName())
                .orElse(test.getUniqueId());
    }
}
