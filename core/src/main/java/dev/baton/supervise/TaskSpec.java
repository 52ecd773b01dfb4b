package dev.baton.supervise;

import dev.baton.internal.tell.Printable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A task as it is registered: its name, how to make a fresh one, and what is asked of this task alone. Immutable. */
public final class TaskSpec {

    private static final int NAME_MAX = 200;

    private final String name;
    private final Supplier<? extends Task> factory;
    private final boolean mustNotExit;
    private final @Nullable Duration hangAfter;
    private final @Nullable RestartPolicy restart;

    private TaskSpec(
            String name,
            Supplier<? extends Task> factory,
            boolean mustNotExit,
            @Nullable Duration hangAfter,
            @Nullable RestartPolicy restart) {
        this.name = Objects.requireNonNull(name, "name");
        this.factory = Objects.requireNonNull(factory, "factory");
        this.mustNotExit = mustNotExit;
        this.hangAfter = hangAfter;
        this.restart = restart;
    }

    /** A task that may return, is never suspected of hanging, and restarts as the supervisor says. */
    public static TaskSpec of(String name, Supplier<? extends Task> factory) {
        return new TaskSpec(name, factory, false, null, null);
    }

    /** For tasks meant to run for ever: returning counts as a failure and leads to a restart. Default: returning is fine. */
    public TaskSpec mustNotExit() {
        return new TaskSpec(name, factory, true, hangAfter, restart);
    }

    /**
     * A run that neither beats nor sleeps for longer than this is interrupted and counts as failed. It is noticed at a
     * health check, so leave room for a few of them. Default: never.
     */
    public TaskSpec hangAfter(Duration silence) {
        return new TaskSpec(name, factory, mustNotExit, Objects.requireNonNull(silence, "silence"), restart);
    }

    /** Restarts this task by a policy of its own. Default: the supervisor's. */
    public TaskSpec restart(RestartPolicy policy) {
        return new TaskSpec(name, factory, mustNotExit, hangAfter, Objects.requireNonNull(policy, "policy"));
    }

    String name() {
        return name;
    }

    Supplier<? extends Task> factory() {
        return factory;
    }

    boolean returnIsFailure() {
        return mustNotExit;
    }

    Optional<Duration> hangAfter() {
        return Optional.ofNullable(hangAfter);
    }

    RestartPolicy restartOr(RestartPolicy supervisors) {
        return restart == null ? supervisors : restart;
    }

    List<String> faults() {
        var faults = new ArrayList<String>();
        if (name.isBlank() || name.length() > NAME_MAX || name.chars().anyMatch(Character::isISOControl)) {
            faults.add("a task's name has 1 to " + NAME_MAX
                    + " characters, not all blank and none a control character; got " + Printable.quoted(name));
        }
        if (hangAfter != null && (hangAfter.isNegative() || hangAfter.isZero())) {
            faults.add("hangAfter of task " + Printable.quoted(name) + " must be positive; got " + hangAfter);
        }
        if (restart != null) {
            faults.addAll(restart.faults());
        }
        return faults;
    }
}
