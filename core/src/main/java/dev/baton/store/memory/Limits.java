package dev.baton.store.memory;

import dev.baton.store.ActionView;
import dev.baton.store.Allowance;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Claimed;
import dev.baton.store.Limit;
import dev.baton.store.LimitBook;
import dev.baton.store.LimitKey;
import dev.baton.store.LimitView;
import dev.baton.store.OperatorCommand.By;
import dev.baton.store.memory.Tables.LimitRow;
import dev.baton.store.memory.Tables.RunningRow;
import dev.baton.store.memory.Tables.Slot;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;

/** What all nodes together are kept to. A job counts for as long as it runs under the fence it was claimed with, whoever ends it. */
final class Limits implements LimitBook {

    private final Tables tables;
    private final MemoryEvidence.Transaction transaction;
    private final KeyLimits keys;

    Limits(Tables tables, MemoryEvidence.Transaction transaction) {
        this.tables = tables;
        this.transaction = transaction;
        this.keys = new KeyLimits(tables, this::isInUse);
    }

    /** Claims no more than the limits of the request have room for. */
    Claimed keptTo(ClaimRequest request, Instant now, BiFunction<ClaimRequest, Instant, Claimed> claim) {
        List<LimitView> inHand = request.limits().stream()
                .flatMap(limit -> view(limit.named()).stream())
                .toList();
        var allowance = new Allowance(request, inHand, now);
        Claimed claimed = keys.keptTo(allowance.request(), now, claim);
        allowance.used(claimed.claims()).forEach(view -> use(view, claimed.claims()));
        return allowance.answer(claimed);
    }

    private void use(LimitView view, List<Claim> claims) {
        Limit limit = view.limit();
        put(view, row(limit.named()).declared());
        List.copyOf(tables.slots.keySet()).stream()
                .filter(slot -> !isInUse(slot))
                .forEach(slot -> tables.put(tables.slots, slot, null));
        claims.stream()
                .filter(claim -> limit.atOnce().isPresent() && limit.concerns(claim.route()))
                .forEach(claim -> tables.put(tables.slots, new Slot(ofAll(limit), claim.id(), claim.fence()), true));
    }

    private static LimitKey ofAll(Limit limit) {
        return new LimitKey(limit.kind(), limit.name(), "");
    }

    private boolean isInUse(Slot slot) {
        RunningRow running = tables.running.get(slot.job());
        return running != null && running.grip().fence() == slot.fence();
    }

    private LimitRow row(String named) {
        return Objects.requireNonNull(tables.limits.get(named));
    }

    private Optional<LimitView> view(String named) {
        return Optional.ofNullable(tables.limits.get(named)).map(row -> {
            Limit limit = row.limit();
            long inUse = tables.slots.keySet().stream()
                    .filter(slot -> counts(slot.at(), limit))
                    .filter(this::isInUse)
                    .count();
            return new LimitView(limit, (int) inUse, row.bucket());
        });
    }

    private static boolean counts(LimitKey at, Limit limit) {
        return at.kind() == limit.kind()
                && at.name().equals(limit.name())
                && limit.eachKey() != at.key().isEmpty();
    }

    @Override
    public Optional<LimitView> of(Limit limit, String key, Instant now) {
        return transaction.write(() -> keys.view(new LimitKey(limit.kind(), limit.name(), key), now));
    }

    private void put(LimitView view, Limit declared) {
        tables.put(tables.limits, view.limit().named(), new LimitRow(view.limit(), view.bucket(), declared));
    }

    @Override
    public void declare(Collection<Limit> limits, Instant now) {
        transaction.write(() -> {
            limits.forEach(limit -> declare(limit, now));
            return true;
        });
    }

    private void declare(Limit limit, Instant now) {
        LimitRow row = tables.limits.get(limit.named());
        if (row == null) {
            put(LimitView.unused(limit, now), limit);
        } else if (!row.declared().equals(limit)) {
            put(new LimitView(row.limit(), 0, row.bucket()).changed(limit, now), limit);
        }
    }

    @Override
    public boolean change(Limit to, By by, Instant now) {
        return transaction.write(() -> {
            Optional<LimitView> before = view(to.named());
            before.ifPresent(view -> {
                put(view.changed(to, now), row(to.named()).declared());
                tables.append(
                        tables.actions,
                        new ActionView(CHANGED, to.named(), by, view.limit().toString(), to.toString(), now));
            });
            return before.isPresent();
        });
    }

    @Override
    public List<LimitView> all() {
        return transaction.write(() -> tables.limits.keySet().stream()
                .flatMap(named -> view(named).stream())
                .sorted((a, b) -> Limit.IN_ORDER.compare(a.limit(), b.limit()))
                .toList());
    }
}
