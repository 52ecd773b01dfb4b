package dev.baton.store;

import java.time.Instant;
import java.util.Optional;

/**
 * A limit, and how much of it is used.
 *
 * @param limit what holds now
 * @param inUse how many jobs run that count for it; none if it does not say how many may
 * @param bucket what is left of its rate
 */
public record LimitView(Limit limit, int inUse, Bucket bucket) {

    /** How many more jobs may begin now. */
    public int room(Instant now) {
        int more = limit.atOnce().map(most -> Math.max(0, most - inUse)).orElse(Integer.MAX_VALUE);
        return limit.rate()
                .map(rate -> Math.min(more, bucket.at(rate, now).tokens(rate)))
                .orElse(more);
    }

    /** How many tokens are left of its rate; empty if it has none. */
    public Optional<Integer> tokens(Instant now) {
        return limit.rate().map(rate -> bucket.at(rate, now).tokens(rate));
    }

    /** When there is room again, if nothing but time is needed for that. */
    public Optional<Instant> opensAt(Instant now) {
        boolean crowded = limit.atOnce().filter(most -> inUse >= most).isPresent();
        return crowded
                ? Optional.empty()
                : limit.rate().map(rate -> bucket.at(rate, now).nextToken(rate));
    }

    /** When its rate has nothing left to say, if nothing is taken meanwhile. */
    public Instant fullAt(Instant now) {
        return limit.rate().map(bucket::fullAt).orElse(now);
    }

    /** A limit of which nothing is used. */
    public static LimitView unused(Limit limit, Instant now) {
        return new LimitView(
                limit, 0, limit.rate().map(rate -> Bucket.full(rate, now)).orElse(new Bucket(0, now)));
    }

    /**
     * What a key has of a limit that holds for each, for stores.
     *
     * @param counted the rate that its bucket was counted by, if it has one
     */
    public static LimitView of(Limit limit, int inUse, Optional<Limit.Rate> counted, Bucket bucket, Instant now) {
        var before = new Limit(limit.kind(), limit.name(), limit.atOnce(), counted, true);
        return new LimitView(before, inUse, bucket).changed(limit, now);
    }

    /** The same when it says something else: what is used of it stays used. */
    public LimitView changed(Limit to, Instant now) {
        if (limit.rate().isEmpty() || to.rate().isEmpty()) {
            return new LimitView(to, inUse, unused(to, now).bucket());
        }
        boolean same = limit.rate().equals(to.rate());
        return new LimitView(
                to,
                inUse,
                same ? bucket : bucket.changed(limit.rate().get(), to.rate().get(), now));
    }

    /** The same after so many more of its jobs have begun. */
    LimitView after(int begun, Instant now) {
        Bucket left = limit.rate()
                .map(rate -> bucket.at(rate, now).without(begun, rate))
                .orElse(bucket);
        return new LimitView(limit, limit.atOnce().isPresent() ? inUse + begun : inUse, left);
    }
}
