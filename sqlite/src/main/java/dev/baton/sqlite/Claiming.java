package dev.baton.sqlite;

import dev.baton.internal.fault.AtCommit;
import dev.baton.internal.fault.FaultPoint;
import dev.baton.internal.jdbc.Jdbc;
import dev.baton.internal.jdbc.Row;
import dev.baton.job.Doubt;
import dev.baton.job.JobId;
import dev.baton.store.Candidate;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Claimed;
import dev.baton.store.JobView.Tally;
import dev.baton.store.Route;
import dev.baton.store.Switch;
import dev.baton.store.Terms;
import dev.baton.store.Urgency;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Moves jobs from pending to running. Reads short ranges of indexes, whatever else there is. */
final class Claiming {

    private static final int CLAIM_MAX = 10_000;

    /** A route of which jobs are wanted: on these terms, and at most so many. */
    private record Wanted(Route route, Terms terms, boolean lastChances, int limit) {
        Wanted(Route route, ClaimRequest request) {
            this(
                    route,
                    Objects.requireNonNull(request.routes().get(route)),
                    request.lastChances(),
                    Math.min(request.worthALook(route), CLAIM_MAX + 1));
        }

        boolean mayComeAlone(Candidate lost) {
            return lastChances || !terms.makeLastChance(lost.tally());
        }
    }

    private final Jdbc jdbc;
    private final Archive archive;
    private final Lanes lanes;

    Claiming(Jdbc jdbc, Archive archive, Lanes lanes) {
        this.jdbc = jdbc;
        this.archive = archive;
        this.lanes = lanes;
    }

    Claimed claim(ClaimRequest request, Instant now) throws SQLException {
        var due = new ArrayList<Candidate>();
        var later = new ArrayList<Instant>();
        List<Route> routes = open(request);
        if (request.share().only().isPresent()) {
            collectNamed(request.share().only().get(), routes, now, due, later);
        } else {
            for (Route route : routes) {
                collect(new Wanted(route, request), now, due, later);
            }
        }
        List<Candidate> chosen = request.choose(due);
        Optional<Instant> nextDue = request.leavesMore(due, chosen)
                ? Optional.of(now)
                : later.stream().min(Comparator.naturalOrder());
        List<Claim> claims = take(request, chosen, now);
        new Drains(jdbc).note(request.watching(claims));
        return new Claimed(claims, nextDue);
    }

    /** The routes of which it may take something: none if the node is not live. */
    private List<Route> open(ClaimRequest request) throws SQLException {
        List<Optional<Switch>> off =
                jdbc.query(SqliteSql.OFF_FOR_NODE, Claiming::off, "node", Values.bytes(request.node()));
        boolean live = !off.isEmpty();
        return request.routes().keySet().stream()
                .filter(route -> live && request.isOpen(route))
                .filter(route -> off.stream().flatMap(Optional::stream).noneMatch(each -> each.concerns(route)))
                .toList();
    }

    private void collectNamed(Set<JobId> ids, List<Route> routes, Instant now, List<Candidate> due, List<Instant> later)
            throws SQLException {
        List<Candidate> named =
                jdbc.query(SqliteSql.CANDIDATES_NAMED, Claiming::named, "ids", Values.list(List.copyOf(ids)));
        for (Candidate each : named) {
            Instant dueAt = each.urgency().dueAt();
            if (routes.contains(each.route()) && dueAt.isAfter(now)) {
                later.add(dueAt);
            } else if (routes.contains(each.route())) {
                due.add(each);
            }
        }
    }

    private static Candidate named(Row row) throws SQLException {
        return new Candidate(
                Values.job(row.bytes("id")),
                Rows.route(row),
                new Urgency(row.integer("priority"), Values.instant(row.number("due_at"))),
                Rows.tally(row));
    }

    private static Optional<Switch> off(Row row) throws SQLException {
        return row.optionalText("kind").isEmpty() ? Optional.empty() : Optional.of(Rows.which(row));
    }

    /** What is left of a route at a priority beside what is due, and below it. */
    private record Left(Optional<Long> dueAt, Optional<Long> below) {
        static Left of(Row row) throws SQLException {
            return new Left(row.optionalNumber("due_at"), row.optionalNumber("below"));
        }
    }

    /** From the highest priority of the route down, short ranges. */
    private void collect(Wanted wanted, Instant now, List<Candidate> due, List<Instant> later) throws SQLException {
        Optional<Integer> priority = highestPriority(wanted.route());
        while (priority.isPresent()) {
            int level = priority.get();
            due.addAll(due(wanted, level, now));
            Left left = ask(SqliteSql.LEFT_BEHIND, Left::of, wanted, level, now).get(0);
            left.dueAt().map(Values::instant).ifPresent(later::add);
            priority = left.below().map(Math::toIntExact);
        }
    }

    /** The first ones; and if those that were lost before stand in front of the others, which they cannot come with, past them. */
    private Set<Candidate> due(Wanted wanted, int level, Instant now) throws SQLException {
        var found = new LinkedHashSet<>(candidates(SqliteSql.CANDIDATES, wanted, level, now));
        List<Candidate> lost =
                found.stream().filter(candidate -> candidate.tally().lost() > 0).toList();
        if (!lost.isEmpty()) {
            found.addAll(candidates(SqliteSql.CANDIDATES_FRESH, wanted, level, now));
        }
        if (!lost.isEmpty() && lost.stream().noneMatch(wanted::mayComeAlone)) {
            found.addAll(candidates(SqliteSql.CANDIDATES_LOST, wanted, level, now));
        }
        return found;
    }

