package dev.baton.outbox;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.observe.Listener.Gauges;
import dev.baton.observe.StartupProgress;
import dev.baton.store.JobView;
import dev.baton.store.Lag;
import dev.baton.store.Route;
import dev.baton.store.RouteCount;
import dev.baton.store.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a store would answer, as a test says it. */
final class SaidGauges implements Gauges {

    static final Route PAYMENTS = new Route("outbox.sepa", "outbox.payment", 1);

    private final InstantSource clock;
    final List<RouteCount> counts = new ArrayList<>();
    Optional<Instant> oldest = Optional.empty();
    long stuck;
    boolean away;

    SaidGauges(InstantSource clock) {
        this.clock = clock;
    }

    void count(Route route, JobState state, long howMany) {
        counts.removeIf(count -> count.route().equals(route) && count.state() == state);
        counts.add(new RouteCount(route, state, howMany, false));
    }

    @Override
    public List<RouteCount> counts() {
        if (away) {
            throw new StoreUnavailableException("AWAY", "It is away.", new IllegalStateException());
        }
        return List.copyOf(counts);
    }

    @Override
    public Lag lag(String type, Duration runningFor) {
        return type.equals(PAYMENTS.type()) ? new Lag(oldest, stuck) : new Lag(Optional.empty(), 0);
    }

    @Override
    public Instant now() {
        return clock.instant();
    }

    @Override
    public Map<JobId, JobView.Standing> standings(Collection<JobId> jobs) {
        return Map.of();
    }

    @Override
    public int running() {
        return 0;
    }

    @Override
    public Set<String> types() {
        return Set.of(PAYMENTS.type());
    }

    @Override
    public StartupProgress startup() {
        throw new UnsupportedOperationException();
    }
}
