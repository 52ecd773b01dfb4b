package dev.baton.postgres;

import dev.baton.job.JobId;
import dev.baton.store.JobView;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The jobs that commands are about. Whoever else wants something of them waits for us; those who run them do not. They are looked
 * at together before anything is done.
 */
final class Targets {

    private final Session on;
    private final Places places;
    private final Map<JobId, Rows.Job> jobs = new HashMap<>();
    private final Map<JobId, JobView.Standing> seen = new HashMap<>();

    Targets(Session on, Places places) {
        this.on = on;
        this.places = places;
    }

    void lock(Collection<JobId> ids, Instant now) throws SQLException {
        if (!ids.isEmpty()) {
            on.query(OperatorSql.JOBS_LOCK, Rows::job, "ids", Values.ids(ids)).forEach(job -> jobs.put(job.id(), job));
            seen.putAll(places.standings(jobs.keySet(), now));
        }
    }

    /** One that was locked, or that was added since. */
    Optional<Rows.Job> job(JobId id, Instant now) throws SQLException {
        if (!jobs.containsKey(id)) {
            lock(List.of(id), now);
        }
        return Optional.ofNullable(jobs.get(id));
    }

    /** Where it stood when it was locked. Asked for once: what is done to it, or to others of its lane or key, may change that. */
    Optional<JobView.Standing> seen(Rows.Job job) {
        JobView.Standing standing = seen.remove(job.id());
        boolean alone = job.number().isEmpty() && job.key().isEmpty();
        return alone ? Optional.ofNullable(standing) : Optional.empty();
    }

    /** Where it stands now. */
    JobView.Standing look(Rows.Job job, Instant now) throws SQLException {
        seen.remove(job.id());
        return Objects.requireNonNull(places.standings(List.of(job.id()), now).get(job.id()));
    }
}
