package dev.baton.store;

import dev.baton.store.Limit.Rate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * What is left of a rate. Counted in parts of tokens, so that nothing is ever rounded: a token has as many parts as its period has
 * microseconds, and with each of these as many parts are put in as there are tokens in a period. Immutable.
 *
 * @param parts what was in it
 * @param filledAt when that was so
 */
public record Bucket(long parts, Instant filledAt) {

    /** Nodes may see a moment in another order; a clock that is further back than this was set back. */
    private static final Duration SET_BACK = Duration.ofMinutes(1);

    /** As it is when nothing was taken for long. */
    public static Bucket full(Rate rate, Instant now) {
        return new Bucket(room(rate), now);
    }

    /**
     * The same at this time. A time before the last one brings nothing, nor does it come again: what goes by counts once. Only if a
     * clock was set back for good it counts anew from there.
     */
    public Bucket at(Rate rate, Instant now) {
        if (now.isBefore(filledAt)) {
            return new Bucket(Math.min(parts, room(rate)), isSetBack(now) ? now : filledAt);
        }
        long gone = ChronoUnit.MICROS.between(filledAt, now);
        long missing = room(rate) - parts;
        boolean full = missing <= 0 || gone >= -Math.floorDiv(-missing, rate.tokens());
        return full
                ? full(rate, now)
                : new Bucket(parts + gone * rate.tokens(), filledAt.plus(gone, ChronoUnit.MICROS));
    }

    /** Was the clock set back for good since it was filled? That has to be kept, or nothing would go by until then. */
    boolean isSetBack(Instant now) {
        return now.isBefore(filledAt.minus(SET_BACK));
    }

    /** How many whole tokens are in it. */
    public int tokens(Rate rate) {
        return Math.toIntExact(Math.max(0, parts) / partsOf(rate));
    }

    /** The same without so many tokens. */
    public Bucket without(int tokens, Rate rate) {
        return new Bucket(parts - tokens * partsOf(rate), filledAt);
    }

    /** When there is a token in it, if none is taken meanwhile. */
    public Instant nextToken(Rate rate) {
        long missing = Math.max(0, partsOf(rate) - parts);
        return filledAt.plus(-Math.floorDiv(-missing, rate.tokens()), ChronoUnit.MICROS);
    }

    /** When it is full, if none is taken meanwhile. */
    Instant fullAt(Rate rate) {
        long missing = Math.max(0, room(rate) - parts);
        return filledAt.plus(-Math.floorDiv(-missing, rate.tokens()), ChronoUnit.MICROS);
    }

    /** The same for another rate: as many tokens, as far as there is room for them. */
    Bucket changed(Rate from, Rate to, Instant now) {
        Bucket last = at(from, now);
        return new Bucket(Math.min(last.tokens(from), to.burst()) * partsOf(to), last.filledAt());
    }

    private static long partsOf(Rate rate) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.EPOCH.plus(rate.period()));
    }

    private static long room(Rate rate) {
        return rate.burst() * partsOf(rate);
    }
}
