package dev.baton.internal.runtime;

import dev.baton.internal.dispatch.HandlerThreads;
import dev.baton.internal.dispatch.Handling;
import dev.baton.internal.dispatch.Registry;
import dev.baton.internal.enqueue.Enqueuing;
import dev.baton.internal.tell.EventLine;
import dev.baton.internal.tell.Teller;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobRequest;
import dev.baton.job.JobState;
import dev.baton.observe.Event;
import dev.baton.observe.Listener;
import dev.baton.store.CommandResult;
import dev.baton.store.Inserted;
import dev.baton.store.JobStore;
import dev.baton.store.NewJob;
import dev.baton.store.OperatorCommand;
import dev.baton.store.RouteCount;
import dev.baton.store.StoreTransaction;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What stands behind the front door: a store, who enqueues and awaits, and an engine if anything is handled here. */
public final class Core implements Listener.Gauges {

    private static final long COUNTED_MAX = 100_000;
    private static final Duration CLOSE_GRACE = Duration.ofSeconds(10);
    private static final Duration TELLING_GRACE = Duration.ofSeconds(5);

    private final JobStore store;
    private final Registry registry;
    private final Enqueuing enqueuing;
    private final Teller<Event> teller;
    private final Awaiting awaiting;
    private final @Nullable Engine engine;
    private final AtomicBoolean closing = new AtomicBoolean();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean ready;
    private volatile boolean shut;

    /** Nothing has begun yet. A process that handles nothing enqueues only, and is no node. */
    public Core(JobStore store, Registry registry, Enqueuing enqueuing, Settings settings, Teller<Event> teller) {
        this.store = store;
        this.registry = registry;
        this.enqueuing = enqueuing;
        this.teller = teller;
        this.awaiting = new Awaiting(store, settings.time());
        this.engine = registry.isEmpty() ? null : new Engine(store, registry, settings, teller::tell, awaiting::ended);
    }

    /** Begins. If it throws, nothing has begun, and the store is closed. */
    public void start() {
        try {
            if (engine != null) {
                engine.start();
            }
            ready = true;
        } finally {
            if (!ready) {
                end();
            }
        }
    }

    /** Asks the store. Until the last handler has ended everything is answered: it may need that to end well. */
    public <T> T ask(Function<JobStore, T> question) {
        if (shut) {
            throw stopped();
        }
        try {
            return question.apply(store);
        } catch (BatonException e) {
            throw orStopped(e);
        }
    }

    /** The store's time. */
    public Instant now() {
        return store.clock().instant();
    }

    /** Is it up? */
    public boolean isReady() {
        return ready;
    }

    @Override
    public int running() {
        return engine == null ? 0 : engine.running();
    }

    @Override
    public Set<String> types() {
        return enqueuing.types();
    }

    @Override
    public List<RouteCount> counts() {
        return ask(open -> open.counts(COUNTED_MAX, now()));
    }

    /** Adds jobs, in a transaction of their own or of the caller's. */
    public List<Inserted> enqueue(Optional<StoreTransaction> caller, List<? extends JobRequest<?>> requests) {
        Instant now = now();
        List<NewJob> jobs = enqueuing.jobs(requests, now);
        if (jobs.isEmpty()) {
            return List.of();
        }
        List<Inserted> inserted =
                ask(open -> caller.isPresent() ? open.insert(caller.get(), jobs, now) : open.insert(jobs, now));
        for (int i = 0; i < jobs.size(); i++) {
            if (inserted.get(i).answer() != Inserted.Answer.EXISTING) {
                tellCreated(jobs.get(i));
            }
        }
        return inserted;
    }

    private void tellCreated(NewJob job) {
        String type = job.route().type();
        String queue = job.route().queue();
        teller.tell(new Event.JobCreated(job.id(), type, queue));
        if (registry.find(type) != null && !registry.serves(job.route())) {
            teller.tell(new Event.QueueNotServed(job.id(), type, queue));
        }
    }

    /** Waits until these are over or parked. */
    public Map<JobId, JobState> await(Collection<JobId> jobs, Duration atMost) throws InterruptedException {
        try {
            return awaiting.await(jobs, atMost);
        } catch (BatonException e) {
            throw orStopped(e);
        }
    }

    /** Carries a command out, and has the engine look at once what is wanted of it. */
    public CommandResult command(OperatorCommand command) {
        CommandResult result = ask(open -> open.command(List.of(command), now()).get(0));
        teller.tell(new Event.OperatorActed(command, EventLine.nameOf(result.getClass())));
        if (engine != null) {
            engine.wake();
        }
        return result;
    }

    /** Waits for the end. */
    public void awaitStop() throws InterruptedException {
        closed.await();
    }

    /** Ends, once; everybody else waits for that. A handler cannot wait for itself, so for it this only begins the end. */
    public void close() {
        if (Handling.isHandlersThread()) {
            HandlerThreads.aside(this::closeNow);
        } else {
            closeNow();
        }
    }

    private void closeNow() {
        if (closing.getAndSet(true)) {
            awaitEnd();
            return;
        }
        ready = false;
        awaiting.stop();
        try {
            if (engine != null) {
                engine.stop();
            }
        } finally {
            end();
        }
    }

    private void end() {
        closing.set(true);
        shut = true;
        try {
            Bounded.run("close", CLOSE_GRACE, store::close, teller::tell);
        } finally {
            teller.tell(new Event.BatonClosed());
            teller.awaitEnd(TELLING_GRACE);
            closed.countDown();
        }
    }

    private void awaitEnd() {
        try {
            if (!teller.isMyself()) {
                closed.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A store that was closed meanwhile is our own doing. */
    private BatonException orStopped(BatonException e) {
        return shut && e.code().equals("STORE_CLOSED") ? stopped() : e;
    }

    private static BatonException stopped() {
        return new BatonException("STOPPED", "Baton is closed, or closing; nothing was done.");
    }
}
