package dev.baton.postgres;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.Turn;
import dev.baton.store.ActionView;
import dev.baton.store.AttemptView;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import dev.baton.store.OperatorCommand;
import dev.baton.store.Route;
import dev.baton.store.Situation;
import dev.baton.store.Situation.InTheWay;
import dev.baton.store.Switch;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** Answers questions, and changes nothing. */
final class Reading {

    private static final int PAGE = 100;
    private static final Comparator<JobView> NEWEST_FIRST =
            Comparator.comparing(JobView::id).reversed();
    private static final JobId AFTER_ALL = new JobId(new UUID(-1, -1));

    private final Session on;
    private final Keys keys;
    private final Lanes lanes;
    private final Places places;

    Reading(Session on, Keys keys, Lanes lanes, Places places) {
        this.on = on;
        this.keys = keys;
        this.lanes = lanes;
        this.places = places;
    }

    Optional<JobView> find(JobId id, Instant now) throws SQLException {
        return views(places.find(List.of(id)), now).stream().findFirst();
    }

    Map<JobId, JobView.Standing> standings(Collection<JobId> ids, Instant now) throws SQLException {
        return places.standings(ids, now);
    }

    List<JobView> list(JobFilter filter, Optional<JobId> after, int limit, Instant now) throws SQLException {
        var found = new ArrayList<JobView>();
        JobId before = after.orElse(AFTER_ALL);
        String inOrder = inOrder(filter);
        List<JobId> page = page(inOrder, filter, before);
        while (!page.isEmpty() && found.size() < limit) {
            views(places.find(page), places.lastAttemptsBriefly(page), now).stream()
                    .filter(filter::fits)
                    .sorted(NEWEST_FIRST)
                    .limit(limit - found.size())
                    .forEach(found::add);
            page = page(inOrder, filter, page.get(page.size() - 1));
        }
        return found;
    }

    /** Where to look: what stands somewhere is found there, without a look at all that has ended; the rest by its lane or type. */
    private static String inOrder(JobFilter filter) {
        boolean standing = filter.state().filter(state -> !state.isFinal()).isPresent();
        if (filter.lane().isPresent() && !standing) {
            return ReadSql.JOBS_OF_LANE_BEFORE;
        } else if (filter.state().isEmpty()) {
            return filter.type().isPresent() ? ReadSql.JOBS_OF_TYPE_BEFORE : ReadSql.JOBS_BEFORE;
        }
        return switch (filter.state().get()) {
            case SCHEDULED, READY, WAITING, RETRYING -> ReadSql.PENDING_BEFORE;
            case RUNNING -> ReadSql.RUNNING_BEFORE;
            case DEAD, HELD -> ReadSql.PARKED_BEFORE;
            case DONE, CANCELLED -> ReadSql.ENDED_BEFORE;
        };
    }

    private List<JobId> page(String inOrder, JobFilter filter, JobId before) throws SQLException {
        return on.query(
                inOrder,
                row -> Values.job(row.uuid("id")),
                "type",
                filter.type().orElse(""),
                "lane",
                filter.lane().orElse(""),
                "before",
                before.value(),
                "limit",
                PAGE);
    }

    private List<JobView> views(List<Rows.Job> jobs, Instant now) throws SQLException {
        return views(jobs, places.lastAttempts(ids(jobs)), now);
    }

    private static List<JobId> ids(List<Rows.Job> jobs) {
        return jobs.stream().map(Rows.Job::id).toList();
    }

    private List<JobView> views(List<Rows.Job> jobs, Map<JobId, AttemptView> last, Instant now) throws SQLException {
        Map<JobId, JobView.Standing> standings = places.standings(ids(jobs), now);
        return jobs.stream()
                .map(job -> new JobView(
                        job.id(),
                        job.route(),
                        facts(job),
                        Objects.requireNonNull(standings.get(job.id())),
                        Optional.ofNullable(last.get(job.id()))))
                .toList();
    }

    private static JobView.Facts facts(Rows.Job job) {
        return new JobView.Facts(
                job.payload().label(),
                job.priority(),
                job.key().map(Rows.Key::key),
                job.createdAt(),
                job.number(),
                job.ties().replaces());
    }

    Optional<Situation> situation(JobId id, Instant now) throws SQLException {
        Optional<Rows.Job> job = places.find(id);
        return job.isEmpty() ? Optional.empty() : Optional.of(situation(job.get(), now));
    }

    private Situation situation(Rows.Job job, Instant now) throws SQLException {
        Optional<Rows.Pending> row = places.pending(job.id());
        JobView view = views(List.of(job), now).get(0);
        boolean waits = row.isPresent() && view.standing().inLane();
        Optional<InTheWay> before = waits ? before(job.number(), now) : Optional.empty();
        boolean behind = row.filter(Rows.Pending::behind).isPresent();
        Optional<JobId> keyHolder = behind ? keys.awaitedBy(job) : Optional.empty();
        return new Situation(view, before, keyHolder, off(job), isServed(job.route()));
    }

    private Optional<InTheWay> before(Optional<Turn> turn, Instant now) throws SQLException {
        Optional<JobId> other = turn.isEmpty() ? Optional.empty() : lanes.before(turn.get());
        if (other.isEmpty()) {
            return Optional.empty();
        }
        Turn its = places.find(other.get()).flatMap(Rows.Job::number).orElseThrow();
        JobState state =
                Objects.requireNonNull(places.states(List.of(other.get()), now).get(other.get()));
        return Optional.of(new InTheWay(other.get(), its, state));
    }

    private List<Switch> off(Rows.Job job) throws SQLException {
        List<Switch> off = on.query(
                ReadSql.SWITCHES_OF_JOB,
                Rows::which,
                "queue",
                job.route().queue(),
                "type",
                job.route().type(),
                "lane",
                job.number().map(Turn::lane).orElse(null));
        return off.stream().sorted(Switch.IN_ORDER).toList();
    }

    private boolean isServed(Route route) throws SQLException {
        return on.first(
                        ReadSql.SERVED,
                        row -> true,
                        "queue",
                        route.served().line(),
                        "type",
                        route.type(),
                        "version",
                        route.version())
                .isPresent();
    }

    Optional<String> checkpoint(JobId id) throws SQLException {
        return on.first(ReadSql.CHECKPOINT, row -> row.text("json"), "job", id.value());
    }

    List<Switch> switches() throws SQLException {
        return on.query(ReadSql.SWITCHES, Rows::which).stream()
                .sorted(Switch.IN_ORDER)
                .toList();
    }

    List<ActionView> actions(int limit) throws SQLException {
        return on.query(
                ReadSql.ACTIONS,
                row -> new ActionView(
                        row.text("act"),
                        row.text("target"),
                        new OperatorCommand.By(row.text("who"), row.text("why")),
                        row.text("before"),
                        row.text("after"),
                        Values.instant(row.number("at"))),
                "limit",
                limit);
    }
}
