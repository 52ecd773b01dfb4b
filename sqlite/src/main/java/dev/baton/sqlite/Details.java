package dev.baton.sqlite;

import dev.baton.internal.jdbc.Row;
import dev.baton.job.JobId;
import dev.baton.job.Turn;
import dev.baton.store.Claim;
import dev.baton.store.JobView.Tally;
import dev.baton.store.Payload;
import dev.baton.store.Route;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What is to be known of a job beside what is known of a candidate. */
record Details(JobId id, Numbers numbers, Payload payload, Optional<String> checkpoint, Rows.Flags flags) {
    static Details of(Row row) throws SQLException {
        return new Details(
                Values.job(row.bytes("id")),
                Numbers.of(row),
                Rows.payload(row),
                row.optionalText("checkpoint"),
                Rows.flags(row));
    }

    Waiting of(Route route, Instant dueAt, Tally tally) {
        var known = new Claim.Known(tally, number(), dueAt, List.of(), checkpoint, flags.cancelWanted());
        return new Waiting(new Claim(id, route, payload, numbers.turn(), 0, known), flags);
    }

    Optional<Turn> number() {
        return numbers.number();
    }

    boolean off() {
        return numbers.off();
    }

    /**
     * What a job has to do with its lane.
     *
     * @param turn its place, if the lane orders it
     * @param number its number, if there is a lane
     * @param off whether the lane only numbers it, and is switched off
     */
    private record Numbers(Optional<Turn> turn, Optional<Turn> number, boolean off) {
        static Numbers of(Row row) throws SQLException {
            Optional<String> lane = row.optionalText("numbered_in");
            Optional<Turn> number =
                    lane.isEmpty() ? Optional.empty() : Optional.of(new Turn(lane.get(), row.number("seq")));
            return new Numbers(Rows.turn(row), number, row.flag("off"));
        }
    }
}
