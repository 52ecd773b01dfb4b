package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.JobId;
import dev.baton.store.Claim;
import dev.baton.store.NodeId;
import dev.baton.store.Terms;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Takes jobs from pending into the hands of a node, all that go alike with one statement. Their lanes need no settling: the ready row of
 * each is gone from pending, and while one runs there is no other.
 */
final class Taking {

    private final Jdbc jdbc;
    private final NodeId node;
    private final long fence;
    private final Instant now;
    private final Map<Terms, List<JobId>> taken = new LinkedHashMap<>();

    /** Into the hands of this node, under this fence. */
    Taking(Jdbc jdbc, NodeId node, long fence, Instant now) {
        this.jdbc = jdbc;
        this.node = node;
        this.fence = fence;
        this.now = now;
    }

    /** Has this one taken, on these terms. */
    void add(Claim claim, Terms terms) {
        taken.computeIfAbsent(terms, any -> new ArrayList<>()).add(claim.id());
    }

    /** Takes them. */
    void write() throws SQLException {
        for (Map.Entry<Terms, List<JobId>> alike : taken.entrySet()) {
            take(alike.getKey(), alike.getValue());
        }
        List<JobId> all = taken.values().stream().flatMap(List::stream).toList();
        jdbc.update(MovingSql.PENDING_DELETE, "ids", Values.list(all));
    }

    private void take(Terms terms, List<JobId> ids) throws SQLException {
        jdbc.update(
                MovingSql.TAKE,
                "ids",
                Values.list(ids),
                "node",
                Values.bytes(node),
                "fence",
                fence,
                "now",
                Values.micros(now),
                "limit_attempts",
                terms.attempts(),
                "limit_losses",
                terms.losses(),
                "crash",
                terms.crash().name(),
                "parked_head",
                terms.parkedHead().name(),
                "replayable",
                !terms.isStrict());
    }
}
