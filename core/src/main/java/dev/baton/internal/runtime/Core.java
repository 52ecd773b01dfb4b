package dev.baton.internal.runtime;

import dev.baton.internal.dispatch.HandlerThreads;
import dev.baton.internal.dispatch.Handling;
import dev.baton.internal.dispatch.Registry;
import dev.baton.internal.enqueue.Enqueuing;
import dev.baton.internal.fault.FaultPoint;
import dev.baton.internal.operate.Bulk;
import dev.baton.internal.operate.Explaining;
import dev.baton.internal.tell.EventLine;
import dev.baton.internal.tell.Teller;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobRequest;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.observe.Event;
import dev.baton.observe.Listener;
import dev.baton.observe.Reason;
import dev.baton.store.BulkResult;
import dev.baton.store.CommandResult;
import dev.baton.store.Inserted;
import dev.baton.store.JobFilter;
import dev.baton.store.JobStore;
import dev.baton.store.JobView;
import dev.baton.store.NewJob;
import dev.baton.store.OperatorCommand;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.OperatorCommand.By;
import dev.baton.store.Route;
import dev.baton.store.RouteCount;
import dev.baton.store.Situation;
import dev.baton.store.StoreTransaction;
import dev.baton.supervise.Supervisor;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;
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
    private final Steps steps;
    private final Tasks tasks;
    private final AtomicBoolean closing = new AtomicBoolean();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean started;
    private volatile boolean shut;

    /**
     * What is done beside taking jobs.
     *
     * @param node what this node is called, at every start
     * @param tasks what is kept alive
     */
    public record Service(Optional<String> node, Tasks tasks) {}

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
        this.engine = registry.isEmpty() ? null : new Engine(store, registry, settings, teller::tell, awaiting::ended);
        this.steps = new Steps(this, enqueuing, awaiting, settings.time(), service.node());
        this.tasks = service.tasks();
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
            plan.ifPresent(steps::conduct);
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

    /** The steps of the start-up plan. */
    public Steps steps() {
        return steps;
    }

    /** Who keeps the application's tasks alive. */
    public Supervisor tasks() {
        return tasks.supervisor();
    }

    /** Has none but these jobs taken here. */
    void admit(Collection<JobId> jobs) {
        if (engine != null) {
            engine.admit(jobs);
        }
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

    /** The store's time. */
    public Instant now() {
        return store.clock().instant();
    }

    /** Is it up? */
    public boolean isReady() {
        return started && !closing.get();
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
        return insert(caller, jobs, now);
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

    private void tellCreated(JobId job, Route route) {
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

    /** Carries a command out, and has the engine look at once what is wanted of it. */
    public CommandResult command(OperatorCommand command) {
        CommandResult result = command(List.of(command)).get(0);
        tellActed(command, command.target(), EventLine.nameOf(result.getClass()));
        return result;
    }

    private List<CommandResult> command(List<OperatorCommand> commands, JobFilter filter) {
        List<CommandResult> results = command(commands);
        var came = new TreeMap<String, Integer>();
        results.forEach(result -> came.merge(EventLine.nameOf(result.getClass()), 1, Integer::sum));
        String counts = came.entrySet().stream()
                .map(each -> each.getKey() + " " + each.getValue())
                .collect(Collectors.joining(", "));
        tellActed(commands.get(0), filter.toString(), counts);
        return results;
    }

    private List<CommandResult> command(List<OperatorCommand> commands) {
        List<CommandResult> results = ask(open -> open.command(commands, now()));
        for (int i = 0; i < results.size(); i++) {
            boolean parked = results.get(i) instanceof CommandResult.Applied applied
                    && applied.after().equals(JobState.HELD.toString());
            if (parked && commands.get(i) instanceof OperatorCommand.OnJob killed) {
                ask(open -> open.find(killed.job(), now())).ifPresent(this::tellHeld);
            }
        }
        if (engine != null) {
            engine.wake();
        }
        return results;
    }

    /** What must not be repeated blindly is held when it is killed, and so may its lane be. */
    private void tellHeld(JobView job) {
        Route route = job.route();
        teller.tell(new Event.JobHeld(job.id(), route.type(), route.queue(), 0, Duration.ZERO, "KILL", ""));
        if (registry.blocksLanes(route)) {
            job.facts()
                    .turn()
                    .ifPresent(turn -> teller.tell(new Event.LaneBlocked(
                            job.id(), route.type(), route.queue(), turn.lane(), turn.sequence(), JobState.HELD)));
        }
    }

    private void tellActed(OperatorCommand command, String target, String result) {
        teller.tell(new Event.OperatorActed(command.act(), target, command.by().who(), result));
    }

    /** Puts another job in the place of one. What a job is never changes, so that its type can be looked at before. */
    public <P> JobId replace(JobId old, JobType<P> type, P payload, By by) {
        OperatorCommand.Replace command = enqueuing.replacement(old, type, payload, by);
        Optional<Route> was = ask(open -> open.find(old, now())).map(JobView::route);
        if (was.isPresent() && !was.get().type().equals(type.name())) {
            throw new BatonException(
                    "WRONG_TYPE",
                    "Job " + old + " is a " + was.get().type() + ", and cannot be replaced by a " + type.name()
                            + "; nothing changed. Discard it and enqueue the other.");
        }
        command(command).orThrow();
        was.ifPresent(
                route -> tellCreated(command.replacement(), new Route(route.queue(), type.name(), type.version())));
        return command.replacement();
    }

    /** Does this to all jobs that fit, from after this one on. */
    public BulkResult commandAll(Act act, JobFilter filter, Optional<JobId> after, By by) {
        return Bulk.all(act, filter, after, by, jobs(commands -> command(commands, filter)));
    }

    /** What would come of that. Nobody asks, so nobody is recorded. */
    public BulkResult rehearseAll(Act act, JobFilter filter, Optional<JobId> after) {
        return Bulk.all(
                act,
                filter,
                after,
                new By("nobody", ""),
                jobs(commands -> ask(open -> open.rehearse(commands, now()))));
    }

    private Bulk.Jobs jobs(Function<List<OperatorCommand>, List<CommandResult>> commanded) {
        return new Bulk.Jobs() {
            @Override
            public List<JobId> list(JobFilter filter, Optional<JobId> after, int limit) {
                List<JobView> page = ask(open -> open.list(filter, after, limit, now()));
                return page.stream().map(JobView::id).toList();
            }

            @Override
            public List<CommandResult> command(List<OperatorCommand> commands) {
                return commanded.apply(commands);
            }
        };
    }

    /** Why a job does not run: what the store knows, and what this process does if it is one that would take it. */
    public List<Reason> why(JobId job) {
        Instant now = now();
        Optional<Situation> situation = ask(open -> open.situation(job, now));
        if (situation.isEmpty()) {
            return Explaining.unknown(job);
        }
        JobView view = situation.get().job();
        boolean here = registry.serves(view.route());
        List<Reason> crowded = here && engine != null ? engine.inTheWay(view) : List.of();
        return Explaining.reasons(situation.get(), now, here && closing.get(), crowded);
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
    BatonException orStopped(BatonException e) {
        return shut && e.code().equals("STORE_CLOSED") ? stopped() : e;
    }

    private static BatonException stopped() {
        return new BatonException("STOPPED", "Baton is closed, or closing; nothing was done.");
    }
}
