package dev.baton.postgres;

import dev.baton.internal.jdbc.Row;
import dev.baton.job.Doubt;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.AttemptView;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.JobView;
import dev.baton.store.JobView.Tally;
import dev.baton.store.Progress;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The places a job stands in, one at a time, and what is known of it there. */
final class Places {

    private final Session on;

    Places(Session on) {
        this.on = on;
    }

    Optional<Rows.Job> find(JobId id) throws SQLException {
        return find(List.of(id)).stream().findFirst();
    }

    List<Rows.Job> find(Collection<JobId> ids) throws SQLException {
        return ids.isEmpty() ? List.of() : on.query(ReadSql.JOBS, Rows::job, "ids", Values.ids(ids));
    }

    /** Due now, if they are due later and not being retried. */
    int hasten(Collection<JobId> ids, Instant now) throws SQLException {
        return on.update(FinishSql.HASTEN, "ids", Values.ids(ids), "now", Values.micros(now));
    }

    Optional<Rows.Pending> pending(JobId id) throws SQLException {
        return on.first(ReadSql.PENDING_FIND, Rows::pending, "id", id.value());
    }

    Optional<Rows.Running> running(JobId id) throws SQLException {
        return on.first(ReadSql.RUNNING_FIND, Rows::running, "id", id.value());
    }

    Optional<Rows.Parked> parked(JobId id) throws SQLException {
        return on.first(ReadSql.PARKED_FIND, Rows::parked, "id", id.value());
    }

    /** Under which fences these are running. */
    Map<JobId, Long> fences(Collection<JobId> ids) throws SQLException {
        var fences = new HashMap<JobId, Long>();
        on.query(
                        ReadSql.FENCES,
                        row -> Map.entry(Values.job(row.uuid("id")), row.number("fence")),
                        "ids",
                        Values.ids(ids))
                .forEach(entry -> fences.put(entry.getKey(), entry.getValue()));
        return fences;
    }

    // What happened.

    Map<JobId, List<AttemptView>> attempts(Collection<JobId> ids) throws SQLException {
        var attempts = new HashMap<JobId, List<AttemptView>>();
        if (!ids.isEmpty()) {
            on.query(ReadSql.ATTEMPTS, Places::ofJob, "ids", Values.ids(ids))
                    .forEach(each -> attempts.computeIfAbsent(each.getKey(), any -> new ArrayList<>())
                            .add(each.getValue()));
        }
        return attempts;
    }

    Map<JobId, AttemptView> lastAttempts(Collection<JobId> ids) throws SQLException {
        return lastAttempts(ReadSql.ATTEMPTS_LAST, ids);
    }

    /** Without what handlers answered and wrote down, which is not even read. */
    Map<JobId, AttemptView> lastAttemptsBriefly(Collection<JobId> ids) throws SQLException {
        return lastAttempts(ReadSql.ATTEMPTS_LAST_BRIEF, ids);
    }

    private Map<JobId, AttemptView> lastAttempts(String sql, Collection<JobId> ids) throws SQLException {
        var last = new HashMap<JobId, AttemptView>();
        if (!ids.isEmpty()) {
            on.query(sql, Places::ofJob, "ids", Values.ids(ids))
                    .forEach(each -> last.put(each.getKey(), each.getValue()));
        }
        return last;
    }

    private static Map.Entry<JobId, AttemptView> ofJob(Row row) throws SQLException {
        return Map.entry(Values.job(row.uuid("job")), Rows.attempt(row));
    }

    /** The attempts of which nobody knows the end, from this fence on. */
    List<Doubt> doubts(JobId job, long since) throws SQLException {
        return on.query(ReadSql.ATTEMPTS_IN_DOUBT, Rows::doubt, "job", job.value(), "since", since);
    }

    // Where it stands.

    private record Found(JobId id, Optional<JobView.Standing> standing, JobState end) {}

    private List<Found> look(Collection<JobId> ids, Instant now) throws SQLException {
        return ids.isEmpty() ? List.of() : on.query(ReadSql.PLACES, row -> found(row, now), "ids", Values.ids(ids));
    }

    /** In one word; ids that are not known are left out. */
    Map<JobId, JobState> states(Collection<JobId> ids, Instant now) throws SQLException {
        var states = new HashMap<JobId, JobState>();
        for (Found found : look(ids, now)) {
            states.put(found.id(), found.standing().map(JobView.Standing::state).orElse(found.end()));
        }
        return states;
    }

    Map<JobId, JobView.Standing> standings(Collection<JobId> ids, Instant now) throws SQLException {
        List<Found> all = look(ids, now);
        Map<JobId, List<AttemptView>> past = attempts(all.stream()
                .filter(found -> found.standing().isEmpty())
                .map(Found::id)
                .toList());
        var standings = new HashMap<JobId, JobView.Standing>();
        for (Found found : all) {
            standings.put(
                    found.id(),
                    found.standing()
                            .orElseGet(() ->
                                    nowhereToGo(found.end(), tally(past.getOrDefault(found.id(), List.of())), false)));
        }
        return standings;
    }

    private static Found found(Row row, Instant now) throws SQLException {
        JobId id = Values.job(row.uuid("id"));
        Tally tally = Rows.tally(row);
        JobState end = row.optionalText("last").filter(Kind.DONE.name()::equals).isPresent()
                ? JobState.DONE
                : JobState.CANCELLED;
        boolean inLane = row.flag("in_lane");
        Optional<JobView.Standing> standing = Optional.empty();
        if (row.flag("pending")) {
            Instant dueAt = Values.instant(row.number("due_at"));
            JobState state = stateOf(row.flag("ready"), row.flag("retrying"), dueAt, now);
            standing = Optional.of(new JobView.Standing(state, tally, Optional.of(dueAt), Optional.empty(), inLane));
        } else if (row.flag("running")) {
            standing = Optional.of(
                    new JobView.Standing(JobState.RUNNING, tally, Optional.empty(), Optional.of(hold(row)), inLane));
        } else if (row.flag("parked")) {
            standing = Optional.of(nowhereToGo(row.flag("held") ? JobState.HELD : JobState.DEAD, tally, inLane));
        }
        return new Found(id, standing, end);
    }

    private static JobView.Hold hold(Row row) throws SQLException {
        Optional<Progress.Mark> progress = Rows.progress(row);
        return new JobView.Hold(
                Values.node(row.uuid("node")),
                row.number("fence"),
                Values.instant(row.number("claimed_at")),
                row.flag("cancel_wanted"),
                progress);
    }

    static JobState stateOf(boolean ready, boolean retrying, Instant dueAt, Instant now) {
        if (!ready) {
            return JobState.WAITING;
        } else if (retrying) {
            return JobState.RETRYING;
        }
        return dueAt.isAfter(now) ? JobState.SCHEDULED : JobState.READY;
    }

    /** Counted from the archive, as nothing else is left of it. */
    private static Tally tally(List<AttemptView> attempts) {
        int number = 0;
        int failures = 0;
        int lost = 0;
        for (AttemptView ended : attempts) {
            number = Math.max(number, ended.number());
            switch (ended.kind()) {
                case FAILED, UNKNOWN, DEAD -> failures++;
                case ORPHANED -> lost++;
                case RETRIED -> {
                    failures = 0;
                    lost = 0;
                }
                case DONE, SNOOZED, RELEASED, UNDECIDED, KILLED, HELD, CANCELLED -> {}
            }
        }
        return new Tally(number, failures, lost);
    }

    private static JobView.Standing nowhereToGo(JobState state, Tally tally, boolean inLane) {
        return new JobView.Standing(state, tally, Optional.empty(), Optional.empty(), inLane);
    }
}
