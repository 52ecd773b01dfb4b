package dev.baton.internal.recover;

import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.Turn;
import dev.baton.observe.Event;
import dev.baton.store.JobStore;
import dev.baton.store.NodeId;
import dev.baton.store.Recovered;
import dev.baton.store.Route;
import dev.baton.store.RouteCount;
import dev.baton.supervise.Timeline;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Takes back what dead nodes held: all of it before any handler runs, and from then on a batch at a time. */
public final class Recovering {

    private static final int BATCH = 500;
    private static final long COUNTED_MAX = 10_000;
    private static final String LOST_TOO_OFTEN = "It was lost with its process too often.";
    private static final String IN_DOUBT = "It was lost with its process, and nobody knows whether its work was done.";

    private final JobStore store;
    private final Timeline time;
    private final Duration every;
    private final Consumer<Event> events;
    private final Predicate<Route> blocksLanes;
    private Optional<JobId> after = Optional.empty();

    /** Recovers every so often. */
    public Recovering(
            JobStore store, Timeline time, Duration every, Consumer<Event> events, Predicate<Route> blocksLanes) {
        this.blocksLanes = blocksLanes;
        this.store = store;
        this.time = time;
        this.every = every;
        this.events = events;
    }

    /**
     * Before any handler runs: all that dead nodes held, in the order of its creation. One job that cannot be moved is told and
     * skipped.
     *
     * @throws BatonException with the code {@code RECOVERY_FAILED} if the store could not be asked; nothing may start then
     */
    public Event.RecoveryCompleted recoverAll(NodeId node) {
        long began = time.nanos();
        events.accept(new Event.RecoveryStarted(node));
        int moved = 0;
        after = Optional.empty();
        do {
            refuseIfInterrupted();
            moved += orFail("the jobs that were running", this::recoverBatch);
        } while (after.isPresent());
        List<RouteCount> counts = orFail(
                "the jobs that are pending",
                () -> store.counts(COUNTED_MAX, store.clock().instant()));
        long pending = 0;
        boolean more = false;
        for (RouteCount count : counts) {
            if (count.state().isPending()) {
                pending += count.count();
                more |= count.more();
            }
        }
        var completed = new Event.RecoveryCompleted(
                moved,
                Math.min(pending, COUNTED_MAX),
                more || pending > COUNTED_MAX,
                Duration.ofNanos(time.nanos() - began));
        events.accept(completed);
        return completed;
    }

    private static void refuseIfInterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw new BatonException(
                    "INTERRUPTED",
                    "The start was interrupted during recovery, so nothing was started; what was recovered stays so.");
        }
    }

    /** One batch of what nodes held that died since. Answers when to look again. */
    public Duration runOnce() {
        recoverBatch();
        return after.isPresent() ? Duration.ZERO : every;
    }

    private int recoverBatch() {
        Recovered recovered = store.recover(after, BATCH, store.clock().instant());
        for (Recovered.Moved moved : recovered.moved()) {
            events.accept(new Event.JobRecovered(
                    moved.id(), moved.route().type(), moved.route().queue(), moved.fence(), moved.to()));
        }
        recovered.moved().stream().filter(moved -> moved.to().isParked()).forEach(this::tellParked);
        for (Recovered.Skipped skipped : recovered.skipped()) {
            events.accept(new Event.RecoveryError("job " + skipped.id(), skipped.reason()));
        }
        int seen = recovered.moved().size() + recovered.skipped().size();
        after = seen < BATCH ? Optional.empty() : recovered.last();
        return recovered.moved().size();
    }

    private void tellParked(Recovered.Moved moved) {
        Route route = moved.route();
        events.accept(
                moved.to() == JobState.DEAD
                        ? new Event.JobFailed(
                                moved.id(), route.type(), route.queue(), 0, Duration.ZERO, "LOST", LOST_TOO_OFTEN)
                        : new Event.JobHeld(
                                moved.id(), route.type(), route.queue(), 0, Duration.ZERO, "LOST", IN_DOUBT));
        Optional<Turn> turn = blocksLanes.test(route)
                ? store.find(moved.id(), store.clock().instant())
                        .filter(job -> job.standing().inLane())
                        .flatMap(job -> job.facts().turn())
                : Optional.empty();
        turn.ifPresent(place -> events.accept(new Event.LaneBlocked(
                moved.id(), route.type(), route.queue(), place.lane(), place.sequence(), moved.to())));
    }

    private <T> T orFail(String what, Supplier<T> step) {
        try {
            return step.get();
        } catch (RuntimeException e) {
            events.accept(new Event.RecoveryError(what, String.valueOf(e.getMessage())));
            throw new BatonException(
                    "RECOVERY_FAILED",
                    "Recovery could not ask the store for " + what + ", so nothing was started: " + e.getMessage(),
                    e);
        }
    }
}
