package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.JobId;
import dev.baton.job.Turn;
import dev.baton.store.Claim;
import dev.baton.store.Terms;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Takes jobs from pending into the hands of a node, all that go alike with one statement. Their lanes need no settling: the ready row of
 * each is gone from pending, and while one runs there is no other.
 */
final class Taking {

    private final Jdbc jdbc;
    private final Map<Manner, List<JobId>> taken = new LinkedHashMap<>();

    Taking(Jdbc jdbc) {
        this.jdbc = jdbc;
    }

    /** In whose hands, on which terms, and behind which number of their lane; that is none for those that go first. */
    private record Manner(Rows.Grip grip, Terms terms, Optional<Long> head) {}

    /** Has this one taken. */
    void add(Claim claim, Terms terms, Rows.Grip grip) {
        boolean first = claim.turn().map(Turn::sequence).orElse(grip.runHead()) == grip.runHead();
        // Heads are alike, whichever their numbers are.
        var hands = new Rows.Grip(grip.node(), grip.fence(), grip.since(), 0);
        var manner = new Manner(hands, terms, first ? Optional.empty() : Optional.of(grip.runHead()));
        taken.computeIfAbsent(manner, any -> new ArrayList<>()).add(claim.id());
    }

    /** Takes them. */
    void write() throws SQLException {
        for (Map.Entry<Manner, List<JobId>> alike : taken.entrySet()) {
            take(alike.getKey(), alike.getValue());
        }
        List<JobId> all = taken.values().stream().flatMap(List::stream).toList();
        jdbc.update(MovingSql.PENDING_DELETE, "ids", Values.list(all));
    }

    private void take(Manner manner, List<JobId> ids) throws SQLException {
        Terms terms = manner.terms();
        jdbc.update(
                MovingSql.TAKE,
                "ids",
                Values.list(ids),
                "node",
                Values.bytes(manner.grip().node()),
                "fence",
                manner.grip().fence(),
                "now",
                Values.micros(manner.grip().since()),
                "head",
                manner.head().orElse(null),
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
