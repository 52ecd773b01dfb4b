package dev.baton.store.memory;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.AttemptView;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import dev.baton.store.Lag;
import dev.baton.store.Route;
import dev.baton.store.RouteCount;
import dev.baton.store.Situation;
import dev.baton.store.Switch;
import dev.baton.store.memory.Tables.JobRow;
import dev.baton.store.memory.Tables.KeyId;
import dev.baton.store.memory.Tables.PendingRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Answers questions, and changes nothing. */
final class Reading {

    private final Tables tables;
    private final Keys keys;
    private final Lanes lanes;
    private final Places places;

    Reading(Tables tables, Keys keys, Lanes lanes, Places places) {
        this.tables = tables;
        this.keys = keys;
        this.lanes = lanes;
        this.places = places;
    }

    Optional<JobView> find(JobId id, Instant now) {
        return Optional.ofNullable(tables.jobs.get(id)).map(job -> view(job, now));
    }

    Optional<Situation> situation(JobId id, Instant now) {
        return Optional.ofNullable(tables.jobs.get(id)).map(job -> situation(job, now));
    }

    private Situation situation(JobRow job, Instant now) {
        PendingRow row = tables.pending.get(job.id());
        Optional<Situation.InTheWay> before = row == null
                ? Optional.empty()
                : job.turn().flatMap(lanes::before).map(other -> inTheWay(other, now));
        Optional<JobId> keyHolder = row != null && row.behind() ? keys.awaitedBy(job.id()) : Optional.empty();
        List<Switch> off = tables.off.keySet().stream()
                .filter(each -> each.concerns(job.route(), job.ties().number()))
                .sorted(Switch.IN_ORDER)
                .toList();
        boolean served = tables.nodes.values().stream()
                .anyMatch(node ->
                        node.live() && node.serves().contains(job.route().served()));
        return new Situation(view(job, now), before, keyHolder, off, served);
    }

    private Situation.InTheWay inTheWay(JobId other, Instant now) {
        return new Situation.InTheWay(
                other,
                job(other).turn().orElseThrow(),
                places.standing(other, now).state());
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
                .map(job -> view(job, now))
                .filter(filter::fits)
                .limit(limit)
                .map(JobView::brief)
                .toList();
    }

    List<RouteCount> counts(long cap, Instant now) {
        var counts = new ArrayList<RouteCount>();
        byRoute(tables.pending.keySet()).forEach((route, ids) -> {
            ids.sort(claimsFirst());
            counts.addAll(capped(route, ids, cap, now));
        });
        byRoute(tables.running.keySet()).forEach((route, ids) -> counts.addAll(capped(route, ids, cap, now)));
        byRoute(tables.parked.keySet()).forEach((route, ids) -> {
            ids.sort(Comparator.comparing(id -> places.standing(id, now).state() != JobState.HELD));
            counts.addAll(capped(route, ids, cap, now));
        });
        return counts;
    }

    Lag lag(String type, Instant begunBefore, long cap) {
        Stream<List<JobId>> pending = byRoute(tables.pending.keySet()).entrySet().stream()
                .filter(each -> each.getKey().type().equals(type))
                .map(each -> each.getValue().stream().sorted(claimsFirst()).toList());
        return new Lags(tables).lag(pending, type, begunBefore, cap);
    }

    private Map<Route, List<JobId>> byRoute(Collection<JobId> ids) {
        var byRoute = new LinkedHashMap<Route, List<JobId>>();
        for (JobId id : ids) {
            JobRow job = tables.jobs.get(id);
            if (job != null) {
                byRoute.computeIfAbsent(job.route(), any -> new ArrayList<>()).add(id);
            }
        }
        return byRoute;
    }

    /** In the order of claims, and then what waits for another job. */
    private Comparator<JobId> claimsFirst() {
        return Comparator.comparing((JobId id) -> !pending(id).ready())
                .thenComparingInt(id -> -job(id).priority())
                .thenComparing(id -> pending(id).dueAt())
                .thenComparing(Comparator.naturalOrder());
    }

    /** The states of the first ones; if there are others, each says so. */
    private List<RouteCount> capped(Route route, List<JobId> ids, long cap, Instant now) {
        var states = new EnumMap<JobState, Long>(JobState.class);
        ids.stream()
                .limit(Math.max(0, cap))
                .forEach(id -> states.merge(places.standing(id, now).state(), 1L, Long::sum));
        var counts = new ArrayList<RouteCount>();
        states.forEach((state, count) -> counts.add(new RouteCount(route, state, count, ids.size() > cap)));
        return counts;
    }

    private PendingRow pending(JobId id) {
        return Objects.requireNonNull(tables.pending.get(id));
    }

    private JobRow job(JobId id) {
        return Objects.requireNonNull(tables.jobs.get(id));
    }

    private JobView view(JobRow job, Instant now) {
        List<AttemptView> ended = tables.attempts(job.id());
        Optional<AttemptView> last = ended.isEmpty() ? Optional.empty() : Optional.of(ended.get(ended.size() - 1));
        Optional<String> key = Optional.ofNullable(tables.keyOf.get(job.id())).map(KeyId::key);
        var facts = new JobView.Facts(
                job.payload().label(),
                job.priority(),
                key,
                job.createdAt(),
                job.ties().number(),
                job.ties().replaces());
        return new JobView(job.id(), job.route(), facts, places.standing(job.id(), now), last);
    }
}
