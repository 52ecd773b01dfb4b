package dev.baton.faults.mutants;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeoutException;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** A process that runs the tests of one class until one of them fails, and writes down which and why. */
final class FirstFailure implements TestExecutionListener {

    private static final int MESSAGE_MAX = 300;

    private final Path report;
    private int passed;

    private FirstFailure(Path report) {
        this.report = report;
    }

    /** With the class, or one that is nested in it, and the file to write to. */
    public static void main(String[] args) throws ClassNotFoundException {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selected(args[0]))
                .filters(TagFilter.excludeTags("long", "mutants"))
                .configurationParameter("junit.jupiter.execution.timeout.default", "60 s")
                .configurationParameter("junit.jupiter.execution.timeout.thread.mode.default", "SEPARATE_THREAD")
                .build();
        var listener = new FirstFailure(Path.of(args[1]));
        LauncherFactory.create().execute(request, listener);
        listener.end("", "", false);
    }

    /** Contracts have many nested classes, and of a mutant one knows which must see it. */
    private static DiscoverySelector selected(String name) throws ClassNotFoundException {
        String[] parts = name.split("/", 2);
        Class<?> test = Class.forName(parts[0]);
        return parts.length == 1
                ? DiscoverySelectors.selectClass(test)
                : DiscoverySelectors.selectNestedClass(
                        List.of(test), Class.forName(test.getSuperclass().getName() + "$" + parts[1]));
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() == TestExecutionResult.Status.SUCCESSFUL) {
            passed += test.isTest() ? 1 : 0;
            return;
        }
        Throwable why = result.getThrowable().orElseGet(() -> new IllegalStateException("aborted"));
        why.printStackTrace();
        end(nameOf(test), described(why), why instanceof TimeoutException);
    }

    private static String nameOf(TestIdentifier test) {
        return test.getSource()
                .filter(MethodSource.class::isInstance)
                .map(MethodSource.class::cast)
                .map(MethodSource::getMethodName)
                .orElse(test.getDisplayName());
    }

    /** The last cause says most. */
    private static String described(Throwable why) {
        Throwable cause = why;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String line = String.valueOf(cause).replaceAll("\\s+", " ");
        return line.length() <= MESSAGE_MAX ? line : line.substring(0, MESSAGE_MAX) + "…";
    }

    /** Halts, and takes its servers along: what the mutant has broken may keep a thread for ever. */
    private void end(String test, String message, boolean timedOut) {
        var found = new Properties();
        found.setProperty("passed", Integer.toString(passed));
        found.setProperty("failed", test);
        found.setProperty("message", message);
        found.setProperty("timed-out", Boolean.toString(timedOut));
        try (Writer writer = Files.newBufferedWriter(report)) {
            found.store(writer, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        Runtime.getRuntime().halt(0);
    }
}
