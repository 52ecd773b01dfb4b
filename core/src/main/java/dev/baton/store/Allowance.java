package dev.baton.store;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the limits of all nodes leave of a claim. A store has each of them in hand, claims no more than {@link #request}, and writes {@link
 * #used} in the same transaction, so that nobody else can use the same room.
 */
public final class Allowance {

    /** Somebody claims under the limit at this moment, which takes no longer than a claim does. */
    private static final Duration SOON = Duration.ofMillis(20);

    private final ClaimRequest asked;
    private final List<LimitView> inHand;
    private final Instant now;

    /** For this request, if the store has these of its limits in hand. */
    public Allowance(ClaimRequest asked, Collection<LimitView> inHand, Instant now) {
        this.asked = asked;
        this.inHand = List.copyOf(inHand);
        this.now = now;
    }

    /** What may be claimed: nothing of a limit that is not in hand. */
    public ClaimRequest request() {
        var caps = new ArrayList<ClaimRequest.Cap>();
        for (ClaimRequest.Cap cap : asked.caps()) {
            int room = cap.shared()
                    .filter(limit -> !limit.eachKey())
                    .map(this::room)
                    .orElse(Integer.MAX_VALUE);
            caps.add(new ClaimRequest.Cap(cap.routes(), Math.min(cap.limit(), room), cap.shared()));
        }
        return new ClaimRequest(asked.node(), asked.routes(), caps, asked.total(), asked.lastChances(), asked.share());
    }

    private int room(Limit limit) {
        return find(limit).map(view -> view.room(now)).orElse(0);
    }

    private Optional<LimitView> find(Limit limit) {
        return inHand.stream().filter(view -> view.limit().isAbout(limit)).findFirst();
    }

    /** Those of the limits of which these claims use something, as they are after that; and those that live by another clock now. */
    public List<LimitView> used(List<Claim> claims) {
        return inHand.stream()
                .filter(view -> begun(view, claims) > 0 || isSetBack(view))
                .map(view -> view.after(begun(view, claims), now))
                .toList();
    }

    private boolean isSetBack(LimitView view) {
        return view.limit().rate().isPresent() && view.bucket().isSetBack(now);
    }

    private static int begun(LimitView view, List<Claim> claims) {
        return Math.toIntExact(claims.stream()
                .filter(claim -> view.limit().concerns(claim.route()))
                .count());
    }

    /** The same answer, and when to look again for what a limit keeps waiting; if somebody has to end first, that is not known. */
    public Claimed answer(Claimed claimed) {
        Stream<Instant> opening = inHand.stream()
                .map(view -> view.after(begun(view, claimed.claims()), now))
                .filter(view -> view.room(now) == 0)
                .flatMap(view -> view.opensAt(now).stream());
        boolean missing = asked.limits().stream().anyMatch(limit -> find(limit).isEmpty());
        Stream<Instant> soon = missing ? Stream.of(now.plus(SOON)) : Stream.empty();
        Optional<Instant> first = Stream.concat(claimed.nextDue().stream(), Stream.concat(opening, soon))
                .min(Instant::compareTo);
        var full = new HashMap<>(claimed.kept().full());
        inHand.stream()
                .filter(view -> view.room(now) == 0)
                .forEach(view -> full.put(view.limit().named(), 1));
        return new Claimed(
                claimed.claims(), first, new Claimed.Kept(claimed.kept().next(), full));
    }
}
