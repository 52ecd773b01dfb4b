package dev.baton.postgres;

import dev.baton.internal.jdbc.Row;
import dev.baton.job.JobId;
import dev.baton.postgres.Beginnings.Level;
import dev.baton.store.Candidate;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Claimed;
import dev.baton.store.JobView.Tally;
import dev.baton.store.Route;
import dev.baton.store.Switch;
import dev.baton.store.Terms;
import dev.baton.store.Urgency;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Moves jobs from pending to running. First it looks, without holding anybody up; then it takes what it has chosen, as far as
 * nobody else was faster. If many were, it looks once more, past what others are just taking.
 */
final class Claiming {

    static final int CLAIM_MAX = 10_000;
    private static final Duration NOTES_SOONEST = Duration.ofMillis(20);
    /** None is ever put off for so long; the server's clock has been set back since. */
    private static final Duration NOTES_LATEST = Duration.ofSeconds(2);

    private final Session on;
    private final Limits limits;
    private final Taking taking;
    private final TakingFirst first;
    private final Shortcut shortcut;
    private final Beginning<Map<Level, Long>> beginning;

    Claiming(Session on, Places places, Beginnings beginnings) {
        this.on = on;
        this.limits = new Limits(on);
        this.taking = new Taking(on, new Runs(on), places);
        this.first = new TakingFirst(on, taking);
        this.shortcut = beginnings.shortcut();
        this.beginning = beginnings.claims();
    }

    /** What is known before a claim: whether the node lives on the server it knew, and when the next note is to be looked at. */
    private record Surroundings(boolean live, boolean sameHistory, Optional<Duration> notesIn) {

        static Surroundings of(Row row) throws SQLException {
            return new Surroundings(
                    row.flag("live"),
                    row.flag("same_history"),
                    row.optionalNumber("notes_in").map(micros -> Duration.of(micros, ChronoUnit.MICROS)));
        }

        boolean notesDue() {
            return notesIn.filter(in -> in.compareTo(Duration.ZERO) <= 0 || in.compareTo(NOTES_LATEST) > 0)
                    .isPresent();
        }

        Optional<Instant> notesAt(Instant now) {
            return notesIn.map(in -> now.plus(in.compareTo(NOTES_SOONEST) > 0 ? in : NOTES_SOONEST));
        }
    }

    private Surroundings surroundings(ClaimRequest request) throws SQLException {
        return on.first(
                        ClaimSql.SURROUNDINGS,
                        Surroundings::of,
                        "node",
                        request.node().value())
                .orElseThrow();
    }

    /** What a claim came to, or what is to be done before. */
    record FirstLook(Optional<Claimed> claimed, boolean newHistory) {}

    /** Nothing is claimed if something was left to be looked at first, which may make jobs ready, or the server is another. */
    FirstLook claimUnlessNoted(ClaimRequest request, Instant now) throws SQLException {
        Surroundings around = surroundings(request);
        boolean later = around.notesDue() || !around.sameHistory();
        return new FirstLook(
                later ? Optional.empty() : Optional.of(claim(request, around, now)), !around.sameHistory());
    }

    Claimed claim(ClaimRequest request, Instant now) throws SQLException {
        return claim(request, surroundings(request), now);
    }

    private Claimed claim(ClaimRequest request, Surroundings around, Instant now) throws SQLException {
        return limits.claim(request, now, kept -> claimWithin(kept, around, now));
    }

    private Claimed claimWithin(ClaimRequest request, Surroundings around, Instant now) throws SQLException {
        List<Route> routes = around.live() ? open(request) : List.of();
        if (routes.isEmpty()) {
            return new Claimed(List.of(), Optional.empty());
        }
        Optional<Set<JobId>> named = request.share().only();
        Optional<Map<Level, Long>> from = named.isPresent() ? Optional.empty() : beginning.get();
        if (named.isEmpty() && from.isEmpty() && isPlain(request, routes) && shortcut.isOpen()) {
            Optional<TakingFirst.Took> took = takeFirst(request, routes, now);
            if (took.isPresent()) {
                new Drains(on).note(request.watching(took.get().claims()));
                Optional<Instant> next =
                        took.get().more() ? Optional.of(now) : took.get().later();
                return new Claimed(took.get().claims(), earlier(next, around.notesAt(now)));
            }
        }
        Due due;
        if (named.isPresent()) {
            due = lookFor(named.get(), routes, now);
        } else {
            due = look(from, request, routes, now);
        }
        List<Candidate> chosen = request.choose(due.now());
        Taking.Took took = taking.take(request, chosen, now);
        List<Claim> claims = took.claims();
        if (claims.isEmpty() && !took.setAside() && !chosen.isEmpty() && from.isEmpty() && named.isEmpty()) {
            due = look(ClaimSql.CANDIDATES_LEFT, request, routes, now);
            chosen = request.choose(due.now());
            claims = taking.take(request, chosen, now).claims();
        }
        new Drains(on).note(request.watching(claims));
        boolean more = request.leavesMore(due.now(), chosen);
        Optional<Instant> nextDue =
                more ? Optional.of(now) : due.later().stream().min(Comparator.naturalOrder());
        return new Claimed(claims, earlier(nextDue, around.notesAt(now)));
    }

