package dev.baton.internal.prune;

import dev.baton.job.JobId;
import dev.baton.store.FinishedJobs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Goes through what is over, in the order of its ends, for the types that are kept for one time. It remembers where it was, so that
 * what it passed over because it is kept longer is not looked at again by every round, but after a restart.
 */
final class Walk {

    /** What was committed late stands behind where the last round was; what came later than this is found after a restart. */
    private static final Duration LATE = Duration.ofHours(1);

    private record Place(Instant endedAt, Optional<JobId> job) {}

    private final Duration keep;
    private final Predicate<String> ofMine;
    private Place place = new Place(Instant.EPOCH, Optional.empty());
    private Place kept = place;
    private Optional<Instant> before = Optional.empty();
    private boolean over;
    private int removed;

    /** For types of which this is true. */
    Walk(Duration keep, Predicate<String> ofMine) {
        this.keep = keep;
        this.ofMine = ofMine;
    }

    /** A few steps on: the jobs to be removed among those it came by. What ends during a round is left to the next one. */
    List<JobId> look(FinishedJobs jobs, Instant now, int limit) {
        Instant until = before.orElseGet(() -> now.minus(keep));
        before = Optional.of(until);
        List<FinishedJobs.One> some = jobs.list(place.endedAt(), place.job(), until, limit);
        over = some.size() < limit;
        if (!some.isEmpty()) {
            FinishedJobs.One last = some.get(some.size() - 1);
            place = new Place(last.endedAt(), Optional.of(last.id()));
        }
        return some.stream()
                .filter(one -> ofMine.test(one.type()))
                .map(FinishedJobs.One::id)
                .toList();
    }

    /** Has it seen all that there is for this round? */
    boolean isOver() {
        return over;
    }

    /** What it came by so far is cared for. */
    void keepPlace() {
        kept = place;
    }

    /** Back to what was not cared for. */
    void goBack() {
        place = kept;
        over = false;
        before = Optional.empty();
    }

    void removed(int more) {
        removed += more;
    }

    /** So many jobs were removed. */
    int removed() {
        return removed;
    }

    /** They had ended before this time. */
    Instant endedBefore() {
        return before.orElseThrow();
    }

    /** The next round begins a little before where this one was. */
    void rest() {
        if (place.job().isPresent()) {
            place = new Place(place.endedAt().minus(LATE), Optional.empty());
        }
        kept = place;
        before = Optional.empty();
        over = false;
        removed = 0;
    }
}
