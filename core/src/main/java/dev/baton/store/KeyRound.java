package dev.baton.store;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the limits of keys leave of a claim. A store steps from key to key among what is ready, no more than {@link #VISITS} of a queue, tells
 * {@link #look} which it saw and {@link #choose} what is used of these, has what that answers in hand, claims no more than {@link #request},
 * and writes {@link #used} in the same transaction. So a claim costs what the keys it looks at do, and nothing for the jobs behind them.
 */
public final class KeyRound {

    /** No more keys of a queue are looked at by one claim; the next goes on from there. */
    public static final int VISITS = 500;

    /** Keys are looked at in the order of their UTF-8 bytes, in every store. */
    public static final Comparator<String> BY_BYTES =
            Comparator.comparing(key -> key.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

    private static final int FEWEST = 16;
    private static final Duration AT_ONCE = Duration.ofMillis(1);
    private static final Duration SOON = Duration.ofMillis(20);

    private final ClaimRequest asked;
    private final List<Limit> limits;
    private final Instant now;
    private final TreeMap<String, Set<String>> queuesOf = new TreeMap<>(BY_BYTES);
    private final Map<String, List<Route>> open = new LinkedHashMap<>();
    private final Map<LimitKey, LimitView> inHand = new LinkedHashMap<>();
    private final Map<String, Integer> full = new LinkedHashMap<>();
    private final List<Instant> opening = new ArrayList<>();
    private Optional<String> stoppedAt = Optional.empty();

    /** A key of which something is ready on this queue. */
    public record Seen(String queue, String key) {}

    /** For this request, as other limits have left it. */
    public KeyRound(ClaimRequest asked, Instant now) {
        this.asked = asked;
        this.limits = asked.keyLimits();
        this.now = now;
    }

    /** Does anybody say such a limit? If not, nothing else is asked for. */
    public boolean isNeeded() {
        return !limits.isEmpty();
    }

    /** The queues whose keys are to be looked at. */
    public Set<String> queues() {
        var queues = new TreeSet<String>();
        asked.routes().keySet().stream()
                .filter(route -> asked.isOpen(route) && isLimited(route))
                .forEach(route -> queues.add(route.queue()));
        return queues;
    }

    private boolean isLimited(Route route) {
        return limits.stream().anyMatch(limit -> limit.concerns(route));
    }

    /** The key after which to begin. */
    public String after() {
        return asked.share().keys().after();
    }

    /** These were seen, in their order on each queue; answers of which to find out how much is used. */
    public Set<LimitKey> look(List<Seen> seen) {
        var of = new LinkedHashMap<String, List<Seen>>();
        seen.forEach(each ->
                of.computeIfAbsent(each.queue(), any -> new ArrayList<>()).add(each));
        stoppedAt = of.values().stream()
                .filter(keys -> keys.size() >= VISITS && !isNamed())
                .map(keys -> keys.get(keys.size() - 1).key())
                .min(BY_BYTES);
        var wanted = new LinkedHashSet<LimitKey>();
        for (Seen each : seen) {
            if (stoppedAt.isEmpty() || BY_BYTES.compare(each.key(), stoppedAt.get()) <= 0) {
                queuesOf.computeIfAbsent(each.key(), any -> new TreeSet<>()).add(each.queue());
                routes(each).forEach(route -> wanted.addAll(limitsOf(route)));
            }
        }
        return wanted;
    }

    private boolean isNamed() {
        return asked.share().only().isPresent();
    }

    private List<Route> routes(Seen seen) {
        return asked.routes().keySet().stream()
                .filter(route -> route.queue().equals(seen.queue()) && asked.isOpen(route) && isLimited(route))
                .map(route -> route.withKey(seen.key()))
                .toList();
    }

    private List<LimitKey> limitsOf(Route route) {
        return limits.stream()
                .filter(limit -> limit.concerns(route))
                .map(limit -> LimitKey.of(limit, route.limitKey().orElseThrow()))
                .toList();
    }

    /**
     * So much is used of them; one that was never declared is missing. Answers what is to be in hand for a claim, in one order, as many keys as
     * could be of use.
     */
    public List<LimitKey> choose(Map<LimitKey, LimitView> known) {
        var wanted = new TreeSet<>(LimitKey.IN_ORDER);
        int most = Math.max(FEWEST, Math.min(asked.total(), VISITS));
        for (var each : queuesOf.entrySet()) {
            if (open.size() >= most) {
                break;
            }
            List<Route> routes = each.getValue().stream()
                    .flatMap(queue -> routes(new Seen(queue, each.getKey())).stream())
                    .filter(route -> limitsOf(route).stream().allMatch(limit -> hasRoom(known.get(limit))))
                    .toList();
            if (!routes.isEmpty()) {
                open.put(each.getKey(), routes);
                routes.forEach(route -> wanted.addAll(limitsOf(route)));
            }
            stopAt(each.getKey(), open.size() >= most);
            keptWaiting(each.getKey(), known);
        }
        return List.copyOf(wanted);
    }

    private boolean hasRoom(@Nullable LimitView view) {
        return view != null && view.room(now) > 0;
    }

    private void stopAt(String key, boolean enough) {
        if (enough && !isNamed() && BY_BYTES.compare(key, queuesOf.lastKey()) < 0) {
            stoppedAt = Optional.of(key);
        }
    }

    private void keptWaiting(String key, Map<LimitKey, LimitView> known) {
        for (Limit limit : limits) {
            LimitView view = known.get(LimitKey.of(limit, key));
            if (view != null && view.room(now) == 0) {
                full.merge(limit.named(), 1, Integer::sum);
                view.opensAt(now).ifPresent(opening::add);
            }
        }
    }

    /** What may be claimed, if these are in hand: nothing of a key that is not. */
    public ClaimRequest request(Map<LimitKey, LimitView> got) {
        inHand.putAll(got);
        var added = new LinkedHashMap<Route, Set<Route>>();
        open.values().stream()
                .flatMap(Collection::stream)
                .filter(route -> inHand.keySet().containsAll(limitsOf(route)))
                .forEach(route -> added.computeIfAbsent(route.plain(), any -> new LinkedHashSet<>())
                        .add(route));
        var routes = new LinkedHashMap<>(asked.routes());
        added.forEach((plain, keyed) -> {
            Terms terms = asked.routes().get(plain);
            keyed.forEach(route -> routes.put(route, Objects.requireNonNull(terms)));
        });
        var caps = new ArrayList<ClaimRequest.Cap>();
        for (ClaimRequest.Cap cap : asked.caps()) {
            var all = new HashSet<>(cap.routes());
            cap.routes().forEach(route -> all.addAll(added.getOrDefault(route, Set.of())));
            caps.add(new ClaimRequest.Cap(all, cap.limit(), cap.shared().filter(limit -> !limit.eachKey())));
        }
        inHand.forEach((at, view) ->
                caps.add(new ClaimRequest.Cap(concerned(at, added), view.room(now), Optional.of(view.limit()))));
        return new ClaimRequest(asked.node(), routes, caps, asked.total(), asked.lastChances(), asked.share());
    }

    private Set<Route> concerned(LimitKey at, Map<Route, Set<Route>> added) {
        var concerned = new HashSet<Route>();
        added.values()
                .forEach(routes -> routes.stream()
                        .filter(route -> limitsOf(route).contains(at))
                        .forEach(concerned::add));
        return concerned;
    }

    /** Those of which these claims use something, as they are after that. */
    public Map<LimitKey, LimitView> used(List<Claim> claims) {
        var used = new LinkedHashMap<LimitKey, LimitView>();
        inHand.forEach((at, view) -> {
            int begun = of(at, claims).size();
            if (begun > 0) {
                used.put(at, view.after(begun, now));
            }
        });
        return used;
    }

    /** Those of these claims that count for it. */
    public List<Claim> of(LimitKey at, List<Claim> claims) {
        return claims.stream()
                .filter(claim -> claim.route().limitKey().isPresent()
                        && limitsOf(claim.route()).contains(at))
                .toList();
    }

    /** The same answer as those who know nothing of keys read it, with when and where to look again. */
    public Claimed answer(Claimed claimed) {
        boolean some = claimed.claims().stream()
                .anyMatch(claim -> claim.route().limitKey().isPresent());
        KeyCursor next = next(claimed, some);
        boolean goesOn = !next.equals(KeyCursor.START) && !isNamed();
        boolean missing = open.values().stream()
                .flatMap(Collection::stream)
                .anyMatch(route -> !inHand.keySet().containsAll(limitsOf(route)));
        used(claimed.claims()).values().stream()
                .filter(view -> view.room(now) == 0)
                .forEach(view -> view.opensAt(now).ifPresent(opening::add));
        Stream<Instant> soon = Stream.concat(
                goesOn ? Stream.of(now.plus(AT_ONCE)) : Stream.empty(),
                missing ? Stream.of(now.plus(SOON)) : Stream.empty());
        Optional<Instant> first = Stream.concat(claimed.nextDue().stream(), Stream.concat(opening.stream(), soon))
                .min(Instant::compareTo);
        List<Claim> plain = claimed.claims().stream().map(Claim::plain).toList();
        return new Claimed(plain, first, new Claimed.Kept(next, full));
    }

    /** All have their turn: who was left behind comes next, and who was looked at in vain is not looked at again before the others were. */
    private KeyCursor next(Claimed claimed, boolean some) {
        KeyCursor from = asked.share().keys();
        boolean leftBehind = claimed.nextDue().filter(due -> !due.isAfter(now)).isPresent();
        if (isNamed() || (leftBehind && !some)) {
            return from;
        }
        if (leftBehind) {
            return new KeyCursor(lastServed(claimed.claims()), false);
        }
        boolean wrapped = from.wrapped() && !some;
        if (stoppedAt.isPresent()) {
            return new KeyCursor(stoppedAt.get(), wrapped);
        }
        boolean over = from.after().isEmpty() || wrapped;
        return over ? KeyCursor.START : new KeyCursor("", true);
    }

    /** Keys of a route are served in their order; of several routes, the one that came least far counts. */
    private static String lastServed(List<Claim> claims) {
        var last = new LinkedHashMap<Route, String>();
        for (Claim claim : claims) {
            claim.route()
                    .limitKey()
                    .ifPresent(key ->
                            last.merge(claim.route().plain(), key, (a, b) -> BY_BYTES.compare(a, b) < 0 ? b : a));
        }
        return last.values().stream().min(BY_BYTES).orElse("");
    }
}
