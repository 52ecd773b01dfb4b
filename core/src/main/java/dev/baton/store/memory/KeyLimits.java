package dev.baton.store.memory;

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
import dev.baton.store.memory.Tables.KeyBucket;
import dev.baton.store.memory.Tables.LimitRow;
import dev.baton.store.memory.Tables.Slot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What the jobs of a limit key together are kept to. */
final class KeyLimits {

    private final Tables tables;
    private final Predicate<Slot> inUse;

    KeyLimits(Tables tables, Predicate<Slot> inUse) {
        this.tables = tables;
        this.inUse = inUse;
    }

    /** Claims no more than the keys have room for; where nobody says such a limit it is a claim like every other. */
    Claimed keptTo(ClaimRequest request, Instant now, BiFunction<ClaimRequest, Instant, Claimed> claim) {
        var round = new KeyRound(request, now);
        if (!round.isNeeded()) {
            return claim.apply(request, now);
        }
        Set<LimitKey> seen = round.look(seen(round, request.share().only()));
        List<LimitKey> chosen = round.choose(views(seen, now));
        Claimed claimed = claim.apply(round.request(views(chosen, now)), now);
        round.used(claimed.claims()).forEach((at, view) -> use(at, view, round.of(at, claimed.claims())));
        return round.answer(claimed);
    }

    private List<KeyRound.Seen> seen(KeyRound round, Optional<Set<JobId>> only) {
        var seen = new ArrayList<KeyRound.Seen>();
        for (String queue : round.queues()) {
            var keys = new TreeSet<>(KeyRound.BY_BYTES);
            tables.pending.forEach((id, row) -> {
                Route route = Objects.requireNonNull(tables.jobs.get(id)).route();
                boolean wanted = only.map(ids -> ids.contains(id)).orElse(row.ready());
                if (wanted && route.queue().equals(queue)) {
                    route.limitKey().ifPresent(keys::add);
                }
            });
            Set<String> after = only.isPresent() ? keys : keys.tailSet(round.after(), false);
            after.stream()
                    .limit(only.isPresent() ? Long.MAX_VALUE : KeyRound.VISITS)
                    .forEach(key -> seen.add(new KeyRound.Seen(queue, key)));
        }
        return seen;
    }

    private Map<LimitKey, LimitView> views(Collection<LimitKey> keys, Instant now) {
        var views = new LinkedHashMap<LimitKey, LimitView>();
        keys.forEach(at -> view(at, now).ifPresent(view -> views.put(at, view)));
        return views;
    }

    /** Nothing if no limit of that was declared. */
    Optional<LimitView> view(LimitKey at, Instant now) {
        String named = new Limit(at.kind(), at.name(), Optional.empty(), Optional.empty(), true).named();
        return Optional.ofNullable(tables.limits.get(named))
                .map(LimitRow::limit)
                .map(limit -> {
                    long used = tables.slots.keySet().stream()
                            .filter(slot -> slot.at().equals(at))
                            .filter(inUse)
                            .count();
                    KeyBucket left = tables.keyBuckets.get(at);
                    return LimitView.of(
                            limit, (int) used, Optional.ofNullable(left).map(KeyBucket::rate), left(left, now), now);
                });
    }

    private static Bucket left(@Nullable KeyBucket left, Instant now) {
        return left == null ? new Bucket(0, now) : left.bucket();
    }

    private void use(LimitKey at, LimitView view, List<Claim> claims) {
        view.limit().rate().ifPresent(rate -> tables.put(tables.keyBuckets, at, new KeyBucket(rate, view.bucket())));
        if (view.limit().atOnce().isPresent()) {
            claims.forEach(claim -> tables.put(tables.slots, new Slot(at, claim.id(), claim.fence()), true));
        }
    }
}
