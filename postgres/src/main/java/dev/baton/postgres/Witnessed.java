package dev.baton.postgres;

import dev.baton.job.JobId;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** A record about which there is to be evidence: one of a job, or, without a job, one of what an operator did. */
record Witnessed(Optional<JobId> job, long record) {

    /** Appends to all chains that are concerned, with one statement, which locks them in the order of their names. */
    static void append(Session on, List<Witnessed> all) throws SQLException {
        List<Witnessed> attempts =
                all.stream().filter(each -> each.job().isPresent()).toList();
        List<Witnessed> actions =
                all.stream().filter(each -> each.job().isEmpty()).toList();
        on.query(
                EvidenceSql.APPEND,
                row -> row.integer("appended"),
                "jobs",
                Values.ids(attempts, each -> each.job().orElseThrow()),
                "records",
                Values.numbers(attempts, Witnessed::record),
                "actions",
                Values.numbers(actions, Witnessed::record));
    }
}
