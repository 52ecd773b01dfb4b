package dev.baton.postgres;

import dev.baton.internal.fault.FaultPoint;
import dev.baton.internal.jdbc.Row;
import dev.baton.job.JobId;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Route;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/**
 * Takes the first that are due without a look before. That is a whole claim where there is nothing to choose, as all that is ready is
 * of one route and one priority, and none of it comes alone; otherwise nothing is taken.
 */
final class TakingFirst {

    private final Session on;
    private final Taking taking;

    TakingFirst(Session on, Taking taking) {
        this.on = on;
        this.taking = taking;
    }

    /** What was taken, whether more is due, and when the next is. */
    record Took(List<Claim> claims, boolean more, Optional<Instant> later) {}

    /** What is known of all that was seen. */
    private record Whole(long levels, long gone, boolean more, Optional<Instant> later) {
        static Whole of(Row row) throws SQLException {
            return new Whole(
                    row.number("levels"),
                    row.number("gone"),
                    row.flag("more"),
                    row.optionalNumber("later").map(Values::instant));
        }
    }

    /** Empty if there was something to choose. */
    Optional<Took> take(ClaimRequest request, List<Route> routes, Instant now) throws SQLException {
        var ids = new ArrayList<JobId>();
        var heads = new HashMap<JobId, Taking.Taken>();
        var whole = new ArrayList<Whole>();
        on.query(
                ClaimSql.TAKE_FIRST,
                row -> {
                    if (whole.isEmpty()) {
                        whole.add(Whole.of(row));
                    }
                    Optional<JobId> id = row.optionalUuid("id").map(Values::job);
                    id.ifPresent(ids::add);
                    if (id.isPresent() && row.flag("mine")) {
                        heads.put(id.get(), Taking.taken(row, routes));
                    }
                    return id;
                },
                Taking.values(request, routes, now, "most", Values.integers(routes, route -> most(request, route))));
        Whole all = whole.get(0);
        if (heads.size() != all.gone()) {
            throw new CollisionException("a job was changed while it was taken");
        } else if (all.levels() > 1 || (heads.isEmpty() && all.levels() == 1)) {
            return Optional.empty();
        } else if (heads.isEmpty()) {
            return Optional.of(new Took(List.of(), false, Optional.empty()));
        }
        FaultPoint.CLAIM_AFTER_CANDIDATES.hit();
        List<Claim> claims = taking.took(request, ids, heads, now).claims();
        return Optional.of(new Took(claims, all.more(), all.later()));
    }

    private static int most(ClaimRequest request, Route route) {
        return request.caps().stream()
                .filter(cap -> cap.routes().contains(route))
                .mapToInt(ClaimRequest.Cap::limit)
                .reduce(Math.min(request.total(), Claiming.CLAIM_MAX), Math::min);
    }
}
