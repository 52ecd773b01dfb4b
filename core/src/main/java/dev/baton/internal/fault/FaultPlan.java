package dev.baton.internal.fault;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is to go wrong in this process, and where: {@code claim.afterCommit:halt@3} is to die when that point is reached for the third
 * time; several stand behind each other with commas between them. Before anything goes wrong it is said in the file that {@value
 * #LOG} names, so that nobody takes a run for a test in which nothing happened.
 */
final class FaultPlan {

    static final String PROPERTY = "baton.fault";
    static final String LOG = "baton.fault.log";

    private static final Pattern FAULT = Pattern.compile("([a-zA-Z.]+):([a-z]+)(?:@([1-9][0-9]{0,8}))?");
    private static final Duration DELAY = Duration.ofMillis(200);
    private static final Duration LOOK = Duration.ofMillis(5);
    /** What the shell says of a process that was ended by signal 9. */
    private static final int KILLED = 137;

    private final Map<FaultPoint, Fault> faults = new EnumMap<>(FaultPoint.class);
    private final Path log;

    /** This, the so-many-th time that its point is reached. */
    private record Fault(FaultPoint point, FaultAction action, int when, AtomicInteger reached) {
        @Override
        public String toString() {
            return point + ":" + action.name().toLowerCase(Locale.ROOT) + "@" + when;
        }
    }

    private FaultPlan(Path log) {
        this.log = log;
    }

    static FaultPlan of(Properties properties) {
        var plan = new FaultPlan(Path.of(properties.getProperty(LOG, "baton-faults.log")));
        String text = properties.getProperty(PROPERTY);
        if (text != null) {
            for (String each : text.split(",", -1)) {
                Fault fault = fault(each);
                if (plan.faults.put(fault.point(), fault) != null) {
                    throw new IllegalArgumentException(PROPERTY + " names " + fault.point() + " twice");
                }
            }
        }
        return plan;
    }

    private static Fault fault(String text) {
        Matcher matcher = FAULT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    PROPERTY + " is made of parts like claim.afterCommit:halt@3; this is none: " + text);
        }
        FaultPoint point = FaultPoint.of(matcher.group(1))
                .orElseThrow(() -> new IllegalArgumentException(PROPERTY + ": there is no point " + matcher.group(1)));
        var action = FaultAction.valueOf(matcher.group(2).toUpperCase(Locale.ROOT));
        int when = matcher.group(3) == null ? 1 : Integer.parseInt(matcher.group(3));
        return new Fault(point, action, when, new AtomicInteger());
    }

    void hit(FaultPoint point) {
        Fault fault = faults.get(point);
        if (fault != null && fault.reached().incrementAndGet() == fault.when()) {
            say(fault);
            strike(fault);
        }
    }

    private void strike(Fault fault) {
        switch (fault.action()) {
            case HALT -> Runtime.getRuntime().halt(KILLED);
            case PAUSE -> waitFor(Path.of(log + ".resume"));
            case THROW -> throw new IllegalStateException("This fault was asked for: " + fault);
            case DELAY -> LockSupport.parkNanos(DELAY.toNanos());
        }
    }

    private static void waitFor(Path resume) {
        while (!Files.exists(resume)) {
            LockSupport.parkNanos(LOOK.toNanos());
            Thread.interrupted(); // or nothing would be parked any more
        }
    }

    /** In the words of the logs that a checker reads: who, when, what; whole if it ends with a semicolon. */
    private void say(Fault fault) {
        String entry = "\n" + ProcessHandle.current().pid() + " " + System.nanoTime() + " fault " + fault + " ;";
        try (var file = new FileOutputStream(log.toFile(), true)) {
            file.write(entry.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
