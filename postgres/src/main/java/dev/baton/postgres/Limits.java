package dev.baton.postgres;

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
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/**
 * What all nodes together are kept to. Who claims under a limit has its row locked, and nobody waits for it: so it is known how much
 * is left, and none but those who claim under the same limit make room for each other. A job counts for as long as it runs under the
 * fence it was claimed with, whoever ends it.
 */
final class Limits {

    private final Session on;
    private final LimitKeys keys;

    Limits(Session on) {
        this.on = on;
        this.keys = new LimitKeys(on);
    }

    /** A limit as it stands, and what code said of it last. */
    private record Known(LimitView view, String declared) {}

    /** A claim that is kept to a request. */
    @FunctionalInterface
    interface Kept {
        Claimed claim(ClaimRequest request) throws SQLException;
    }

    /** Claims no more than the limits of the request have room for; without any it is a claim like every other. */
    Claimed claim(ClaimRequest request, Instant now, Kept kept) throws SQLException {
        List<Limit> limits = request.limits();
        if (limits.isEmpty()) {
            return keys.claim(request, now, kept);
        }
        var allowance = new Allowance(request, inHand(limits), now);
        Claimed claimed = keys.claim(allowance.request(), now, kept);
        List<LimitView> used = allowance.used(claimed.claims());
        if (!used.isEmpty()) {
            use(used, claimed.claims());
        }
        return allowance.answer(claimed);
    }

    private List<LimitView> inHand(List<Limit> limits) throws SQLException {
        List<LimitView> got = on.query(
                LimitSql.IN_HAND,
                row -> known(row, false).view(),
                "kinds",
                Values.texts(limits, limit -> limit.kind().name()),
                "names",
                Values.texts(limits, Limit::name));
        List<Limit> counted = got.stream()
                .map(LimitView::limit)
                .filter(limit -> limit.atOnce().isPresent())
                .toList();
        if (counted.isEmpty()) {
            return got;
        }
        var inUse = new HashMap<String, Integer>();
        on.query(
                LimitSql.IN_USE,
                row -> inUse.put(row.text("kind") + " " + row.text("name"), row.integer("in_use")),
                "kinds",
                Values.texts(counted, limit -> limit.kind().name()),
                "names",
                Values.texts(counted, Limit::name));
        return got.stream()
                .map(view -> new LimitView(view.limit(), inUse.getOrDefault(id(view.limit()), 0), view.bucket()))
                .toList();
    }

    private static String id(Limit limit) {
        return limit.kind().name() + " " + limit.name();
    }

    /** Which job counts for which limit. */
    private record Slot(Limit limit, Claim claim) {}

    private void use(List<LimitView> used, List<Claim> claims) throws SQLException {
        var slots = new ArrayList<Slot>();
        for (LimitView view : used) {
            claims.stream()
                    .filter(claim ->
                            view.limit().atOnce().isPresent() && view.limit().concerns(claim.route()))
                    .forEach(claim -> slots.add(new Slot(view.limit(), claim)));
        }
        on.update(
                LimitSql.USE,
                "kinds",
                Values.texts(used, view -> view.limit().kind().name()),
                "names",
                Values.texts(used, view -> view.limit().name()),
                "parts",
                Values.numbers(used, view -> view.bucket().parts()),
                "filled",
                Values.numbers(used, view -> Values.micros(view.bucket().filledAt())),
                "slot_kinds",
                Values.texts(slots, slot -> slot.limit().kind().name()),
                "slot_names",
                Values.texts(slots, slot -> slot.limit().name()),
                "jobs",
                Values.ids(slots, slot -> slot.claim().id()),
                "fences",
                Values.numbers(slots, slot -> slot.claim().fence()));
    }

    /** In their order, as every other who says several. */
    boolean declare(Collection<Limit> limits, Instant now) throws SQLException {
        for (Limit limit : limits.stream().sorted(Limit.IN_ORDER).toList()) {
            write(
                    limit.eachKey() ? LimitKeySql.ADD : LimitSql.ADD,
                    new Known(LimitView.unused(limit, now), limit.toString()));
            Known known = lock(limit).orElseThrow();
            if (!known.declared().equals(limit.toString())) {
                write(changing(limit), new Known(known.view().changed(limit, now), limit.toString()));
            }
        }
        return true;
    }

    /** As it was before; empty if there is none. */
    Optional<Limit> change(Limit to, Instant now) throws SQLException {
        Optional<Known> known = lock(to);
        if (known.isPresent()) {
            write(
                    changing(to),
                    new Known(known.get().view().changed(to, now), known.get().declared()));
        }
        return known.map(Known::view).map(LimitView::limit);
    }

    private Optional<Known> lock(Limit limit) throws SQLException {
        return on.first(
                limit.eachKey() ? LimitKeySql.LOCK : LimitSql.LOCK,
                row -> known(row, limit.eachKey()),
                "kind",
                limit.kind().name(),
                "name",
                limit.name());
    }

    private static String changing(Limit limit) {
        return limit.eachKey() ? LimitKeySql.CHANGE : LimitSql.CHANGE;
    }

    Optional<LimitView> of(Limit limit, String key, Instant now) throws SQLException {
        return keys.view(new LimitKey(limit.kind(), limit.name(), key), now);
    }

    List<LimitView> all() throws SQLException {
        var all =
                new ArrayList<>(on.query(LimitSql.ALL, row -> known(row, false).view()));
        all.addAll(on.query(LimitKeySql.ALL, row -> known(row, true).view()));
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
        on.update(
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
