package dev.baton.postgres;

import dev.baton.internal.fault.AtCommit;
import dev.baton.internal.fault.FaultPoint;
import dev.baton.internal.jdbc.Row;
import dev.baton.job.Doubt;
import dev.baton.job.JobId;
import dev.baton.job.Turn;
import dev.baton.store.Candidate;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.JobView.Tally;
import dev.baton.store.Route;
import dev.baton.store.Terms;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Takes what was chosen, and behind the heads of lanes those that may go with them, all under one fence. */
final class Taking {

    private final Session on;
    private final Runs runs;
    private final Places places;

    Taking(Session on, Runs runs, Places places) {
        this.on = on;
        this.runs = runs;
        this.places = places;
    }

    /** A job that was taken, as it stood before. */
    record Taken(Claim claim, long doubt) {
        Optional<Turn> turn() {
            return claim.turn();
        }

        Route route() {
            return claim.route();
        }

        boolean isUntroubled() {
            Tally tally = claim.tally();
            return tally.failures() == 0 && tally.lost() == 0 && doubt == 0;
        }
    }

    /** What was taken, and whether something was set aside that is off. */
    record Took(List<Claim> claims, boolean setAside) {}

    Took take(ClaimRequest request, List<Candidate> chosen, Instant now) throws SQLException {
        if (chosen.isEmpty()) {
            return new Took(List.of(), false);
        }
        FaultPoint.CLAIM_AFTER_CANDIDATES.hit();
        List<JobId> ids = chosen.stream().map(Candidate::id).toList();
        return took(request, ids, take(request, ids, Behind.NOBODY, now), now);
    }

    /** What was taken of these, and behind them those that may go with them. */
    Took took(ClaimRequest request, List<JobId> ids, Map<JobId, Taken> heads, Instant now) throws SQLException {
        Map<JobId, List<JobId>> following = runs.behind(heads.values(), request, now);
        Map<JobId, Taken> followers = followers(request, heads, following, now);
        List<JobId> missed = ids.stream().filter(id -> !heads.containsKey(id)).toList();
        boolean setAside = !missed.isEmpty() && on.update(ClaimSql.SET_ASIDE, "ids", Values.ids(missed)) > 0;
        if (!heads.isEmpty()) {
            FaultPoint.CLAIM_AFTER_LOCK.hit();
            AtCommit.CLAIM.due();
        }
        var claims = new ArrayList<Claim>();
        for (JobId id : ids) {
            Taken head = heads.get(id);
            if (head != null) {
                claims.add(known(head));
                for (JobId next : following.getOrDefault(id, List.of())) {
                    claims.add(known(Objects.requireNonNull(followers.get(next))));
                }
            }
        }
        return new Took(claims, setAside);
    }

    private Map<JobId, Taken> followers(
            ClaimRequest request, Map<JobId, Taken> heads, Map<JobId, List<JobId>> following, Instant now)
            throws SQLException {
        List<JobId> all = following.values().stream().flatMap(List::stream).toList();
        if (all.isEmpty()) {
            return Map.of();
        }
        var headOf = new HashMap<String, Long>();
        following
                .keySet()
                .forEach(head -> Objects.requireNonNull(heads.get(head))
                        .turn()
                        .ifPresent(turn -> headOf.put(turn.lane(), turn.sequence())));
        long fence = heads.values().iterator().next().claim().fence();
        return take(request, all, new Behind(headOf, fence), now);
    }

    /** Whom jobs follow that are taken: the numbers of the heads of their lanes, and the fence these have. */
    private record Behind(Map<String, Long> heads, @Nullable Long fence) {

        static final Behind NOBODY = new Behind(Map.of(), null);

        boolean isAnybody() {
            return fence != null;
        }
    }

    /** Those of these jobs that are there to be taken. */
    private Map<JobId, Taken> take(ClaimRequest request, Collection<JobId> ids, Behind behind, Instant now)
            throws SQLException {
        List<Route> routes = List.copyOf(request.routes().keySet());
        List<Map.Entry<String, Long>> heads = List.copyOf(behind.heads().entrySet());
        var taken = new HashMap<JobId, Taken>();
        on.query(
                        ClaimSql.TAKE,
                        row -> taken(row, routes),
                        values(
                                request,
                                routes,
                                now,
                                "ids",
                                Values.ids(ids),
                                "followers",
                                behind.isAnybody(),
                                "fence",
                                behind.fence(),
                                "lanes",
                                Values.texts(heads, Map.Entry::getKey),
                                "heads",
                                Values.numbers(heads, Map.Entry::getValue)))
                .forEach(each -> taken.put(each.claim().id(), each));
        return taken;
    }

    /** Who takes jobs of these routes, when, and on which terms; and more. */
    static @Nullable Object[] values(ClaimRequest request, List<Route> routes, Instant now, @Nullable Object... more) {
        List<Terms> terms = routes.stream()
                .map(route -> Objects.requireNonNull(request.routes().get(route)))
                .toList();
        @Nullable
        Object[] common = {
            "node",
            request.node().value(),
            "now",
            Values.micros(now),
            "queues",
            Values.texts(routes, Route::line),
            "types",
            Values.texts(routes, Route::type),
            "versions",
            Values.integers(routes, Route::version),
            "limits",
            Values.integers(terms, Terms::attempts),
            "losses",
            Values.integers(terms, Terms::losses),
            "crashes",
            Values.texts(terms, each -> each.crash().name()),
            "parked_heads",
            Values.texts(terms, each -> each.parkedHead().name()),
            "replayables",
            Values.flags(terms, each -> !each.isStrict())
        };
        @Nullable Object[] all = Arrays.copyOf(common, common.length + more.length);
        System.arraycopy(more, 0, all, common.length, more.length);
        return all;
    }

    /** One that was taken, by the place of its route among these. */
    static Taken taken(Row row, List<Route> routes) throws SQLException {
        Tally before = Rows.tally(row);
        var known = new Claim.Known(
                new Tally(before.attempts() + 1, before.failures(), before.lost()),
                number(row),
                Values.instant(row.number("due_at")),
                List.of(),
                row.optionalText("checkpoint"),
                row.flag("cancel_wanted"));
        var claim = new Claim(
                Values.job(row.uuid("id")),
                routes.get(row.integer("n") - 1),
                Rows.payload(row),
                Rows.turn(row),
                row.number("fence"),
                known);
        return new Taken(claim, row.number("doubt"));
    }

    private static Optional<Turn> number(Row row) throws SQLException {
        Optional<String> lane = row.optionalText("numbered_in");
        return lane.isEmpty() ? Optional.empty() : Optional.of(new Turn(lane.get(), row.number("seq")));
    }

    private Claim known(Taken taken) throws SQLException {
        Claim claim = taken.claim();
        if (taken.doubt() == 0) {
            return claim;
        }
        List<Doubt> doubts = places.doubts(claim.id(), taken.doubt());
        Claim.Known known = claim.known();
        return new Claim(
                claim.id(),
                claim.route(),
                claim.payload(),
                claim.turn(),
                claim.fence(),
                new Claim.Known(
                        known.tally(),
                        known.number(),
                        known.dueAt(),
                        doubts,
                        known.checkpoint(),
                        known.cancelWanted()));
    }
}
