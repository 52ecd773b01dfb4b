package dev.baton.internal.runtime;

import dev.baton.internal.check.Text;
import dev.baton.internal.enqueue.Enqueuing;
import dev.baton.job.BatonException;
import dev.baton.job.JobRequest;
import dev.baton.store.Cursor;
import dev.baton.store.JobStore;
import dev.baton.store.NewJob;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How far things outside were read by this node, together with the jobs that are made of them. */
public final class Cursors {

    private static final int POSITION_MAX = 10_000;

    private final Core core;
    private final Enqueuing enqueuing;
    private final @Nullable Engine engine;

    Cursors(Core core, Enqueuing enqueuing, @Nullable Engine engine) {
        this.core = core;
        this.enqueuing = enqueuing;
        this.engine = engine;
    }

    /** Has this node read on, unless another does. */
    public Optional<Cursor> take(String name) {
        if (engine == null) {
            throw new BatonException(
                    "NO_NODE",
                    "This process handles nothing, so that it is no node, and cannot be the one that reads " + name
                            + ". Handle a type here.");
        }
        return core.ask(open -> open.takeCursor(name, engine.node(), core.now()));
    }

    /** Adds jobs and moves the cursor, both or neither. Answers what is held then. */
    public Cursor advance(Cursor held, Optional<String> to, List<? extends JobRequest<?>> requests) {
        Instant now = core.now();
        to.ifPresent(Cursors::check);
        List<NewJob> jobs = enqueuing.jobs(requests, now);
        core.insert(jobs, open -> open.advance(held, to, jobs, now));
        return held.at(to, now);
    }

    /** Does it still stand as it is held? Nobody tells who reads that it was taken or reset meanwhile. */
    public boolean isHeld(Cursor held) {
        List<Cursor> all = core.ask(JobStore::cursors);
        return all.stream()
                .anyMatch(each -> each.name().equals(held.name())
                        && each.fence() == held.fence()
                        && each.reader().equals(held.reader())
                        && each.position().equals(held.position()));
    }

    static void check(String position) {
        if (position.length() > POSITION_MAX) {
            throw new BatonException(
                    "BAD_POSITION",
                    "A position has " + position.length() + " characters and " + POSITION_MAX
                            + " are allowed; nothing was stored.");
        }
        Text.requireStorable("a position", position);
    }

    /** Gives it back. */
    public void leave(Cursor held) {
        core.ask(open -> {
            open.leaveCursor(held);
            return held;
        });
    }
}
