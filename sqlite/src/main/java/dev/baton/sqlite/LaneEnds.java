package dev.baton.sqlite;

import dev.baton.internal.fault.FaultPoint;
import dev.baton.job.Turn;
import dev.baton.store.NewJob;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Where the lanes end to which a batch of jobs comes: asked for once, and counted on from there, as there is one writer. */
final class LaneEnds {

    private final Lanes lanes;
    private final Map<String, Lanes.End> ends = new HashMap<>();

    LaneEnds(Lanes lanes, List<NewJob> batch) throws SQLException {
        this.lanes = lanes;
        ask(batch.stream().map(NewJob::lane).flatMap(Optional::stream).collect(Collectors.toSet()));
    }

    private void ask(Set<String> names) throws SQLException {
        if (!names.isEmpty()) {
            lanes.ends(names).forEach(end -> ends.put(end.turn().lane(), end));
        }
    }

    /** The place behind all others. */
    Lanes.End of(String lane) throws SQLException {
        if (!ends.containsKey(lane)) {
            ask(Set.of(lane));
        }
        FaultPoint.ENQ_AFTER_SEQUENCE.hit();
        return Objects.requireNonNull(ends.get(lane), "every lane has an end");
    }

    /** This job has it now. What stands there keeps others from being ready; what is only numbered does not. */
    void taken(NewJob job, Lanes.End end) {
        Turn turn = end.turn();
        if (job.held().isPresent() || job.over().isPresent()) {
            ends.remove(turn.lane()); // it depends on more than this
        } else {
            var next = new Turn(turn.lane(), turn.sequence() + 1);
            ends.put(turn.lane(), new Lanes.End(next, end.open() && job.numberedOnly()));
        }
    }
}
