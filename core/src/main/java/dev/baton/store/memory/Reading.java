package dev.baton.store.memory;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.AttemptView;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import dev.baton.store.Route;
import dev.baton.store.RouteCount;
import dev.baton.store.memory.Tables.JobRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.stream.Stream;

/** Answers questions, and changes nothing. */
final class Reading {

    /** What is counted together. */
    private record Heap(Route route, JobState state) {}

    private final Tables tables;
    private final Places places;

    Reading(Tables tables, Places places) {
        this.tables = tables;
        this.places = places;
    }

    Optional<JobView> find(JobId id, Instant now) {
        return Optional.ofNullable(tables.jobs.get(id)).map(job -> view(job, now));
    }

    Map<JobId, JobView.Standing> standings(Collection<JobId> ids, Instant now) {
        var standings = new LinkedHashMap<JobId, JobView.Standing>();
        for (JobId id : ids) {
            if (tables.jobs.containsKey(id)) {
                standings.put(id, places.standing(id, now));
            }
        }
        return standings;
    }

    List<JobView> list(JobFilter filter, Optional<JobId> after, int limit, Instant now) {
        NavigableMap<JobId, JobRow> rest = after.isPresent() ? tables.jobs.headMap(after.get(), false) : tables.jobs;
        return rest.descendingMap().values().stream()
                .filter(job -> filter.queue().map(job.route().queue()::equals).orElse(true))
                .filter(job -> filter.type().map(job.route().type()::equals).orElse(true))
                .map(job -> view(job, now))
                .filter(view ->
                        filter.state().map(view.standing().state()::equals).orElse(true))
                .limit(limit)
                .toList();
    }

    List<RouteCount> counts(long cap, Instant now) {
        var heaps = new LinkedHashMap<Heap, Long>();
        Stream.of(tables.pending.keySet(), tables.running.keySet(), tables.parked.keySet())
                .flatMap(Collection::stream)
                .forEach(id -> {
                    JobRow job = tables.jobs.get(id);
                    if (job != null) {
                        heaps.merge(
                                new Heap(job.route(), places.standing(id, now).state()), 1L, Long::sum);
                    }
                });
        var counts = new ArrayList<RouteCount>();
        heaps.forEach((heap, count) ->
                counts.add(new RouteCount(heap.route(), heap.state(), Math.min(count, cap), count > cap)));
        return counts;
    }

    private JobView view(JobRow job, Instant now) {
        List<AttemptView> ended = tables.attempts(job.id());
        Optional<AttemptView> last = ended.isEmpty() ? Optional.empty() : Optional.of(ended.get(ended.size() - 1));
        return new JobView(
                job.id(), job.route(), job.payload().label(), job.createdAt(), places.standing(job.id(), now), last);
    }
}
