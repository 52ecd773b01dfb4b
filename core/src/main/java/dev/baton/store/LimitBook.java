package dev.baton.store;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The limits of a store: what they say, and how much of each is used. Who claims under one has it in hand until the claim is committed;
 * who cannot have it leaves its routes out, and waits for nobody.
 */
public interface LimitBook {

    /**
     * Has these hold. One that was said before in the same words is left as it is, however it was changed since; what is used of a
     * limit stays used when it says something else. None is ever removed: only claims that name a limit are kept to it.
     */
    void declare(Collection<Limit> limits, Instant now);

    /** Has a limit say this from now on, until code says something else than before. False if there is none; recorded if there is. */
    boolean change(Limit to, OperatorCommand.By by, Instant now);

    /** What is put on record when a limit is changed. */
    String CHANGED = "CHANGE_LIMIT";

    /** What is used of a limit by this key, if the limit holds for each and was declared; empty if not. */
    Optional<LimitView> of(Limit limit, String key, Instant now);

    /** All limits with what is used of them, in their order; of one that holds for each key, how many run of all keys. */
    List<LimitView> all();
}
