package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.JobId;
import dev.baton.store.Backlog.Drain;
import dev.baton.store.Backlog.Look;
import dev.baton.store.NewJob;
import dev.baton.store.Route;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Whether something is open, and what was noted of it, within one transaction. */
final class Drains {

    private final Jdbc jdbc;

    Drains(Jdbc jdbc) {
        this.jdbc = jdbc;
    }

    /** With a claim, and so if and only if that is committed. */
    void note(Set<String> names) throws SQLException {
        for (String name : names) {
            jdbc.update(BacklogSql.NOTE, "name", name);
        }
    }

    Look look(Drain drain, Optional<JobId> seen) throws SQLException {
        if (!isNoted(drain)) {
            return new Look(false, Optional.empty());
        }
        Optional<JobId> still = seen.isPresent() ? stillOpen(seen.get()) : Optional.empty();
        return new Look(true, still.isPresent() ? still : open(drain.types()));
    }

    boolean end(Drain drain, NewJob hook, Inserting inserting, Instant now) throws SQLException {
        if (!isNoted(drain) || open(drain.types()).isPresent()) {
            return false;
        }
        jdbc.update(BacklogSql.NOTES_DELETE, "name", drain.name());
        inserting.insert(List.of(hook), now);
        return true;
    }

    Optional<JobId> open(Set<String> types) throws SQLException {
        for (String type : types) {
            Optional<JobId> running = jdbc.first(BacklogSql.RUNNING, row -> Values.job(row.bytes("id")), "type", type);
            if (running.isPresent()) {
                return running;
            }
        }
        for (Route route : new Counting(jdbc, 0, Instant.EPOCH).pendingRoutes()) {
            if (types.contains(route.type())) {
                Optional<JobId> waiting = of(BacklogSql.WAITING, route);
                Optional<JobId> found = waiting.isPresent() ? waiting : of(BacklogSql.READY, route);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    private boolean isNoted(Drain drain) throws SQLException {
        return jdbc.first(BacklogSql.NOTED, row -> true, "name", drain.name()).isPresent();
    }

    private Optional<JobId> stillOpen(JobId seen) throws SQLException {
        return jdbc.first(BacklogSql.STILL_OPEN, row -> Values.job(row.bytes("id")), "id", Values.bytes(seen));
    }

    private Optional<JobId> of(String sql, Route route) throws SQLException {
        return jdbc.first(
                sql,
                row -> Values.job(row.bytes("id")),
                "queue",
                route.line(),
                "type",
                route.type(),
                "version",
                route.version());
    }
}
