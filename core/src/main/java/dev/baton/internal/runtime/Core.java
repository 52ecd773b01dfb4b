package dev.baton.internal.runtime;

import dev.baton.internal.check.Names;
import dev.baton.internal.dispatch.HandlerThreads;
import dev.baton.internal.dispatch.Handling;
import dev.baton.internal.dispatch.Registry;
import dev.baton.internal.drain.Draining;
import dev.baton.internal.enqueue.Admitting;
import dev.baton.internal.enqueue.Enqueuing;
import dev.baton.internal.fault.FaultPoint;
import dev.baton.internal.tell.Teller;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobRequest;
import dev.baton.job.JobState;
import dev.baton.observe.Event;
import dev.baton.observe.Listener;
import dev.baton.store.Inserted;
import dev.baton.store.JobStore;
import dev.baton.store.NewJob;
import dev.baton.store.Route;
import dev.baton.store.StoreTransaction;
import dev.baton.supervise.Supervisor;
import dev.baton.supervise.Task;
import dev.baton.supervise.TaskSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** What stands behind the front door: a store, who enqueues and awaits, and an engine if anything is handled here. */
public final class Core {

    private static final Duration CLOSE_GRACE = Duration.ofSeconds(10);
    private static final Duration TELLING_GRACE = Duration.ofSeconds(5);

    private final JobStore store;
    private final Registry registry;
    private final Enqueuing enqueuing;
    private final Teller<Event> teller;
    private final Awaiting awaiting;
    private final @Nullable Engine engine;
    private final Operating operating;
    private final Recurring recurring;
    private final Steps steps;
    private final Admitting admitting;
    private final Tasks tasks;
    /** Kept here: a registry of metrics remembers it only as long as somebody else does. */
    private final Readings readings;

    private final @Nullable ProcessEnd processEnd;
    private volatile @Nullable Throwable broken;
    private final AtomicBoolean closing = new AtomicBoolean();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean started;
    private volatile boolean shut;

    /** Nothing has begun yet. A process that handles nothing enqueues only, and is no node. */
    public Core(
            JobStore store,
            Registry registry,
            Enqueuing enqueuing,
            Settings settings,
            Service service,
            Teller<Event> teller) {
        this.store = store;
        this.registry = registry;
        this.enqueuing = enqueuing;
        this.teller = teller;
        this.awaiting = new Awaiting(store, settings.time());
        this.engine = registry.isEmpty() && !service.isNode()
                ? null
                : new Engine(store, registry, settings, teller::tell, awaiting::ended, this::breakDown);
        this.operating = new Operating(this, registry, enqueuing, engine);
        this.recurring = new Recurring(this, registry, enqueuing, engine, service.schedules());
        this.steps = new Steps(this, enqueuing, awaiting, settings.time(), service.node());
        this.readings = new Readings(this, enqueuing, engine, steps);
        this.tasks = service.tasks();
        this.admitting = service.admitting();
        this.processEnd = service.withProcess() ? new ProcessEnd(this::closeNow) : null;
    }

    /**
     * Begins: with the plan, during which none but its jobs are taken, then all others, then the tasks. If it throws, nothing was
     * served, and the store is closed.
     */
    public void start(Optional<Steps.Plan> plan) {
        boolean begun = false;
        try {
            if (plan.isPresent()) {
                admit(List.of());
            }
            if (engine != null) {
                engine.start();
            }
            begun = true;
            if (processEnd != null) {
                processEnd.begin();
            }
            plan.ifPresent(steps::conduct);
            recurring.begin();
            if (engine != null) {
                engine.admitAll();
            }
            if (closing.get()) {
                throw stopped();
            }
            tasks.begin();
            started = true;
        } finally {
            if (!begun) {
                end();
            } else if (!started) {
                closeNow();
            }
        }
    }

    /** Has these followed when all their work is done. Before the start. */
    public void watch(List<Draining.Hook> hooks) {
        if (engine != null && !hooks.isEmpty()) {
            engine.watch(hooks, job -> tellCreated(job.id(), job.route()));
        }
    }

    /** What operators can do and ask. */
    public Operating operating() {
        return operating;
    }

    /** What makes jobs of what is asked for. */
    public Enqueuing enqueuing() {
        return enqueuing;
    }

    /** What comes again and again. */
    public Recurring recurring() {
        return recurring;
    }

    /** The steps of the start-up plan. */
    public Steps steps() {
        return steps;
    }

    /** Who keeps the application's tasks alive. */
    public Supervisor tasks() {
        return tasks.supervisor();
    }

    /** A task that runs on one node at a time, this one or another. */
    public TaskSpec singleton(String name, LongFunction<? extends Task> factory) {
        Names.checkedText("a singleton's name", name);
        if (engine == null) {
            throw new BatonException(
                    "NOT_A_NODE",
                    "A process that only enqueues is no node, and cannot own " + name + ". Let it handle jobs.");
        }
        return TaskSpec.of(name, engine.singletons().supplier(name, factory)).mustNotExit();
    }

