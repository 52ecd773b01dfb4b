package dev.baton.postgres;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.internal.jdbc.Row;
import dev.baton.job.JobState;
import dev.baton.store.Backlog;
import dev.baton.store.Route;
import dev.baton.store.RouteCount;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Counts what stands where, at a cost that neither a backlog nor the past can raise: it steps from route to route and looks
 * at no more of each than it was allowed to.
 */
final class Counting {

    private static final Route BEFORE_ALL = new Route("", "", Integer.MIN_VALUE);

    private final Session on;
    private final long cap;
    private final Instant now;
    private final List<RouteCount> counts = new ArrayList<>();

    Counting(Session on, long cap, Instant now) {
        this.on = on;
        this.cap = Math.max(0, Math.min(cap, Integer.MAX_VALUE));
        this.now = now;
    }

    List<RouteCount> counts() throws SQLException {
        for (Route route : pendingRoutes()) {
            countPending(route);
        }
        countRunning();
        for (Route route : routes(ReadSql.PARKED_ROUTE_AFTER)) {
            countParked(route);
        }
        return counts;
    }

    /** Those on which something is pending. */
    Set<Route> pendingRoutes() throws SQLException {
        var pending = new LinkedHashSet<>(routes(ReadSql.READY_ROUTE_AFTER));
        pending.addAll(routes(ReadSql.WAITING_ROUTE_AFTER));
        return pending;
    }

    /** How many of a part are pending, up to the cap. */
    long pending(Backlog.Part part) throws SQLException {
        long left = cap;
        for (Route route : pendingRoutes()) {
            if (part.has(route)) {
                left -= seen(ReadSql.READY_COUNTS, route, left);
                left -= seen(ReadSql.WAITING_COUNTS, route, left);
            }
        }
        return cap - left;
    }

    private List<Route> routes(String after) throws SQLException {
        var routes = new ArrayList<Route>();
        Optional<Route> next = routeAfter(after, BEFORE_ALL);
        while (next.isPresent()) {
            routes.add(next.get());
            next = routeAfter(after, next.get());
        }
        return routes;
    }

    private Optional<Route> routeAfter(String sql, Route route) throws SQLException {
        return on.first(sql, Rows::route, "queue", route.line(), "type", route.type(), "version", route.version());
    }

    private record Ready(long seen, long scheduled, long retrying) {
        static Ready of(Row row) throws SQLException {
            return new Ready(row.number("seen"), row.number("scheduled"), row.number("retrying"));
        }
    }

    private void countPending(Route route) throws SQLException {
        Ready ready = look(ReadSql.READY_COUNTS, Ready::of, route, cap);
        long left = cap - ready.seen();
        long waiting = seen(ReadSql.WAITING_COUNTS, route, left);
        boolean more = hasMore(ReadSql.READY_COUNTS, route, ready.seen(), cap)
                || hasMore(ReadSql.WAITING_COUNTS, route, waiting, left);
        add(route, JobState.READY, ready.seen() - ready.scheduled() - ready.retrying(), more);
        add(route, JobState.SCHEDULED, ready.scheduled(), more);
        add(route, JobState.RETRYING, ready.retrying(), more);
        add(route, JobState.WAITING, waiting, more);
    }

    private void countRunning() throws SQLException {
        record Running(Route route, long count) {}
        List<Running> all = on.query(ReadSql.RUNNING_ROUTES, row -> new Running(Rows.route(row), row.number("seen")));
        all.forEach(each -> add(each.route(), JobState.RUNNING, Math.min(each.count(), cap), each.count() > cap));
    }

    private record Parked(long seen, long held) {
        static Parked of(Row row) throws SQLException {
            return new Parked(row.number("seen"), row.number("held"));
        }
    }

    private void countParked(Route route) throws SQLException {
        Parked parked = look(ReadSql.PARKED_COUNTS, Parked::of, route, cap);
        boolean more = hasMore(ReadSql.PARKED_COUNTS, route, parked.seen(), cap);
        add(route, JobState.HELD, parked.held(), more);
        add(route, JobState.DEAD, parked.seen() - parked.held(), more);
    }

    private boolean hasMore(String sql, Route route, long seen, long limit) throws SQLException {
        return seen == limit && seen(sql, route, limit + 1) > limit;
    }

    private long seen(String sql, Route route, long limit) throws SQLException {
        return look(sql, row -> row.number("seen"), route, limit);
    }

    private <T> T look(String sql, Jdbc.Reader<T> reader, Route route, long limit) throws SQLException {
        return on.first(
                        sql,
                        reader,
                        "queue",
                        route.line(),
                        "type",
                        route.type(),
                        "version",
                        route.version(),
                        "now",
                        Values.micros(now),
                        "limit",
                        limit)
                .orElseThrow();
    }

    private void add(Route route, JobState state, long count, boolean more) {
        if (count > 0) {
            counts.add(new RouteCount(route, state, count, more));
        }
    }
}
