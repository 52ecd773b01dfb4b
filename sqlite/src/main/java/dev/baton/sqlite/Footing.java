package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.internal.jdbc.Row;
import dev.baton.job.JobId;
import dev.baton.store.Grounds;
import dev.baton.store.JobView;
import dev.baton.store.Switch;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads with one statement what attempts stand on that are about to do what cannot be undone. */
final class Footing {

    private Footing() {}

    /** A row: who has a job, or what is off. */
    private record Line(Optional<Map.Entry<JobId, JobView.Hold>> held, Optional<Switch> off) {}

    static Grounds of(Collection<JobId> jobs, Jdbc jdbc) throws SQLException {
        List<Line> lines = jdbc.query(ReadSql.GROUNDS, Footing::line, "ids", Values.list(jobs));
        var holds = new HashMap<JobId, JobView.Hold>();
        var off = new ArrayList<Switch>();
        for (Line line : lines) {
            line.held().ifPresent(held -> holds.put(held.getKey(), held.getValue()));
            line.off().ifPresent(off::add);
        }
        return new Grounds(holds, off);
    }

    private static Line line(Row row) throws SQLException {
        if (row.optionalText("kind").isPresent()) {
            return new Line(Optional.empty(), Optional.of(Rows.which(row)));
        }
        var hold = new JobView.Hold(
                Values.node(row.bytes("node")),
                row.number("fence"),
                Values.instant(row.number("claimed_at")),
                row.flag("cancel_wanted"),
                Optional.empty());
        return new Line(Optional.of(Map.entry(Values.job(row.bytes("id")), hold)), Optional.empty());
    }
}
