package dev.baton.store;

import java.util.Comparator;

/**
 * One key under a limit that holds for each.
 *
 * @param kind what the limit concerns
 * @param name which one
 * @param key whose jobs count together
 */
public record LimitKey(Limit.Kind kind, String name, String key) {

    /** The same order wherever several are taken in hand, so that nobody waits in a circle. */
    public static final Comparator<LimitKey> IN_ORDER = Comparator.comparing(LimitKey::kind)
            .thenComparing(LimitKey::name)
            .thenComparing(LimitKey::key, KeyRound.BY_BYTES);

    /** This key under this limit. */
    static LimitKey of(Limit limit, String key) {
        return new LimitKey(limit.kind(), limit.name(), key);
    }
}