    private List<Candidate> candidates(String sql, Wanted wanted, int level, Instant now) throws SQLException {
        return ask(
                sql,
                row -> new Candidate(
                        Values.job(row.bytes("id")),
                        wanted.route(),
                        new Urgency(level, Values.instant(row.number("due_at"))),
                        Rows.tally(row)),
                wanted,
                level,
                now);
    }

    private <T> List<T> ask(String sql, Jdbc.Reader<T> reader, Wanted wanted, int level, Instant now)
            throws SQLException {
        return jdbc.query(
                sql,
                reader,
                "queue",
                wanted.route().line(),
                "type",
                wanted.route().type(),
                "version",
                wanted.route().version(),
                "priority",
                level,
                "now",
                Values.micros(now),
                "losses",
                wanted.terms().losses(),
                "runs",
                wanted.terms().attempts(),
                "limit",
                wanted.limit());
    }

    private Optional<Integer> highestPriority(Route route) throws SQLException {
        return jdbc.first(
                SqliteSql.PRIORITY_HIGHEST,
                row -> row.integer("priority"),
                "queue",
                route.line(),
                "type",
                route.type(),
                "version",
                route.version());
    }

    private List<Claim> take(ClaimRequest request, List<Candidate> chosen, Instant now) throws SQLException {
        var claims = new ArrayList<Claim>();
        if (chosen.isEmpty()) {
            return claims;
        }
        FaultPoint.CLAIM_AFTER_CANDIDATES.hit();
        Map<JobId, Details> details =
                open(details(chosen.stream().map(Candidate::id).toList()));
        if (details.isEmpty()) {
            return claims;
        }
        List<Waiting> heads = heads(chosen, details);
        Map<JobId, List<Waiting>> behind = behind(heads, request, now);
        long fence = jdbc.first(SqliteSql.FENCE_NEXT, row -> row.number("last")).orElseThrow();
        var taking = new Taking(jdbc, request.node(), fence, now);
        for (Waiting head : heads) {
            Terms terms = Objects.requireNonNull(request.routes().get(head.route()));
            var run = new ArrayList<>(List.of(head));
            run.addAll(behind.getOrDefault(head.id(), List.of()));
            for (Waiting next : run) {
                Claim claim = taken(next, fence);
                taking.add(claim, terms);
                claims.add(claim);
            }
        }
        taking.write();
        FaultPoint.CLAIM_AFTER_LOCK.hit();
        AtCommit.CLAIM.due();
        return claims;
    }

    /** A row whose job is gone, or is switched off, stays where it is, and stops nobody else. */
    private static List<Waiting> heads(List<Candidate> chosen, Map<JobId, Details> details) {
        return chosen.stream()
                .filter(candidate -> details.containsKey(candidate.id()))
                .map(candidate -> Objects.requireNonNull(details.get(candidate.id()))
                        .of(candidate.route(), candidate.urgency().dueAt(), candidate.tally()))
                .toList();
    }

    /** Those that may be taken. What is only numbered by a lane that is off is set aside, and not looked at again until that is on. */
    private Map<JobId, Details> open(Map<JobId, Details> found) throws SQLException {
        for (Details each : List.copyOf(found.values())) {
            if (each.off()) {
                lanes.setAside(each.id(), each.number().orElseThrow().lane());
                found.remove(each.id());
            }
        }
        return found;
    }

    private Map<JobId, Details> details(List<JobId> ids) throws SQLException {
        var found = new HashMap<JobId, Details>();
        if (ids.isEmpty()) {
            return found;
        }
        List<Details> all = ids.size() == 1
                ? jdbc.query(SqliteSql.CLAIM_READ_ONE, Details::of, "id", Values.bytes(ids.get(0)))
                : jdbc.query(SqliteSql.CLAIM_READ, Details::of, "ids", Values.list(ids));
        all.forEach(each -> found.put(each.id(), each));
        return found;
    }

    /** Of each head those that follow it in its lane and can go with it, as many as may be in a row on its route. */
    private Map<JobId, List<Waiting>> behind(List<Waiting> heads, ClaimRequest request, Instant now)
            throws SQLException {
        var alike = new HashMap<Integer, List<Waiting>>();
        for (Waiting head : heads) {
            int limit = request.inRow(head.route(), heads.size()) - 1;
            if (limit > 0 && head.turn().isPresent() && head.isUntroubled()) {
                alike.computeIfAbsent(limit, any -> new ArrayList<>()).add(head);
            }
        }
        var behind = new HashMap<JobId, List<Waiting>>();
        for (Map.Entry<Integer, List<Waiting>> each : alike.entrySet()) {
            behind.putAll(lanes.following(each.getValue(), each.getKey(), now));
        }
        return behind;
    }

    /** As it is from now on. */
    private Claim taken(Waiting waiting, long fence) throws SQLException {
        Claim before = waiting.before();
        var tally = new Tally(
                before.tally().attempts() + 1,
                before.tally().failures(),
                before.tally().lost());
        List<Doubt> doubts = waiting.flags().inDoubt()
                ? archive.doubts(before.id(), waiting.flags().doubt())
                : List.of();
        var known = new Claim.Known(
                tally,
                before.number(),
                before.dueAt(),
                doubts,
                before.known().checkpoint(),
                before.known().cancelWanted());
        return new Claim(before.id(), before.route(), before.payload(), before.turn(), fence, known);
    }
}
