package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.internal.jdbc.Row;
import dev.baton.store.Allowance;
import dev.baton.store.Bucket;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Claimed;
import dev.baton.store.Limit;
import dev.baton.store.LimitKey;
import dev.baton.store.LimitView;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** What all nodes together are kept to. A job counts for as long as it runs under the fence it was claimed with, whoever ends it. */
final class Limits {

    private final Jdbc jdbc;
    private final LimitKeys keys;

    Limits(Jdbc jdbc, Claiming claiming) {
        this.jdbc = jdbc;
        this.keys = new LimitKeys(jdbc, claiming);
    }

    /** A limit as it stands, and what code said of it last. */
    private record Known(LimitView view, String declared) {}

    /** Claims no more than the limits of the request have room for; without any it is a claim like every other. */
    Claimed claim(ClaimRequest request, Instant now) throws SQLException {
        List<Limit> limits = request.limits();
        if (limits.isEmpty()) {
            return keys.claim(request, now);
        }
        var inHand = new ArrayList<LimitView>();
        for (Limit limit : limits) {
            find(limit).map(Known::view).ifPresent(inHand::add);
        }
        var allowance = new Allowance(request, inHand, now);
        Claimed claimed = keys.claim(allowance.request(), now);
        for (LimitView view : allowance.used(claimed.claims())) {
            use(view, claimed.claims());
        }
        return allowance.answer(claimed);
    }

    private void use(LimitView view, List<Claim> claims) throws SQLException {
        Limit limit = view.limit();
        if (limit.rate().isPresent()) {
            jdbc.update(
                    LimitSql.USE,
                    "kind",
                    limit.kind().name(),
                    "name",
                    limit.name(),
                    "parts",
                    view.bucket().parts(),
                    "filled_at",
                    Values.micros(view.bucket().filledAt()));
        }
        if (limit.atOnce().isEmpty()) {
            return;
        }
        jdbc.update(LimitSql.SLOTS_CLEAR, "kind", limit.kind().name(), "name", limit.name());
        for (Claim claim : claims) {
            if (limit.concerns(claim.route())) {
                jdbc.update(
                        LimitSql.SLOT_ADD,
                        "kind",
                        limit.kind().name(),
                        "name",
                        limit.name(),
                        "job",
                        Values.bytes(claim.id()),
                        "fence",
                        claim.fence());
            }
        }
    }

    boolean declare(Collection<Limit> limits, Instant now) throws SQLException {
        for (Limit limit : limits) {
            Optional<Known> known = find(limit);
            if (known.isEmpty()) {
                write(
                        limit.eachKey() ? LimitKeySql.ADD : LimitSql.ADD,
                        new Known(LimitView.unused(limit, now), limit.toString()));
            } else if (!known.get().declared().equals(limit.toString())) {
                write(changing(limit), new Known(known.get().view().changed(limit, now), limit.toString()));
            }
        }
        return true;
    }

    /** As it was before; empty if there is none. */
    Optional<Limit> change(Limit to, Instant now) throws SQLException {
        Optional<Known> known = find(to);
        if (known.isPresent()) {
            write(
                    changing(to),
                    new Known(known.get().view().changed(to, now), known.get().declared()));
        }
        return known.map(Known::view).map(LimitView::limit);
    }

    private static String changing(Limit limit) {
        return limit.eachKey() ? LimitKeySql.CHANGE : LimitSql.CHANGE;
    }

    private Optional<Known> find(Limit limit) throws SQLException {
        return jdbc.first(
                limit.eachKey() ? LimitKeySql.FIND : LimitSql.FIND,
                row -> known(row, limit.eachKey()),
                "kind",
                limit.kind().name(),
                "name",
                limit.name());
    }

    Optional<LimitView> of(Limit limit, String key, Instant now) throws SQLException {
        return keys.view(new LimitKey(limit.kind(), limit.name(), key), now);
    }

    List<LimitView> all() throws SQLException {
        var all = new ArrayList<>(
                jdbc.query(LimitSql.ALL, row -> known(row, false).view()));
        all.addAll(jdbc.query(LimitKeySql.ALL, row -> known(row, true).view()));
        all.sort((a, b) -> Limit.IN_ORDER.compare(a.limit(), b.limit()));
        return all;
    }

    static Limit limit(Row row, boolean eachKey) throws SQLException {
        Optional<Limit.Rate> rate = row.optionalNumber("tokens").isEmpty()
                ? Optional.empty()
                : Optional.of(new Limit.Rate(
                        row.integer("tokens"),
                        Duration.of(row.number("period"), ChronoUnit.MICROS),
                        row.integer("burst")));
        return new Limit(
                Limit.Kind.valueOf(row.text("kind")),
                row.text("name"),
                row.optionalNumber("at_once").map(Math::toIntExact),
                rate,
                eachKey);
    }

    private static Known known(Row row, boolean eachKey) throws SQLException {
        var bucket = new Bucket(row.number("parts"), Values.instant(row.number("filled_at")));
        return new Known(new LimitView(limit(row, eachKey), row.integer("in_use"), bucket), row.text("declared"));
    }

    private void write(String sql, Known known) throws SQLException {
        Limit limit = known.view().limit();
        jdbc.update(
                sql,
                "kind",
                limit.kind().name(),
                "name",
                limit.name(),
                "at_once",
                limit.atOnce().orElse(null),
                "tokens",
                limit.rate().map(Limit.Rate::tokens).orElse(null),
                "period",
                limit.rate().map(rate -> rate.period().toNanos() / 1_000).orElse(null),
                "burst",
                limit.rate().map(Limit.Rate::burst).orElse(null),
                "parts",
                known.view().bucket().parts(),
                "filled_at",
                Values.micros(known.view().bucket().filledAt()),
                "declared",
                known.declared());
    }
}
