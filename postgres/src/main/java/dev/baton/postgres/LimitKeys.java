package dev.baton.postgres;

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
import java.util.function.ToIntFunction;

/**
 * What the jobs of a limit key together are kept to. Who claims for a key has its row locked, and those who claim for other keys neither see
 * that nor wait. A key costs what it is looked at, whatever waits under it.
 */
final class LimitKeys {

    /** Every so many claims, unused keys are removed. */
    private static final int SWEEPS_EVERY = 8;

    private static final int SWEEP_MAX = 200;
    private static final Duration UNUSED = Duration.ofMinutes(5);

    private final Session on;

    LimitKeys(Session on) {
        this.on = on;
    }

    /** What is used of a key, and whether it has a row to be locked. */
    private record Known(LimitKey at, LimitView view, boolean there) {}

    /** Claims no more than the keys have room for; where nobody says such a limit it is a claim like every other. */
    Claimed claim(ClaimRequest request, Instant now, Limits.Kept kept) throws SQLException {
        var round = new KeyRound(request, now);
        if (!round.isNeeded()) {
            return kept.claim(request);
        }
        List<Known> known = views(round.look(seen(round, request.share().only())), now);
        List<LimitKey> chosen = round.choose(byKey(known));
        List<LimitKey> missing = known.stream()
                .filter(each -> !each.there())
                .map(Known::at)
                .filter(Set.copyOf(chosen)::contains)
                .sorted(LimitKey.IN_ORDER)
                .toList();
        Claimed claimed = kept.claim(round.request(inHand(chosen, missing, now)));
        Map<LimitKey, LimitView> used = round.used(claimed.claims());
        if (!used.isEmpty()) {
            use(used, round, claimed.claims(), now);
            if (claimed.claims().get(0).fence() % SWEEPS_EVERY == 0) {
                sweep(now);
            }
        }
        return round.answer(claimed);
    }

    private List<KeyRound.Seen> seen(KeyRound round, Optional<Set<JobId>> only) throws SQLException {
        List<String> queues = List.copyOf(round.queues());
        if (queues.isEmpty()) {
            return List.of();
        }
        String after = only.isPresent() ? "" : round.after();
        var afters = Values.texts(queues, queue -> Route.lines(queue) + after);
        var ends = Values.texts(queues, Route::linesEnd);
        if (only.isPresent()) {
            return on.query(
                    LimitKeySql.NAMED,
                    row -> seen(row, queues),
                    "afters",
                    afters,
                    "ends",
                    ends,
                    "ids",
                    Values.ids(only.get()));
        }
        return on.query(
                LimitKeySql.NEXT, row -> seen(row, queues), "afters", afters, "ends", ends, "most", KeyRound.VISITS);
    }

    private static KeyRound.Seen seen(Row row, List<String> queues) throws SQLException {
        String queue = queues.get(row.integer("n") - 1);
        return new KeyRound.Seen(
                queue, row.text("queue").substring(Route.lines(queue).length()));
    }

    /** Nothing of those whose limit was never declared. */
    private List<Known> views(Collection<LimitKey> keys, Instant now) throws SQLException {
        return keys.isEmpty() ? List.of() : on.query(LimitKeySql.VIEW, row -> known(row, now), named(keys));
    }

    Optional<LimitView> view(LimitKey at, Instant now) throws SQLException {
        return views(List.of(at), now).stream().map(Known::view).findFirst();
    }

    private static Map<LimitKey, LimitView> byKey(List<Known> known) {
        var views = new LinkedHashMap<LimitKey, LimitView>();
        known.forEach(each -> views.put(each.at(), each.view()));
        return views;
    }

    private static Object[] named(Collection<LimitKey> some) {
        List<LimitKey> keys = List.copyOf(some);
        return new Object[] {
            "kinds",
            Values.texts(keys, at -> at.kind().name()),
            "names",
            Values.texts(keys, LimitKey::name),
            "keys",
            Values.texts(keys, LimitKey::key)
        };
    }

    private static LimitKey at(Row row) throws SQLException {
        return new LimitKey(Limit.Kind.valueOf(row.text("kind")), row.text("name"), row.text("key"));
    }

    private static Known known(Row row, Instant now) throws SQLException {
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
        return new Known(at(row), LimitView.of(limit, row.integer("in_use"), counted, left, now), row.flag("there"));
    }

    /** Counted when they are in hand, and not before: so that it sees all that was claimed by those who had them. */
    private Map<LimitKey, LimitView> inHand(List<LimitKey> chosen, List<LimitKey> missing, Instant now)
            throws SQLException {
        if (chosen.isEmpty()) {
            return Map.of();
        }
        if (!missing.isEmpty()) {
            on.update(LimitKeySql.MAKE, with(named(missing), "now", Values.micros(now)));
        }
        return byKey(views(on.query(LimitKeySql.IN_HAND, LimitKeys::at, named(chosen)), now));
    }

    private static Object[] with(Object[] some, Object... more) {
        var all = new ArrayList<Object>(List.of(some));
        all.addAll(List.of(more));
        return all.toArray();
    }

    /** Which job counts for which key. */
    private record Slot(LimitKey at, Claim claim) {}

    private void use(Map<LimitKey, LimitView> used, KeyRound round, List<Claim> claims, Instant now)
            throws SQLException {
        var slots = new ArrayList<Slot>();
        used.forEach((at, view) -> {
            if (view.limit().atOnce().isPresent()) {
                round.of(at, claims).forEach(claim -> slots.add(new Slot(at, claim)));
            }
        });
        List<LimitView> views = List.copyOf(used.values());
        on.update(
                LimitKeySql.USE,
                with(
                        named(used.keySet()),
                        "tokens",
                        Values.integers(views, view -> rate(view, Limit.Rate::tokens)),
                        "periods",
                        Values.numbers(
                                views,
                                view -> view.limit()
                                        .rate()
                                        .map(rate -> rate.period().toNanos() / 1_000)
                                        .orElse(0L)),
                        "bursts",
                        Values.integers(views, view -> rate(view, Limit.Rate::burst)),
                        "parts",
                        Values.numbers(views, view -> view.bucket().parts()),
                        "filled",
                        Values.numbers(
                                views, view -> Values.micros(view.bucket().filledAt())),
                        "full",
                        Values.numbers(views, view -> Values.micros(view.fullAt(now))),
                        "slot_kinds",
                        Values.texts(slots, slot -> slot.at().kind().name()),
                        "slot_names",
                        Values.texts(slots, slot -> slot.at().name()),
                        "slot_keys",
                        Values.texts(slots, slot -> slot.at().key()),
                        "jobs",
                        Values.ids(slots, slot -> slot.claim().id()),
                        "fences",
                        Values.numbers(slots, slot -> slot.claim().fence())));
    }

    private static int rate(LimitView view, ToIntFunction<Limit.Rate> part) {
        return view.limit().rate().map(part::applyAsInt).orElse(0);
    }

    private void sweep(Instant now) throws SQLException {
        List<LimitKey> idle = on.query(
                LimitKeySql.IDLE, LimitKeys::at, "before", Values.micros(now.minus(UNUSED)), "limit", SWEEP_MAX);
        if (!idle.isEmpty()) {
            on.update(LimitKeySql.IDLE_SLOTS, named(idle));
            on.update(LimitKeySql.FORGET, with(named(idle), "now", Values.micros(now)));
        }
    }
}