    /** Does it want something, and is it kept to nothing by limits of all nodes, which are looked after one by one? */
    private static boolean isPlain(ClaimRequest request, List<Route> routes) {
        return request.total() > 0
                && request.limits().isEmpty()
                && request.keyLimits().isEmpty()
                && routes.stream().allMatch(route -> route.limitKey().isEmpty());
    }

    private Optional<TakingFirst.Took> takeFirst(ClaimRequest request, List<Route> routes, Instant now)
            throws SQLException {
        long begun = System.nanoTime();
        Optional<TakingFirst.Took> took = first.take(request, routes, now);
        shortcut.taken(took.map(each -> each.claims().size()).orElse(0), System.nanoTime() - begun);
        if (took.isEmpty()) {
            shortcut.inVain();
        }
        return took;
    }

    /** Of limit keys the request names those with room, which are others every time: they are asked for by themselves. */
    private Due look(Optional<Map<Level, Long>> from, ClaimRequest request, List<Route> routes, Instant now)
            throws SQLException {
        Map<Boolean, List<Route>> keyed = routes.stream()
                .collect(Collectors.partitioningBy(route -> route.limitKey().isPresent()));
        List<Route> plain = Objects.requireNonNull(keyed.get(false));
        Due due = from.isPresent() ? lookFrom(from.get(), request, plain, now) : lookAtAll(request, plain, now);
        List<Route> ofKeys = Objects.requireNonNull(keyed.get(true));
        return ofKeys.isEmpty() ? due : due.and(look(ClaimSql.CANDIDATES, request, ofKeys, now));
    }

    private static Optional<Instant> earlier(Optional<Instant> a, Optional<Instant> b) {
        return a.isPresent() && b.isPresent() ? (a.get().isBefore(b.get()) ? a : b) : a.or(() -> b);
    }

    private List<Route> open(ClaimRequest request) throws SQLException {
        List<Switch> off = on.query(ClaimSql.SWITCHES_OF_ROUTES, Rows::which);
        return request.routes().keySet().stream()
                .filter(route -> request.isOpen(route) && off.stream().noneMatch(each -> each.concerns(route)))
                .toList();
    }

    /** What is due now, and when the others are. */
    private record Due(List<Candidate> now, List<Instant> later) {
        Due and(Due other) {
            var all = new ArrayList<>(now);
            all.addAll(other.now);
            later.addAll(other.later);
            return new Due(all, later);
        }
    }

    private record Found(Level level, Optional<Candidate> candidate, Optional<Instant> later) {}

    private Due lookFor(Set<JobId> ids, List<Route> routes, Instant now) throws SQLException {
        var due = new ArrayList<Candidate>();
        var later = new ArrayList<Instant>();
        for (Candidate each : on.query(ClaimSql.CANDIDATES_NAMED, Claiming::named, "ids", Values.ids(ids))) {
            Instant dueAt = each.urgency().dueAt();
            if (routes.contains(each.route()) && dueAt.isAfter(now)) {
                later.add(dueAt);
            } else if (routes.contains(each.route())) {
                due.add(each);
            }
        }
        return new Due(due, later);
    }

    private static Candidate named(Row row) throws SQLException {
        return candidate(row, new Level(Rows.route(row), row.integer("priority")));
    }

    private Due lookAtAll(ClaimRequest request, List<Route> routes, Instant now) throws SQLException {
        long begun = System.nanoTime();
        Due due = look(ClaimSql.CANDIDATES, request, routes, now);
        beginning.looked(
                begun,
                firstOf(due, routes, Map.of(), now),
                () -> on.first(ClaimSql.PENDING_DEAD, row -> row.number("dead")).orElse(0L));
        return due;
    }

