package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.store.Lag;
import dev.baton.store.Route;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** Says how far behind the jobs of a type are, at a cost that neither a backlog nor the past can raise. */
final class Lags {

    private final Jdbc jdbc;
    private final String type;
    private final long cap;
    private OptionalLong oldest = OptionalLong.empty();

    Lags(Jdbc jdbc, String type, long cap) {
        this.jdbc = jdbc;
        this.type = type;
        this.cap = Math.max(0, Math.min(cap, Integer.MAX_VALUE));
    }

    Lag lag(Instant begunBefore) throws SQLException {
        for (Route route : new Counting(jdbc, 0, begunBefore).pendingRoutes()) {
            if (route.type().equals(type)) {
                look(LagSql.OLDEST_READY, route);
                look(LagSql.OLDEST_WAITING, route);
            }
        }
        long overdue = jdbc.first(
                        LagSql.OVERDUE, row -> row.number("seen"), "type", type, "before", Values.micros(begunBefore))
                .orElse(0L);
        return new Lag(oldest.isEmpty() ? Optional.empty() : Optional.of(Values.instant(oldest.getAsLong())), overdue);
    }

    private void look(String sql, Route route) throws SQLException {
        Optional<Long> added = jdbc.first(
                sql,
                row -> row.number("created_at"),
                "queue",
                route.line(),
                "type",
                route.type(),
                "version",
                route.version(),
                "limit",
                cap);
        if (added.isPresent()) {
            oldest = OptionalLong.of(Math.min(added.get(), oldest.orElse(Long.MAX_VALUE)));
        }
    }
}
