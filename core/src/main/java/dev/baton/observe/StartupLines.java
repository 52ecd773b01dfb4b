package dev.baton.observe;

import dev.baton.internal.tell.Printable;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A listener that says how a start goes, for who watches a terminal: one line when a step begins, one when it ends, and one for the
 * whole. Lines are plain text without control characters, so they may as well go to a file.
 */
public final class StartupLines implements Listener {

    private static final int LINE_MAX = 400;

    private final Consumer<String> lines;

    /** Hands each line, without an end of line, to this, such as {@code System.out::println}. */
    public StartupLines(Consumer<String> lines) {
        this.lines = Objects.requireNonNull(lines, "lines");
    }

    @Override
    public void on(Event event) {
        if (event instanceof Event.StartupStepStarted step) {
            say(step.step(), step.labels() + of(step.jobs()) + leftBehind(step.adopted()));
        } else if (event instanceof Event.StartupStepCompleted step) {
            say(step.step(), (step.jobs() == 0 ? "nothing to do" : "done") + after(step.took()));
        } else if (event instanceof Event.StartupCompleted all) {
            say("start-up completed, " + count(all.steps(), "step") + after(all.took()));
        } else if (event instanceof Event.StartupFailed failed) {
            say("start-up failed at step " + failed.step() + ": " + failed.code() + ", " + failed.message());
        }
    }

    private static String of(int jobs) {
        return jobs == 1 ? "" : ", " + count(jobs, "job");
    }

    private static String leftBehind(int adopted) {
        return adopted == 0 ? "" : ", " + adopted + " left behind by an earlier start";
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    private static String after(Duration took) {
        return String.format(Locale.ROOT, ", %.1f s", took.toMillis() / 1000.0);
    }

    private void say(int step, String what) {
        say("step " + step + ": " + what);
    }

    private void say(String line) {
        lines.accept(Printable.of(line, LINE_MAX));
    }
}
