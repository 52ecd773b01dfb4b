package dev.baton.testkit.store.walk;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.Turn;
import dev.baton.store.ActionView;
import dev.baton.store.AttemptView;
import dev.baton.store.Cursor;
import dev.baton.store.Held;
import dev.baton.store.JobFilter;
import dev.baton.store.JobStore;
import dev.baton.store.JobView;
import dev.baton.store.Lag;
import dev.baton.store.Limit;
import dev.baton.store.LimitView;
import dev.baton.store.NodeBeat;
import dev.baton.store.NodeId;
import dev.baton.store.Payload;
import dev.baton.store.RouteCount;
import dev.baton.store.Situation;
import dev.baton.store.Switch;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Everything that can be read from a store at one moment: equal for equal stores.
 *
 * @param jobs all of them by id
 * @param rest what is kept beside them
 * @param derived what follows from both, if it was asked for
 */
record Dump(Map<JobId, Job> jobs, Rest rest, Optional<Derived> derived) {

    private static final int ALL = 10_000;
    private static final Duration RUNS_LONG = Duration.ofSeconds(1);

    static final Dump EMPTY = new Dump(
            new TreeMap<>(),
            new Rest(Set.of(), List.of(), List.of(), List.of(), Map.of()),
            Optional.of(Derived.NOTHING));

    /** All of one job. */
    record Job(JobView view, Kept kept) {
        JobState state() {
            return view.standing().state();
        }

        Optional<Turn> turn() {
            return view.facts().turn();
        }

        boolean inLane() {
            return view.standing().inLane();
        }

        List<AttemptView> attempts() {
            return kept.attempts();
        }
    }

    /** What is kept beside a job. */
    record Kept(List<AttemptView> attempts, Optional<Payload> payload, Optional<String> checkpoint) {}

    /** What is not about one job; what every node holds, whether it lives or not. */
    record Rest(
            Set<NodeBeat> live,
            List<Cursor> cursors,
            List<Switch> switches,
            List<ActionView> actions,
            Map<NodeId, List<Held>> held) {}

    /** What a store works out when it is asked: how many stand where, what keeps a pending job from running, what is used of limits. */
    record Derived(
            Set<RouteCount> counts,
            Map<String, Lag> lags,
            Map<JobId, JobView.Standing> standings,
            Map<JobId, Situation> situations,
            List<LimitView> limits) {

        static final Derived NOTHING = new Derived(Set.of(), Map.of(), Map.of(), Map.of(), List.of());

        private static Derived of(JobStore store, Map<JobId, Job> jobs, Instant now) {
            var situations = new TreeMap<JobId, Situation>();
            jobs.forEach((id, job) -> {
                if (job.state().isPending()) {
                    store.situation(id, now).ifPresent(situation -> situations.put(id, situation));
                }
            });
            var lags = new TreeMap<String, Lag>();
            jobs.values()
                    .forEach(job -> lags.computeIfAbsent(
                            job.view().route().type(), type -> store.lag(type, now.minus(RUNS_LONG), ALL)));
            return new Derived(
                    Set.copyOf(store.counts(ALL, now)),
                    lags,
                    store.standings(jobs.keySet(), now),
                    situations,
                    store.limits().all().stream()
                            .filter(view -> isUsed(view, now))
                            .toList());
        }

        /** What was only declared is as good as not there. */
        private static boolean isUsed(LimitView view, Instant now) {
            return view.inUse() > 0
                    || !view.tokens(now).equals(view.limit().rate().map(Limit.Rate::burst));
        }
    }

    /** All of it. */
    static Dump of(JobStore store, Collection<NodeId> nodes, Instant now) {
        Dump contents = contents(store, nodes, now);
        return new Dump(contents.jobs, contents.rest, Optional.of(Derived.of(store, contents.jobs, now)));
    }

    /** What the store keeps; what follows from it is not asked for. */
    static Dump contents(JobStore store, Collection<NodeId> nodes, Instant now) {
        var jobs = new TreeMap<JobId, Job>();
        for (JobView view : store.list(JobFilter.ALL, Optional.empty(), ALL, now)) {
            jobs.put(view.id(), new Job(view, kept(store, view.id())));
        }
        return new Dump(jobs, rest(store, nodes), Optional.empty());
    }

    private static Kept kept(JobStore store, JobId id) {
        return new Kept(store.attempts(id), store.payload(id), store.checkpoint(id));
    }

    private static Rest rest(JobStore store, Collection<NodeId> nodes) {
        var held = new LinkedHashMap<NodeId, List<Held>>();
        nodes.forEach(node -> held.put(node, store.heldBy(node)));
        held.values().removeIf(List::isEmpty);
        return new Rest(new HashSet<>(store.liveNodes()), store.cursors(), store.switches(), store.actions(ALL), held);
    }

    /** The same whatever the order in which commands were put on record. */
    Dump withoutOrderOfActions() {
        List<ActionView> sorted = rest.actions().stream()
                .sorted(Comparator.comparing(ActionView::toString))
                .toList();
        return new Dump(jobs, new Rest(rest.live(), rest.cursors(), rest.switches(), sorted, rest.held()), derived);
    }

    /** One that is there. */
    Job job(JobId id) {
        return Objects.requireNonNull(jobs.get(id), () -> "no job " + id);
    }

    /** What keeps a pending job from running. */
    Optional<Situation> situation(JobId id) {
        return derived.map(all -> all.situations().get(id));
    }

    /** Where they differ, in words; empty if they do not. What one of them does not know is not compared. */
    Optional<String> differsFrom(Dump other) {
        for (JobId id : jobs.keySet()) {
            if (!job(id).equals(other.jobs.get(id))) {
                return Optional.of(job(id) + "\n   and " + other.jobs.get(id));
            }
        }
        if (!jobs.keySet().equals(other.jobs.keySet())) {
            return Optional.of("the jobs " + jobs.keySet() + "\n   and " + other.jobs.keySet());
        }
        if (!rest.equals(other.rest)) {
            return Optional.of(rest + "\n   and " + other.rest);
        }
        return derived.flatMap(ours ->
                other.derived.filter(theirs -> !ours.equals(theirs)).map(theirs -> ours + "\n   and " + theirs));
    }
}
