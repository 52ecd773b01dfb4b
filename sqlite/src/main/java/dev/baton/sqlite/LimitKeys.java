package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.internal.jdbc.Row;
import dev.baton.job.JobId;
import dev.baton.store.Bucket;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Claimed;
import dev.baton.store.KeyRound;
import dev.baton.store.Limit;
import dev.baton.store.LimitKey;
import dev.baton.store.LimitView;
import dev.baton.store.Route;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the jobs of a limit key together are kept to. A key costs what it is looked at, whatever waits under it. */
final class LimitKeys {

    /** Every so many claims, unused keys are removed. */
    private static final int SWEEPS_EVERY = 8;

    private static final int SWEEP_MAX = 100;
    private static final Duration UNUSED = Duration.ofMinutes(5);

    private final Jdbc jdbc;
    private final Claiming claiming;

    LimitKeys(Jdbc jdbc, Claiming claiming) {
        this.jdbc = jdbc;
        this.claiming = claiming;
    }

    /** Claims no more than the keys have room for; where nobody says such a limit it is a claim like every other. */
    Claimed claim(ClaimRequest request, Instant now) throws SQLException {
        var round = new KeyRound(request, now);
        if (!round.isNeeded()) {
            return claiming.claim(request, now);
        }
        Set<LimitKey> seen = round.look(seen(round, request.share().only()));
        Map<LimitKey, LimitView> known = views(seen, now);
        List<LimitKey> chosen = round.choose(known);
        known.keySet().retainAll(Set.copyOf(chosen));
        Claimed claimed = claiming.claim(round.request(known), now);
        Map<LimitKey, LimitView> used = round.used(claimed.claims());
        for (var each : used.entrySet()) {
            use(each.getKey(), each.getValue(), round.of(each.getKey(), claimed.claims()), now);
        }
        if (!used.isEmpty() && claimed.claims().get(0).fence() % SWEEPS_EVERY == 0) {
            sweep(now);
        }
        return round.answer(claimed);
    }

    private List<KeyRound.Seen> seen(KeyRound round, Optional<Set<JobId>> only) throws SQLException {
        var seen = new ArrayList<KeyRound.Seen>();
        for (String queue : round.queues()) {
            String lines = Route.lines(queue);
            String end = Route.linesEnd(queue);
            List<String> found = only.isPresent()
                    ? jdbc.query(
                            LimitKeySql.NAMED,
                            row -> row.text("queue"),
                            "ids",
                            Values.list(List.copyOf(only.get())),
                            "after",
                            lines,
                            "end",
                            end)
                    : jdbc.query(
                            LimitKeySql.NEXT,
                            row -> row.text("queue"),
                            "after",
                            lines + round.after(),
                            "end",
                            end,
                            "most",
                            KeyRound.VISITS);
            found.forEach(line -> seen.add(new KeyRound.Seen(queue, line.substring(lines.length()))));
        }
        return seen;
    }

    private Map<LimitKey, LimitView> views(Collection<LimitKey> keys, Instant now) throws SQLException {
        var views = new LinkedHashMap<LimitKey, LimitView>();
        for (LimitKey at : keys) {
            view(at, now).ifPresent(view -> views.put(at, view));
        }
        return views;
    }

    /** Nothing if no limit of that was declared. */
    Optional<LimitView> view(LimitKey at, Instant now) throws SQLException {
        return jdbc.first(
                LimitKeySql.VIEW, row -> view(row, now), "kind", at.kind().name(), "name", at.name(), "key", at.key());
    }

    private static LimitView view(Row row, Instant now) throws SQLException {
        Limit limit = Limits.limit(row, true);
        Optional<Limit.Rate> counted = row.optionalNumber("by_tokens").isEmpty()
                ? Optional.empty()
                : Optional.of(new Limit.Rate(
                        row.integer("by_tokens"),
                        Duration.of(row.number("by_period"), ChronoUnit.MICROS),
                        row.integer("by_burst")));
        Bucket left = counted.isEmpty()
                ? new Bucket(0, now)
                : new Bucket(row.number("left_parts"), Values.instant(row.number("left_at")));
        return LimitView.of(limit, row.integer("in_use"), counted, left, now);
    }

    private void use(LimitKey at, LimitView view, List<Claim> claims, Instant now) throws SQLException {
        Limit limit = view.limit();
        jdbc.update(
                LimitKeySql.USE,
                "kind",
                at.kind().name(),
                "name",
                at.name(),
                "key",
                at.key(),
                "tokens",
                limit.rate().map(Limit.Rate::tokens).orElse(null),
                "period",
                limit.rate().map(rate -> rate.period().toNanos() / 1_000).orElse(null),
                "burst",
                limit.rate().map(Limit.Rate::burst).orElse(null),
                "parts",
                view.bucket().parts(),
                "filled_at",
                Values.micros(view.bucket().filledAt()),
                "full_at",
                Values.micros(view.fullAt(now)));
        clear(at);
        if (limit.atOnce().isEmpty()) {
            return;
        }
        for (Claim claim : claims) {
            jdbc.update(
                    LimitKeySql.SLOT_ADD,
                    "kind",
                    at.kind().name(),
                    "name",
                    at.name(),
                    "key",
                    at.key(),
                    "job",
                    Values.bytes(claim.id()),
                    "fence",
                    claim.fence());
        }
    }

    private void clear(LimitKey at) throws SQLException {
        jdbc.update(LimitKeySql.SLOTS_CLEAR, "kind", at.kind().name(), "name", at.name(), "key", at.key());
    }

    private void sweep(Instant now) throws SQLException {
        List<LimitKey> idle = jdbc.query(
                LimitKeySql.IDLE,
                row -> new LimitKey(Limit.Kind.valueOf(row.text("kind")), row.text("name"), row.text("key")),
                "before",
                Values.micros(now.minus(UNUSED)),
                "limit",
                SWEEP_MAX);
        for (LimitKey at : idle) {
            clear(at);
            int gone = jdbc.update(LimitKeySql.FORGET, "kind", at.kind().name(), "name", at.name(), "key", at.key());
            if (gone == 0) {
                jdbc.update(
                        LimitKeySql.LOOK_LATER,
                        "kind",
                        at.kind().name(),
                        "name",
                        at.name(),
                        "key",
                        at.key(),
                        "now",
                        Values.micros(now));
            }
        }
    }
}
