package dev.baton.internal.dispatch;

import dev.baton.observe.Event;
import dev.baton.store.NodeId;
import dev.baton.supervise.Timeline;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What a dispatcher lives among.
 *
 * @param me who this node is, if it may begin anything now
 */
public record Surroundings(
        Timeline time,
        Threads threads,
        Writers writers,
        Consumer<Event> events,
        Supplier<Optional<NodeId>> me,
        Wakes wakes) {

    /** Who is told: that something can begin, that something began whose time is short, that something is over. */
    public record Wakes(Runnable begin, Runnable hurry, Runnable over) {}

    /** Who writes down how attempts end, and what they keep meanwhile. */
    public record Writers(Ends ends, Keeping keeping) {}

    Ends ends() {
        return writers.ends();
    }

    Keeping keeping() {
        return writers.keeping();
    }
}
