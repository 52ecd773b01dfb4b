package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.internal.jdbc.Row;
import dev.baton.job.JobId;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Claimed;
import dev.baton.store.JobView.Tally;
import dev.baton.store.NodeId;
import dev.baton.store.Route;
import dev.baton.store.Terms;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Moves jobs from pending to running. Reads short ranges of one index, whatever else there is. */
final class Claiming {

    private record Candidate(Route route, int priority, JobId id, Instant dueAt, Tally tally) {
        private static final Comparator<Candidate> IN_ORDER = Comparator.comparingInt((Candidate c) -> -c.priority())
                .thenComparing(Candidate::dueAt)
                .thenComparing(Candidate::id);

        static Candidate of(Route route, int priority, Row row) throws SQLException {
            return new Candidate(
                    route,
                    priority,
                    Values.job(row.bytes("id")),
                    Values.instant(row.number("due_at")),
                    Rows.tally(row));
        }
    }

    private static final int CLAIM_MAX = 10_000;
    private static final long ABOVE_ALL = Long.MAX_VALUE;

    private final Jobs jobs;
    private final Jdbc jdbc;

    Claiming(Jobs jobs) {
        this.jobs = jobs;
        this.jdbc = jobs.jdbc;
    }

    Claimed claim(ClaimRequest request, Instant now) throws SQLException {
        var due = new ArrayList<Candidate>();
        var later = new ArrayList<Instant>();
        if (isLive(request.node())) {
            List<String> paused = pausedQueues();
            for (Route route : request.routes().keySet()) {
                if (!paused.contains(route.queue())) {
                    collect(route, request.total(), now, due, later);
                }
            }
        }
        due.sort(Candidate.IN_ORDER);
        List<Candidate> chosen = request.choose(due, Candidate::route, Candidate::tally);
        Optional<Instant> nextDue =
                chosen.size() < due.size() ? Optional.of(now) : later.stream().min(Comparator.naturalOrder());
        return new Claimed(take(request, chosen, now), nextDue);
    }

    List<String> pausedQueues() throws SQLException {
        return jdbc.query(SqliteSql.QUEUES_PAUSED, row -> row.text("name"));
    }

    private boolean isLive(NodeId node) throws SQLException {
        return jdbc.first(SqliteSql.NODE_LIVE, row -> true, "node", Values.bytes(node))
                .isPresent();
    }

    /** From the highest priority of the route down, short ranges; one more than fits, to know that there is more. */
    private void collect(Route route, int total, Instant now, List<Candidate> due, List<Instant> later)
            throws SQLException {
        int limit = Math.min(total, CLAIM_MAX) + 1;
        Optional<Integer> priority = priorityBelow(route, ABOVE_ALL);
        while (priority.isPresent()) {
            int level = priority.get();
            var found = new LinkedHashSet<>(candidates(SqliteSql.CANDIDATES, route, level, now, limit));
            if (found.stream().anyMatch(candidate -> candidate.tally().lost() > 0)) {
                found.addAll(candidates(SqliteSql.CANDIDATES_FRESH, route, level, now, limit));
            }
            due.addAll(found);
            later.addAll(jdbc.query(
                    SqliteSql.DUE_NEXT,
                    row -> Values.instant(row.number("due_at")),
                    "queue",
                    route.queue(),
                    "type",
                    route.type(),
                    "version",
                    route.version(),
                    "priority",
                    level,
                    "now",
                    Values.micros(now)));
            priority = priorityBelow(route, level);
        }
    }

    private List<Candidate> candidates(String sql, Route route, int priority, Instant now, int limit)
            throws SQLException {
        return jdbc.query(
                sql,
                row -> Candidate.of(route, priority, row),
                "queue",
                route.queue(),
                "type",
                route.type(),
                "version",
                route.version(),
                "priority",
                priority,
                "now",
                Values.micros(now),
                "limit",
                limit);
    }

    private Optional<Integer> priorityBelow(Route route, long below) throws SQLException {
        return jdbc.first(
                SqliteSql.PRIORITY_BELOW,
                row -> row.integer("priority"),
                "queue",
                route.queue(),
                "type",
                route.type(),
                "version",
                route.version(),
                "below",
                below);
    }

    private List<Claim> take(ClaimRequest request, List<Candidate> chosen, Instant now) throws SQLException {
        var claims = new ArrayList<Claim>();
        if (chosen.isEmpty()) {
            return claims;
        }
        jdbc.update(SqliteSql.FENCE_NEXT);
        long fence = jdbc.first(SqliteSql.FENCE_READ, row -> row.number("last")).orElseThrow();
        for (Candidate candidate : chosen) {
            Optional<Rows.Job> job = jobs.find(candidate.id());
            if (job.isPresent()) { // a row whose job is gone stays where it is, and stops nobody else
                claims.add(take(request, candidate, job.get(), fence, now));
            }
        }
        return claims;
    }

    private Claim take(ClaimRequest request, Candidate candidate, Rows.Job job, long fence, Instant now)
            throws SQLException {
        Tally before = candidate.tally();
        var tally = new Tally(before.attempts() + 1, before.failures(), before.lost());
        Terms limits = Objects.requireNonNull(request.routes().get(candidate.route()));
        jdbc.update(SqliteSql.PENDING_DELETE, "id", Values.bytes(candidate.id()));
        jdbc.update(
                SqliteSql.RUNNING_INSERT,
                "id",
                Values.bytes(candidate.id()),
                "node",
                Values.bytes(request.node()),
                "fence",
                fence,
                "now",
                Values.micros(now),
                "attempts",
                tally.attempts(),
                "failures",
                tally.failures(),
                "lost",
                tally.lost(),
                "limit_attempts",
                limits.attempts(),
                "limit_losses",
                limits.losses());
        return new Claim(job.id(), job.route(), job.payload(), tally, fence, candidate.dueAt());
    }
}
