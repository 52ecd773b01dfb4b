package dev.baton.postgres;

import dev.baton.internal.fault.AtCommit;
import dev.baton.internal.fault.FaultPoint;
import dev.baton.internal.jdbc.Row;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.Recovered;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Moves the jobs of nodes that are not live. What somebody has in hand, such as a transaction of a handler's, is left alone. */
final class Recovering {

    private static final UUID BEFORE_ALL = new UUID(0, 0);

    private final Session on;
    private final Keys keys;
    private final Lanes lanes;
    private final Places places;

    Recovering(Session on, Keys keys, Lanes lanes, Places places) {
        this.on = on;
        this.keys = keys;
        this.lanes = lanes;
        this.places = places;
    }

    /** A job whose owner is dead, or why it is left as it is. */
    private record Orphan(JobId id, Optional<Rows.Running> row, String reason) {
        static Orphan of(Row row) throws SQLException {
            JobId id = Values.job(row.uuid("id"));
            if (!row.flag("known")) {
                return new Orphan(id, Optional.empty(), "it is running, and there is no such job");
            }
            try {
                return new Orphan(id, Optional.of(Rows.running(row)), "");
            } catch (IllegalArgumentException unknown) {
                return new Orphan(id, Optional.empty(), String.valueOf(unknown.getMessage()));
            }
        }
    }

    Recovered recover(Optional<JobId> after, int limit, Instant now) throws SQLException {
        List<Orphan> orphans = on.query(
                FinishSql.ORPHANS, Orphan::of, "after", after.map(JobId::value).orElse(BEFORE_ALL), "limit", limit);
        if (!orphans.isEmpty()) {
            FaultPoint.RECOVER_AFTER_READ.hit();
        }
        var skipped = new ArrayList<Recovered.Skipped>();
        var states = new LinkedHashMap<JobId, JobState>();
        var found = new ArrayList<Rows.Running>();
        var moving = new Moving(on, keys, lanes);
        var endings = new Endings(moving, now);
        for (Orphan orphan : orphans) {
            orphan.row().ifPresent(found::add);
            if (orphan.row().isEmpty()) {
                skipped.add(new Recovered.Skipped(orphan.id(), orphan.reason()));
            }
        }
        var runs = new StrictRuns(on, found);
        List<Rows.Running> rows = runs.toBeMoved();
        for (Rows.Running row : new Said(on).ofTaken(rows)) {
            boolean begun = runs.mayHaveBegun(row);
            states.put(
                    row.id(),
                    begun
                            ? endings.lose(row)
                            : endings.end(row, new Finish(row.id(), row.grip().fence(), new Ending.Unstarted(now))));
        }
        if (!rows.isEmpty()) {
            on.update(FinishSql.RUNNING_DELETE, "ids", Values.ids(rows, Rows.Running::id));
            moving.write();
            AtCommit.RECOVER.due();
        }
        Optional<JobId> last = orphans.isEmpty()
                ? Optional.empty()
                : Optional.of(orphans.get(orphans.size() - 1).id());
        return new Recovered(moved(rows, states, now), skipped, last);
    }

    /** Of what runs, what must not be repeated blindly: whether it has ended may have been forgotten. Answers how many. */
    int doubt(Instant now) throws SQLException {
        List<Rows.Running> rows = on.query(FinishSql.NOT_TO_BE_REPEATED, Orphan::of).stream()
                .flatMap(orphan -> orphan.row().stream())
                .toList();
        if (!rows.isEmpty()) {
            var moving = new Moving(on, keys, lanes);
            var endings = new Endings(moving, now);
            for (Rows.Running row : new Said(on).ofTaken(rows)) {
                endings.lose(row, "The server may have forgotten its end.");
            }
            on.update(FinishSql.RUNNING_DELETE, "ids", Values.ids(rows, Rows.Running::id));
            moving.write();
        }
        return rows.size();
    }

    /** Of those that are pending again, those after which no other of their lane was moved; the others had to wait for that. */
    private static Collection<JobId> mayBeReady(List<Rows.Running> rows, Map<JobId, JobState> states) {
        var last = new LinkedHashMap<String, JobId>();
        var pending = new ArrayList<JobId>();
        for (Rows.Running row : rows) {
            boolean waits = states.get(row.id()) == JobState.WAITING;
            if (row.turn().isPresent()) {
                last.put(row.turn().get().lane(), row.id());
            } else if (waits) {
                pending.add(row.id());
            }
        }
        last.values().stream().filter(id -> states.get(id) == JobState.WAITING).forEach(pending::add);
        return pending;
    }

    private List<Recovered.Moved> moved(List<Rows.Running> rows, Map<JobId, JobState> states, Instant now)
            throws SQLException {
        states.putAll(places.states(mayBeReady(rows, states), now));
        var moved = new ArrayList<Recovered.Moved>();
        for (Rows.Running row : rows) {
            JobState to = states.getOrDefault(row.id(), JobState.WAITING);
            moved.add(new Recovered.Moved(
                    row.id(), row.place().route(), row.grip().fence(), to));
        }
        return moved;
    }
}
