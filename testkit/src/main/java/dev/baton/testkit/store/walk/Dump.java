package dev.baton.testkit.store.walk;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.Turn;
import dev.baton.store.ActionView;
import dev.baton.store.AttemptView;
import dev.baton.store.Held;
import dev.baton.store.JobFilter;
import dev.baton.store.JobStore;
import dev.baton.store.JobView;
import dev.baton.store.NodeBeat;
import dev.baton.store.NodeId;
import dev.baton.store.Payload;
import dev.baton.store.RouteCount;
import dev.baton.store.Situation;
import dev.baton.store.Switch;
import java.time.Instant;
import java.util.Collection;
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
 * @param rest what is not about one job
 */
record Dump(Map<JobId, Job> jobs, Rest rest) {

    private static final int ALL = 10_000;

    static final Dump EMPTY =
            new Dump(new TreeMap<>(), new Rest(Set.of(), Set.of(), List.of(), List.of(), Map.of(), Map.of()));

    /** All of one job, and what keeps it from running as long as it is pending. */
    record Job(JobView view, Kept kept, Optional<Situation> situation) {
        JobState state() {
            return view.standing().state();
        }

        Optional<Turn> turn() {
            return view.facts().turn();
        }

        List<AttemptView> attempts() {
            return kept.attempts();
        }
    }

    /** What is kept beside a job. */
    record Kept(List<AttemptView> attempts, Optional<Payload> payload, Optional<String> checkpoint) {}

    /** What is not about one job; what every node holds, whether it lives or not. */
    record Rest(
            Set<RouteCount> counts,
            Set<NodeBeat> live,
            List<Switch> switches,
            List<ActionView> actions,
            Map<NodeId, List<Held>> held,
            Map<JobId, JobView.Standing> standings) {}

    static Dump of(JobStore store, Collection<NodeId> nodes, Instant now) {
        var jobs = new TreeMap<JobId, Job>();
        for (JobView view : views(store, now)) {
            jobs.put(view.id(), job(store, view, now));
        }
        return new Dump(jobs, rest(store, jobs.keySet(), nodes, now));
    }

    static List<JobView> views(JobStore store, Instant now) {
        return store.list(JobFilter.ALL, Optional.empty(), ALL, now);
    }

    private static Job job(JobStore store, JobView view, Instant now) {
        var kept = new Kept(store.attempts(view.id()), store.payload(view.id()), store.checkpoint(view.id()));
        boolean pending = view.standing().state().isPending();
        return new Job(view, kept, pending ? store.situation(view.id(), now) : Optional.empty());
    }

    private static Rest rest(JobStore store, Set<JobId> jobs, Collection<NodeId> nodes, Instant now) {
        var held = new LinkedHashMap<NodeId, List<Held>>();
        nodes.forEach(node -> held.put(node, store.heldBy(node)));
        held.values().removeIf(List::isEmpty);
        return new Rest(
                Set.copyOf(store.counts(ALL, now)),
                new HashSet<>(store.liveNodes()),
                store.switches(),
                store.actions(ALL),
                held,
                store.standings(jobs, now));
    }

    /** One that is there. */
    Job job(JobId id) {
        return Objects.requireNonNull(jobs.get(id), () -> "no job " + id);
    }

    /** Where they differ, in words; empty if they do not. */
    Optional<String> differsFrom(Dump other) {
        for (JobId id : jobs.keySet()) {
            if (!job(id).equals(other.jobs.get(id))) {
                return Optional.of(job(id) + "\n   and " + other.jobs.get(id));
            }
        }
        if (!jobs.keySet().equals(other.jobs.keySet())) {
            return Optional.of("the jobs " + jobs.keySet() + "\n   and " + other.jobs.keySet());
        }
        return rest.equals(other.rest) ? Optional.empty() : Optional.of(rest + "\n   and " + other.rest);
    }
}
