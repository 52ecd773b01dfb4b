package dev.baton.internal.singleton;

import dev.baton.internal.tell.Printable;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.observe.Event;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.Held;
import dev.baton.store.JobStore;
import dev.baton.store.JobView;
import dev.baton.store.KeyRequest;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.Payload;
import dev.baton.store.Route;
import dev.baton.store.Terms;
import dev.baton.store.Urgency;
import dev.baton.supervise.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tasks of which one node at a time runs each. Each is a job that never ends, with a key that admits one: who has claimed it runs the
 * task, and whose node dies loses it, to whoever claims it next under a larger fence. Safe for use by several threads.
 */
public final class Singletons {

    /** Where these jobs stand. */
    public static final Route ROUTE = new Route("singleton", "baton.singleton", 1);

    /** However often it fails or is lost, somebody runs it again. */
    private static final Terms TERMS = Terms.of(Integer.MAX_VALUE, Integer.MAX_VALUE);

    private static final int MESSAGE_MAX = 500;

    private final JobStore store;
    private final Supplier<JobId> ids;
    private final Duration every;
    private final Claims claims;
    private final Consumer<Event> events;
    private final Map<String, JobId> jobs = new ConcurrentHashMap<>();
    private final Set<String> standingBy = ConcurrentHashMap.newKeySet();
    private final Map<JobId, Owned> owned = new ConcurrentHashMap<>();

    /** Who claims for this node. */
    @FunctionalInterface
    public interface Claims {
        /** Claims what is wanted and hands it over before anybody can find that it is held and unknown. */
        void claim(Function<NodeId, ClaimRequest> wanted, Consumer<List<Claim>> taker);
    }

    /** Who does not own a task asks for it every so often. */
    public Singletons(JobStore store, Supplier<JobId> ids, Duration every, Claims claims, Consumer<Event> events) {
        this.store = store;
        this.ids = ids;
        this.every = every;
        this.claims = claims;
        this.events = events;
    }

    /** A task that stands by until this node owns it, and then runs what is made for the fence it has got. */
    public Supplier<Task> supplier(String name, LongFunction<? extends Task> factory) {
        return () -> new SingletonTask(name, factory, this, every);
    }

    /** Takes it, if nobody has it. */
    @Nullable
    Owned take(String name) {
        JobId job = jobs.computeIfAbsent(name, this::insert);
        claims.claim(
                node -> new ClaimRequest(node, Map.of(ROUTE, TERMS), List.of(), 1, true, ClaimRequest.Share.FIRST)
                        .only(Set.of(job)),
                claimed -> claimed.forEach(claim -> owned.put(job, new Owned(claim))));
        Owned taken = owned.get(job);
        if (taken == null) {
            forgetIfOver(name, job);
        } else {
            events.accept(new Event.SingletonStarted(name, taken.fence()));
        }
        return taken;
    }

    private JobId insert(String name) {
        Instant now = store.clock().instant();
        var payload = Payload.of("{}", "singleton " + name);
        var key = new KeyRequest(KeyScope.ACTIVE, name, false);
        var job = new NewJob(ids.get(), ROUTE, payload, new Urgency(0, now), Optional.empty(), Optional.of(key));
        return store.insert(List.of(job), now).get(0).id();
    }

    /** An operator may have ended it; then its key is free, and another job stands for it. */
    private void forgetIfOver(String name, JobId job) {
        JobView.Standing standing =
                store.standings(List.of(job), store.clock().instant()).get(job);
        if (standing == null || standing.state().isFinal() || standing.state() == JobState.DEAD) {
            jobs.remove(name, job);
        }
    }

    /** Gives it back, as it is told to stop here. */
    void release(String name, Owned one) {
        finish(name, one, new Ending.Released());
    }

    /** Its task failed, or returned: anybody may have it at once; here it waits as all tasks do. */
    void fail(String name, Owned one, @Nullable Throwable failure) {
        String message = failure == null ? "The task returned." : Printable.shown(failure, MESSAGE_MAX);
        finish(name, one, new Ending.Retry(store.clock().instant(), failure == null ? "EXITED" : "EXCEPTION", message));
    }

    /** If that fails, it is held and unknown from now on, and given back when that is noticed. */
    private void finish(String name, Owned one, Ending ending) {
        try {
            store.finish(
                    List.of(new Finish(one.job(), one.fence(), ending)),
                    store.clock().instant());
        } finally {
            owned.remove(one.job());
            events.accept(new Event.SingletonStopped(name, one.fence(), one.isToldToStop()));
        }
    }

    /** A task of this name stands by from now on. */
    void begin(String name) {
        standingBy.add(name);
    }

    /** It does not any more. */
    void end(String name) {
        standingBy.remove(name);
    }

    /** Does a task of this node stand by to take this singleton, or has it? */
    public boolean standsBy(String name) {
        return standingBy.contains(name);
    }

    /** Is this claim one of these? */
    public boolean holds(JobId job, long fence) {
        Owned one = owned.get(job);
        return one != null && one.fence() == fence;
    }

    /** Is nothing owned here? */
    public boolean isEmpty() {
        return owned.isEmpty();
    }

    /** Somebody wants this one to end here. */
    public void cancel(JobId job, long fence) {
        if (holds(job, fence)) {
            Optional.ofNullable(owned.get(job)).ifPresent(Owned::stop);
        }
    }

    /** This is all that the node still owns: what runs here and is not among it belongs to others by now. */
    public void keepOnly(List<Held> all) {
        owned.values().stream()
                .filter(one ->
                        all.stream().noneMatch(held -> held.id().equals(one.job()) && held.fence() == one.fence()))
                .forEach(Owned::stop);
    }

    /** Others may take this node for dead by now, so that everything may belong to them. */
    public void stopAll() {
        owned.values().forEach(Owned::stop);
    }
}
