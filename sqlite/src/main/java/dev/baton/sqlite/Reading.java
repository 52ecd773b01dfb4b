package dev.baton.sqlite;

import dev.baton.job.JobId;
import dev.baton.store.AttemptView;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Answers questions, and changes nothing. */
final class Reading {

    private static final int PAGE = 100;
    private static final JobId AFTER_ALL = new JobId(new UUID(-1, -1));

    private final Jobs jobs;

    Reading(Jobs jobs) {
        this.jobs = jobs;
    }

    Optional<JobView> find(JobId id, Instant now) throws SQLException {
        Optional<Rows.Job> job = jobs.find(id);
        return job.isEmpty() ? Optional.empty() : Optional.of(view(job.get(), now));
    }

    Map<JobId, JobView.Standing> standings(Collection<JobId> ids, Instant now) throws SQLException {
        var standings = new LinkedHashMap<JobId, JobView.Standing>();
        for (JobId id : ids) {
            if (jobs.isKnown(id)) {
                standings.put(id, jobs.standing(id, now));
            }
        }
        return standings;
    }

    List<JobView> list(JobFilter filter, Optional<JobId> after, int limit, Instant now) throws SQLException {
        var found = new ArrayList<JobView>();
        JobId before = after.orElse(AFTER_ALL);
        String inOrder = inOrder(filter);
        List<JobId> page = page(inOrder, filter, before);
        while (!page.isEmpty()) {
            for (JobId id : page) {
                JobView view = view(jobs.find(id).orElseThrow(), now);
                if (fits(filter, view)) {
                    found.add(view);
                }
                if (found.size() >= limit) {
                    return found;
                }
            }
            page = page(inOrder, filter, page.get(page.size() - 1));
        }
        return found;
    }

    /** Where to look: what stands somewhere is found there, without a look at all that has ended; the rest by its type. */
    private static String inOrder(JobFilter filter) {
        if (filter.state().isEmpty()) {
            return filter.type().isPresent() ? SqliteSql.JOBS_OF_TYPE_BEFORE : SqliteSql.JOBS_BEFORE;
        }
        return switch (filter.state().get()) {
            case SCHEDULED, READY, WAITING, RETRYING -> SqliteSql.PENDING_BEFORE;
            case RUNNING -> SqliteSql.RUNNING_BEFORE;
            case DEAD, HELD -> SqliteSql.PARKED_BEFORE;
            case DONE, CANCELLED -> SqliteSql.ENDED_BEFORE;
        };
    }

    private List<JobId> page(String inOrder, JobFilter filter, JobId before) throws SQLException {
        return jobs.jdbc.query(
                inOrder,
                row -> Values.job(row.bytes("id")),
                "type",
                filter.type().orElse(""),
                "before",
                Values.bytes(before),
                "limit",
                PAGE);
    }

    private static boolean fits(JobFilter filter, JobView view) {
        return filter.queue().map(view.route().queue()::equals).orElse(true)
                && filter.type().map(view.route().type()::equals).orElse(true)
                && filter.state().map(view.standing().state()::equals).orElse(true);
    }

    private JobView view(Rows.Job job, Instant now) throws SQLException {
        List<AttemptView> ended = jobs.attempts(job.id());
        Optional<AttemptView> last = ended.isEmpty() ? Optional.empty() : Optional.of(ended.get(ended.size() - 1));
        var facts = new JobView.Facts(
                job.payload().label(), job.priority(), job.key().map(Rows.Key::key), job.createdAt());
        return new JobView(job.id(), job.route(), facts, jobs.standing(job.id(), now), last);
    }
}
