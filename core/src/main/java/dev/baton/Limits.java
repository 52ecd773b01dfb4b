package dev.baton;

import dev.baton.internal.runtime.Core;
import dev.baton.job.BatonException;
import dev.baton.store.Limit;
import dev.baton.store.LimitView;
import dev.baton.store.OperatorCommand.By;
import java.util.List;
import java.util.Optional;

/** What all nodes of a store together are kept to. Safe for use by several threads. */
public final class Limits {

    private final Core core;

    Limits(Core core) {
        this.core = core;
    }

    /** All of them, and how much of each is used. */
    public List<LimitView> all() {
        return core.ask(store -> store.limits().all());
    }

    /** How much of a limit that holds for each key is used by this one; empty if no node has ever said that limit. */
    public Optional<LimitView> of(Limit limit, String key) {
        return core.ask(store -> store.limits().of(limit, key, store.clock().instant()));
    }

    /**
     * Has a limit say this from now on, for all nodes; it goes on like this until code says something else than it said before.
     *
     * @throws BatonException with the code {@code NOT_FOUND} if no node has ever said a limit of that type or queue
     */
    public void change(Limit to, By by) {
        core.operating().changeLimit(to, by);
    }
}
