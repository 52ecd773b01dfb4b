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
    private final Map<Manner, List<Taken>> taken = new LinkedHashMap<>();

    Taking(Jdbc jdbc) {
        this.jdbc = jdbc;
    }

    /** On which terms, and behind which number of their lane; that is none for those that go first. */
    private record Manner(Terms terms, Optional<Long> head) {}

    /** What is known of one that is taken: with the attempt that begins. */
    private record Taken(Claim claim, Rows.Flags flags, Rows.Grip grip) {}

    /** Has this one taken. */
    void add(Claim claim, Rows.Flags flags, Terms terms, Rows.Grip grip) {
        boolean first = claim.turn().map(Turn::sequence).orElse(grip.runHead()) == grip.runHead();
        var manner = new Manner(terms, first ? Optional.empty() : Optional.of(grip.runHead()));
        taken.computeIfAbsent(manner, any -> new ArrayList<>()).add(new Taken(claim, flags, grip));
    }

    /** Takes them. */
    void write() throws SQLException {
        var all = new ArrayList<JobId>();
        for (Map.Entry<Manner, List<Taken>> alike : taken.entrySet()) {
            List<JobId> ids =
                    alike.getValue().stream().map(each -> each.claim().id()).toList();
            if (ids.size() == 1) {
                one(alike.getValue().get(0), alike.getKey().terms());
            } else {
                many(ids, alike.getKey(), alike.getValue().get(0).grip());
            }
            all.addAll(ids);
        }
        if (all.size() == 1) {
            jdbc.update(SqliteSql.PENDING_DELETE, "id", Values.bytes(all.get(0)));
        } else {
            jdbc.update(MovingSql.PENDING_DELETE, "ids", Values.list(all));
        }
    }

    private void one(Taken alone, Terms terms) throws SQLException {
        Claim claim = alone.claim();
        jdbc.update(
                SqliteSql.RUNNING_INSERT,
                "id",
                Values.bytes(claim.id()),
                "node",
                Values.bytes(alone.grip().node()),
                "fence",
                alone.grip().fence(),
                "now",
                Values.micros(alone.grip().since()),
                "attempts",
                claim.tally().attempts(),
                "failures",
                claim.tally().failures(),
                "lost",
                claim.tally().lost(),
                "lane",
                claim.turn().map(Turn::lane).orElse(null),
                "seq",
                claim.number().map(Turn::sequence).orElse(null),
                "run_head",
                alone.grip().runHead(),
                "limit_attempts",
                terms.attempts(),
                "limit_losses",
                terms.losses(),
                "crash",
                terms.crash().name(),
                "parked_head",
                terms.parkedHead().name(),
                "replayable",
                !terms.isStrict(),
                "cancel_wanted",
                alone.flags().cancelWanted(),
                "doubt",
                alone.flags().doubt());
    }

    private void many(List<JobId> ids, Manner manner, Rows.Grip grip) throws SQLException {
        Terms terms = manner.terms();
        jdbc.update(
                MovingSql.TAKE,
                "ids",
                Values.list(ids),
                "node",
                Values.bytes(grip.node()),
                "fence",
                grip.fence(),
                "now",
                Values.micros(grip.since()),
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
