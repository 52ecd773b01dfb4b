package dev.baton.internal.drain;

import dev.baton.job.JobId;
import dev.baton.store.Backlog;
import dev.baton.store.JobStore;
import dev.baton.store.NewJob;
import dev.baton.supervise.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Looks whether all work of some types is done, and has what follows stored as a job, once for all nodes. It looks soon after a job of
 * these types has ended here, and now and then for what ended elsewhere or with its process; never more often than so that most of
 * the time is left to others, however long a look takes.
 */
public final class Draining {

    private static final Duration EVERY = Duration.ofSeconds(5);
    private static final Duration SOON = Duration.ofMillis(100);
    /** A look may pass over many jobs that are retrying: so much longer than it took is nothing done. */
    private static final int REST = 20;

    private final JobStore store;
    private final Timeline time;
    private final List<Hook> hooks;
    private final Consumer<NewJob> added;
    private final Set<String> watched = new HashSet<>();
    private final Map<String, JobId> seen = new HashMap<>();
    private volatile boolean wanted;
    private boolean looked;
    private long lookedAt;
    private Duration rest = SOON;

    /** What follows when a drain has come to its end: a job as it is to be stored, made anew each time. */
    public record Hook(Backlog.Drain drain, Function<Instant, NewJob> job) {}

    /** These hooks; who is told what was added. */
    public Draining(JobStore store, Timeline time, List<Hook> hooks, Consumer<NewJob> added) {
        this.store = store;
        this.time = time;
        this.hooks = List.copyOf(hooks);
        this.added = added;
        hooks.forEach(hook -> watched.addAll(hook.drain().types()));
    }

    /** A job of this type has ended here, on whatever thread. Is it worth a look that nobody has asked for yet? */
    public boolean ended(String type) {
        if (wanted || !watched.contains(type)) {
            return false;
        }
        wanted = true;
        return true;
    }

    /** Looks once at every drain, unless it just did. Answers when to look again, if nothing ends first. */
    public Duration runOnce() {
        long now = time.nanos();
        Duration since = Duration.ofNanos(now - lookedAt);
        if (looked && since.compareTo(rest) < 0) {
            return rest.minus(since);
        }
        wanted = false;
        RuntimeException failure = null;
        for (Hook hook : hooks) {
            try {
                look(hook);
            } catch (RuntimeException e) {
                failure = failure == null ? e : failure;
            }
        }
        lookedAt = time.nanos();
        looked = true;
        rest = longer(SOON, Duration.ofNanos(lookedAt - now).multipliedBy(REST));
        if (failure != null) {
            throw failure;
        }
        return longer(EVERY, rest);
    }

    private void look(Hook hook) {
        String name = hook.drain().name();
        @Nullable JobId before = seen.remove(name);
        Backlog.Look look = store.backlog().look(hook.drain(), Optional.ofNullable(before));
        look.open().ifPresent(one -> seen.put(name, one));
        if (look.isDrained()) {
            Instant at = store.clock().instant();
            NewJob job = hook.job().apply(at);
            if (store.backlog().end(hook.drain(), job, at)) {
                added.accept(job);
            }
        }
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? b : a;
    }
}
