package dev.baton.internal.runtime;

import dev.baton.internal.enqueue.Enqueuing;
import dev.baton.job.JobId;
import dev.baton.observe.Listener;
import dev.baton.observe.StartupProgress;
import dev.baton.store.JobView;
import dev.baton.store.Lag;
import dev.baton.store.LimitView;
import dev.baton.store.RouteCount;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What can be measured here and now; what is in the store is counted up to a bound. */
record Readings(Core core, Enqueuing enqueuing, @Nullable Engine engine, Steps steps) implements Listener.Gauges {

    private static final long COUNTED_MAX = 100_000;

    @Override
    public Instant now() {
        return core.now();
    }

    @Override
    public int running() {
        return engine == null ? 0 : engine.running();
    }

    @Override
    public Set<String> types() {
        return enqueuing.types();
    }

    @Override
    public List<RouteCount> counts() {
        return RouteCount.ofPlainRoutes(core.ask(open -> open.counts(COUNTED_MAX, now())));
    }

    @Override
    public Set<String> limitNames() {
        return engine == null ? Set.of() : engine.limitNames();
    }

    @Override
    public List<LimitView> limits() {
        return core.ask(open -> open.limits().all());
    }

    @Override
    public Lag lag(String type, Duration runningFor) {
        return core.ask(open -> open.lag(type, now().minus(runningFor), COUNTED_MAX));
    }

    @Override
    public Map<JobId, JobView.Standing> standings(Collection<JobId> jobs) {
        return core.ask(open -> open.standings(jobs, now()));
    }

    @Override
    public StartupProgress startup() {
        return steps.progress();
    }
}