    /** Has none but these jobs taken here. */
    void admit(Collection<JobId> jobs) {
        if (engine != null) {
            engine.admit(jobs);
        }
    }

    /** Has no job taken here any more. */
    public void takeNoMore() {
        admit(List.of());
    }

    void tell(Event event) {
        teller.tell(event);
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

    /** By the store's clock. */
    public Instant now() {
        return store.clock().instant();
    }

    /** The engine has ended, and nobody has stopped it: everything else ends with it. */
    private void breakDown(Throwable failure) {
        broken = failure;
        teller.tell(new Event.EngineBroken(failure));
        HandlerThreads.aside(this::closeNow);
    }

    /** Does all that keeps it going make progress? */
    public boolean isLive() {
        return broken == null && !shut && (engine == null || engine.isLive());
    }

    /** Has it begun to end? */
    boolean isClosing() {
        return closing.get();
    }

    /** Is it up? */
    public boolean isReady() {
        return started && !closing.get();
    }

    /** What can be measured of it. */
    public Listener.Gauges gauges() {
        return readings;
    }

    /** Adds jobs, in a transaction of their own or of the caller's. */
    public List<Inserted> enqueue(Optional<StoreTransaction> caller, List<? extends JobRequest<?>> requests) {
        Instant now = now();
        List<NewJob> jobs = enqueuing.jobs(requests, now);
        if (jobs.isEmpty()) {
            return List.of();
        }
        try (Admitting.Room taken = ask(open -> admitting.take(open, caller, jobs))) {
            List<Inserted> inserted = insert(caller, jobs, now);
            taken.used();
            return inserted;
        }
    }

    List<Inserted> insert(Optional<StoreTransaction> caller, List<NewJob> jobs, Instant now) {
        return insert(jobs, open -> caller.isPresent() ? open.insert(caller.get(), jobs, now) : open.insert(jobs, now));
    }

    List<Inserted> insert(List<NewJob> jobs, Function<JobStore, List<Inserted>> verb) {
        FaultPoint.ENQ_BEFORE_TX.hit();
        List<Inserted> inserted = ask(verb);
        for (int i = 0; i < jobs.size(); i++) {
            if (inserted.get(i).answer() != Inserted.Answer.EXISTING) {
                tellCreated(jobs.get(i).id(), jobs.get(i).route());
            }
        }
        FaultPoint.ENQ_BEFORE_REPLY.hit();
        return inserted;
    }

    /** Has the store look at a caller's transaction before there is anything to add: it must be one of its own, and be able to write. */
    public void begin(StoreTransaction caller) {
        ask(open -> open.insert(caller, List.of(), now()));
    }

    /** How far things outside were read, and the jobs that are made of them. */
    public Cursors cursors() {
        return new Cursors(this, enqueuing, engine);
    }

    void tellCreated(JobId job, Route route) {
        teller.tell(new Event.JobCreated(job, route.type(), route.queue()));
        if (registry.handles(route.type()) && !registry.serves(route)) {
            teller.tell(new Event.QueueNotServed(job, route.type(), route.queue()));
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

    /** Waits for the end, and says if it was none that anybody wanted. */
    public void awaitStop() throws InterruptedException {
        closed.await();
        if (broken != null) {
            throw brokenDown();
        }
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
        awaiting.stop();
        tasks.shutdown();
        try {
            if (engine != null) {
                engine.stop();
            }
            tasks.close();
        } finally {
            end();
        }
    }

    /** Who is in a hurry does not wait for handlers; that the store is closed and the last events told takes a limited time anyway. */
    private void end() {
        boolean hurry = Thread.interrupted();
        closing.set(true);
        shut = true;
        try {
            Bounded.run("close", CLOSE_GRACE, store::close, teller::tell);
        } finally {
            teller.tell(new Event.BatonClosed());
            teller.awaitEnd(TELLING_GRACE);
            if (processEnd != null) {
                processEnd.end();
            }
            closed.countDown();
            if (hurry) {
                Thread.currentThread().interrupt();
            }
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
    BatonException orStopped(BatonException e) {
        boolean stopped = e.code().equals("STOPPED") || (shut && e.code().equals("STORE_CLOSED"));
        if (stopped && broken != null) {
            return brokenDown();
        }
        return stopped && shut ? stopped() : e;
    }

    private BatonException brokenDown() {
        return new BatonException(
                "ENGINE_BROKEN",
                "The engine has ended by a defect, and Baton with it. Nothing was lost: the next start goes on.",
                broken);
    }

    private static BatonException stopped() {
        return new BatonException("STOPPED", "Baton is closed, or closing; nothing was done.");
    }
}
