package dev.baton;

import dev.baton.observe.Event;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * What a process does when a job of a type fails for good: it takes no more of that type for a while, so that whatever is wrong
 * does not fail all of them, and then tries again. Immutable.
 *
 * @param pause how long none of the type are taken
 * @param alertEvery how long nobody is alerted again
 * @param alert who is alerted: told a {@link Event.CircuitOpened} or {@link Event.CircuitRecoveryFailed}, on the thread of the
 *     listeners. If it throws, nobody was, and the next one is told at once
 */
public record Circuit(Duration pause, Duration alertEvery, Consumer<Event.JobEvent> alert) {

    /** With all of it, none missing. */
    public Circuit {
        Objects.requireNonNull(pause, "pause");
        Objects.requireNonNull(alertEvery, "alertEvery");
        Objects.requireNonNull(alert, "alert");
    }

    /** Pauses so long, and alerts nobody; the events say what happens. */
    public static Circuit pausing(Duration pause) {
        return new Circuit(pause, Duration.ofHours(1), event -> {});
    }

    /** The same, and alerts this one, but not again before so much time has passed. */
    public Circuit alerting(Duration atMostEvery, Consumer<Event.JobEvent> who) {
        return new Circuit(pause, atMostEvery, who);
    }
}
