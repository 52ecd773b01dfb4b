package dev.baton.sqlite;

import dev.baton.internal.jdbc.Row;
import dev.baton.job.JobId;
import dev.baton.job.KeyScope;
import dev.baton.store.AttemptView;
import dev.baton.store.JobView.Tally;
import dev.baton.store.NodeId;
import dev.baton.store.Payload;
import dev.baton.store.Progress;
import dev.baton.store.Route;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** Rows as values. */
final class Rows {

    private Rows() {}

    record Job(JobId id, Route route, Payload payload, int priority, Instant createdAt, Optional<Key> key) {}

    record Key(String type, KeyScope scope, String key) {}

    record Holder(JobId job, Optional<JobId> next) {}

    record Pending(Tally tally, Instant dueAt, boolean ready, boolean retrying) {}

    record Running(Tally tally, Grip grip, Limits limits, boolean cancelWanted, Optional<Progress.Mark> progress) {}

    record Grip(NodeId node, long fence, Instant since) {}

    record Parked(Tally tally, boolean held) {}

    static Job job(Row row) throws SQLException {
        var route = new Route(row.text("queue"), row.text("type"), row.integer("version"));
        Optional<Key> key = row.optionalText("key_scope").isEmpty() ? Optional.empty() : Optional.of(key(row));
        return new Job(
                Values.job(row.bytes("id")),
                route,
                new Payload(row.text("payload"), row.text("sha256"), row.text("label")),
                row.integer("priority"),
                Values.instant(row.number("created_at")),
                key);
    }

    static Key key(Row row) throws SQLException {
        return new Key(row.text("type"), KeyScope.valueOf(row.text("key_scope")), row.text("key"));
    }

    static Holder holder(Row row) throws SQLException {
        return new Holder(
                Values.job(row.bytes("job")), row.optionalBytes("next_job").map(Values::job));
    }

    static Tally tally(Row row) throws SQLException {
        return new Tally(row.integer("attempts"), row.integer("failures"), row.integer("lost"));
    }

    static Pending pending(Row row) throws SQLException {
        return new Pending(tally(row), Values.instant(row.number("due_at")), row.flag("ready"), row.flag("retrying"));
    }

    static Running running(Row row) throws SQLException {
        Optional<Long> done = row.optionalNumber("progress_done");
        Optional<Progress.Mark> progress = done.isEmpty()
                ? Optional.empty()
                : Optional.of(new Progress.Mark(done.get(), row.number("progress_total"), row.text("progress_text")));
        return new Running(
                tally(row),
                new Grip(Values.node(row.bytes("node")), row.number("fence"), Values.instant(row.number("claimed_at"))),
                new Limits(row.integer("limit_attempts"), row.integer("limit_losses")),
                row.flag("cancel_wanted"),
                progress);
    }

    static Parked parked(Row row) throws SQLException {
        return new Parked(tally(row), row.flag("held"));
    }

    static AttemptView attempt(Row row) throws SQLException {
        return new AttemptView(
                row.integer("number"),
                row.number("fence"),
                AttemptView.Kind.valueOf(row.text("kind")),
                new AttemptView.Detail(row.text("code"), row.text("message"), row.optionalText("result")),
                Values.instant(row.number("claimed_at")),
                Values.instant(row.number("ended_at")));
    }
}