    /** Past what is dead, and past those that somebody else is just taking. What stands before it is found a little later. */
    private Due lookFrom(Map<Level, Long> from, ClaimRequest request, List<Route> routes, Instant now)
            throws SQLException {
        List<Level> levels = from.keySet().stream()
                .filter(level -> routes.contains(level.route()))
                .toList();
        List<Found> found = on.query(
                ClaimSql.CANDIDATES_FROM,
                row -> found(row, levels.get(row.integer("n") - 1)),
                "queues",
                Values.texts(levels, level -> level.route().line()),
                "types",
                Values.texts(levels, level -> level.route().type()),
                "versions",
                Values.integers(levels, level -> level.route().version()),
                "priorities",
                Values.integers(levels, Level::priority),
                "froms",
                Values.numbers(levels, level -> from.getOrDefault(level, 0L)),
                "now",
                Values.micros(now),
                "limit",
                limit(request));
        Due due = due(found, request, now);
        beginning.moveOn(firstOf(due, routes, from, now));
        due.later().add(now.plus(beginning.left()));
        return due;
    }

    /** When the first of each level is due. Where there is none, or a route has none at all, whatever comes is due from now on. */
    private static Map<Level, Long> firstOf(Due due, List<Route> routes, Map<Level, Long> before, Instant now) {
        var first = new HashMap<>(before);
        var found = new HashMap<Level, Long>();
        for (Candidate each : due.now()) {
            var level = new Level(each.route(), each.urgency().priority());
            found.merge(level, Values.micros(each.urgency().dueAt()), Math::min);
        }
        first.putAll(found);
        routes.forEach(route -> first.putIfAbsent(new Level(route, 0), Values.micros(now)));
        return first;
    }

    private Due look(String sql, ClaimRequest request, List<Route> routes, Instant now) throws SQLException {
        List<Found> found = on.query(
                sql,
                row -> found(row, new Level(routes.get(row.integer("n") - 1), row.integer("priority"))),
                "queues",
                Values.texts(routes, Route::line),
                "types",
                Values.texts(routes, Route::type),
                "versions",
                Values.integers(routes, Route::version),
                "now",
                Values.micros(now),
                "limit",
                Math.min(limit(request), mostWorthALook(request, routes)));
        return due(found, request, now);
    }

    private Due due(List<Found> found, ClaimRequest request, Instant now) throws SQLException {
        var due = new LinkedHashSet<Candidate>();
        var later = new ArrayList<Instant>();
        var troubled = new LinkedHashSet<Level>();
        for (Found each : found) {
            each.candidate().ifPresent(due::add);
            each.later().ifPresent(later::add);
            if (each.candidate().filter(one -> one.tally().lost() > 0).isPresent()) {
                troubled.add(each.level());
            }
        }
        for (Level level : troubled) {
            due.addAll(pastTheLost(request, level, due, now));
        }
        return new Due(List.copyOf(due), later);
    }

    /** One more than wanted, to know that there is more. */
    private static int limit(ClaimRequest request) {
        return Math.max(0, Math.min(request.total(), CLAIM_MAX)) + 1;
    }

    private static int mostWorthALook(ClaimRequest request, List<Route> routes) {
        return routes.stream().mapToInt(request::worthALook).max().orElse(1);
    }

    private static Found found(Row row, Level level) throws SQLException {
        Optional<Candidate> candidate =
                row.optionalUuid("id").isEmpty() ? Optional.empty() : Optional.of(candidate(row, level));
        return new Found(level, candidate, row.optionalNumber("later").map(Values::instant));
    }

    private static Candidate candidate(Row row, Level level) throws SQLException {
        return new Candidate(
                new JobId(row.uuid("id")),
                level.route(),
                new Urgency(level.priority(), Values.instant(row.number("due_at"))),
                new Tally(row.integer("attempts"), row.integer("failures"), row.integer("lost")));
    }

    /** If those that were lost before stand in front of the others, which they cannot come with: past them. */
    private List<Candidate> pastTheLost(ClaimRequest request, Level level, Set<Candidate> due, Instant now)
            throws SQLException {
        var past = new ArrayList<>(candidates(ClaimSql.CANDIDATES_FRESH, request, level, now));
        Terms terms = Objects.requireNonNull(request.routes().get(level.route()));
        boolean noneMayCome = due.stream()
                .filter(one -> one.tally().lost() > 0
                        && one.route().equals(level.route())
                        && one.urgency().priority() == level.priority())
                .noneMatch(lost -> request.lastChances() || !terms.makeLastChance(lost.tally()));
        if (noneMayCome) {
            past.addAll(candidates(ClaimSql.CANDIDATES_LOST, request, level, now));
        }
        return past;
    }

    private List<Candidate> candidates(String sql, ClaimRequest request, Level level, Instant now) throws SQLException {
        Terms terms = Objects.requireNonNull(request.routes().get(level.route()));
        return on.query(
                sql,
                row -> candidate(row, level),
                "queue",
                level.route().line(),
                "type",
                level.route().type(),
                "version",
                level.route().version(),
                "priority",
                level.priority(),
                "now",
                Values.micros(now),
                "losses",
                terms.losses(),
                "runs",
                terms.attempts(),
                "limit",
                limit(request));
    }
}
