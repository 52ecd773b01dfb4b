package dev.baton;

import dev.baton.internal.dispatch.Handling;
import dev.baton.internal.parts.Ranges;
import dev.baton.internal.runtime.Core;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobRequest;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.observe.Reason;
import dev.baton.observe.StartupProgress;
import dev.baton.store.ActionView;
import dev.baton.store.AttemptView;
import dev.baton.store.BulkResult;
import dev.baton.store.CommandResult;
import dev.baton.store.Inserted;
import dev.baton.store.JdbcTransaction;
import dev.baton.store.JobFilter;
import dev.baton.store.JobStore;
import dev.baton.store.JobView;
import dev.baton.store.OperatorCommand;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.OperatorCommand.By;
import dev.baton.store.Payload;
import dev.baton.store.Progress;
import dev.baton.store.RouteCount;
import dev.baton.store.StoreTransaction;
import dev.baton.store.Switch;
import dev.baton.supervise.Supervisor;
import dev.baton.supervise.Task;
import java.sql.Connection;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;

/**
 * Durable jobs: enqueue them, run their handlers, wait for them, look at them, act on them. What was enqueued is in the store
 * when the call returns, and runs at least once or ends where people can see it.
 *
 * <p>Safe for use by several threads. What cannot be done is a {@link BatonException} with a stable code, and nothing was
 * changed unless the code is {@code OUTCOME_UNKNOWN}. Whether a command was refused by the state of a job is an answer.
 */
public final class Baton implements AutoCloseable {

    private final Core core;
    private final Ranges ranges;

    Baton(Core core, Ranges ranges) {
        this.core = core;
        this.ranges = ranges;
    }

    /** Sets up an engine on this store, which belongs to it from the start on and is closed with it. */
    public static BatonBuilder on(JobStore store) {
        return new BatonBuilder(store);
    }

    Core core() {
        return core;
    }

    // Enqueue.

    /** Adds a job with nothing special about it. It is stored when this returns. */
    public <P> JobId enqueue(JobType<P> type, P payload) {
        return enqueue(type.job(payload)).id();
    }

    /** Adds a job. It is stored when this returns; the answer says whether it is a new one or the one that has its key. */
    public Inserted enqueue(JobRequest<?> job) {
        return enqueueAll(List.of(job)).get(0);
    }

    /** Adds jobs in one transaction, at most 10,000: all of them, or none. The answers are in the same order. */
    public List<Inserted> enqueueAll(List<? extends JobRequest<?>> jobs) {
        return core.enqueue(Optional.empty(), jobs);
    }

    /** Adds a job within the caller's transaction: it exists if and only if that commits. */
    public Inserted enqueue(Connection transaction, JobRequest<?> job) {
        return enqueueAll(transaction, List.of(job)).get(0);
    }

    /** Adds jobs within the caller's transaction: they exist if and only if that commits. */
    public List<Inserted> enqueueAll(Connection transaction, List<? extends JobRequest<?>> jobs) {
        return enqueueAll(new JdbcTransaction(transaction), jobs);
    }

    /** As {@link #enqueueAll(Connection, List)}, for stores that know another kind of transaction. */
    public List<Inserted> enqueueAll(StoreTransaction transaction, List<? extends JobRequest<?>> jobs) {
        return core.enqueue(Optional.of(transaction), jobs);
    }

    // Wait.

    /**
     * Waits until the job is over or parked, and says which. A job that is being retried is not over; an id that is not known
     * may become so.
     *
     * @throws BatonException with the code {@code AWAIT_TIMEOUT} if that takes longer, {@code STOPPED} if the engine stops
     *     first, {@code AWAIT_IN_HANDLER} if a handler asks, whose slot the awaited job may need
     */
    public JobState await(JobId job, Duration atMost) throws InterruptedException {
        return awaitAll(List.of(job), atMost).values().iterator().next();
    }

    /** Waits until each of the jobs is over or parked, and says where each stands; all share one deadline. */
    public Map<JobId, JobState> awaitAll(Collection<JobId> jobs, Duration atMost) throws InterruptedException {
        if (Handling.isHandlersThread()) {
            throw new BatonException(
                    "AWAIT_IN_HANDLER",
                    "A handler cannot wait for another job, which may need its slot. Enqueue the next job instead.");
        }
        return core.await(jobs, atMost);
    }

    // Look.

    /** A job, wherever it stands. */
    public Optional<JobView> find(JobId job) {
        return core.ask(store -> store.find(job, core.now()));
    }

    /** The job that has this unique key; where keys are kept for ever, also when it is over. */
    public Optional<JobView> find(JobType<?> type, String key) {
        return Optional.ofNullable(keyed(type, key, 1).get(key));
    }

    /** The jobs whose unique keys begin so, by key: the first ones, at most so many, up to 1,000. */
    public Map<String, JobView> keyed(JobType<?> type, String beginning, int limit) {
        return core.ask(store -> {
            var jobs = new LinkedHashMap<String, JobView>();
            store.keyed(type.name(), type.keyScope(), beginning, Pages.checked(limit))
                    .forEach((key, id) -> store.find(id, core.now()).ifPresent(job -> jobs.put(key, job)));
            return jobs;
        });
    }

    /** The newest jobs that fit, at most so many, up to 1,000; without what their handlers answered, which {@link #attempts} has. */
    public List<JobView> list(JobFilter filter, int limit) {
        return core.ask(store -> store.list(filter, Optional.empty(), Pages.checked(limit), core.now()));
    }

    /** The next page: those that fit and are older than this one. */
    public List<JobView> list(JobFilter filter, JobId after, int limit) {
        return core.ask(store -> store.list(filter, Optional.of(after), Pages.checked(limit), core.now()));
    }

    /** How many jobs stand in the store, by route and state. What has ended is not counted; no count goes past 100,000. */
    public List<RouteCount> counts() {
        return core.gauges().counts();
    }

    /**
     * Is no job of these types waiting or under way, on any node? Those that are being retried, dead or held are neither. What is enqueued
     * while this is answered may change it.
     */
    public boolean isIdle(JobType<?> type, JobType<?>... others) {
        var types = new LinkedHashSet<>(Set.of(type.name()));
        List.of(others).forEach(other -> types.add(other.name()));
        return core.ask(store -> store.backlog().open(types).isEmpty());
    }

    /** The ended attempts of a job, oldest first. */
    public List<AttemptView> attempts(JobId job) {
        return core.ask(store -> store.attempts(job));
    }

    /**
     * How far a job is that runs, as its handler has said; and one that is split into parts, while these run: the sum of them, at most a
     * second old. For a whole this process has to handle its type.
     */
    public Optional<Progress.Mark> progress(JobId job) {
        return core.ask(store -> ranges.progress(job));
    }

    /** A job's data, exactly as it was accepted. */
    public Optional<Payload> payload(JobId job) {
        return core.ask(store -> store.payload(job));
    }

    /** What operators did, the newest first. */
    public List<ActionView> actions(int limit) {
        return core.ask(store -> store.actions(Pages.checked(limit)));
    }

    /** How far each {@link StreamBridge} has come, and what can be done about it. */
    public Cursors cursors() {
        return new Cursors(core);
    }

    /** Jobs that come again and again: what there is of them, and what can be done to them. */
    public Schedules schedules() {
        return new Schedules(core);
    }

    /** What is paused or switched off. */
    public List<Switch> switches() {
        return core.ask(JobStore::switches);
    }

    /** What all nodes together are kept to. */
    public Limits limits() {
        return new Limits(core);
    }

    /**
     * Why a job does not run, and what would make it: every reason that the store and this process know, at least one. A job that
     * nothing keeps from running says so.
     */
    public List<Reason> why(JobId job) {
        return ranges.why(job, core.operating().why(job));
    }

    // Act.

    /** Calls a job off. A pending one is over at once; a running one is told to end, and may be done before it hears that. */
    public CommandResult cancel(JobId job, By by) {
        return core.operating().command(new OperatorCommand.OnJob(job, Act.CANCEL, by));
    }

    /**
     * Ends a running job without waiting for its handler, which is told to end and whose outcome no longer counts. What must not be
     * repeated blindly is held, as nobody knows how far it came; everything else is cancelled.
     */
    public CommandResult kill(JobId job, By by) {
        return core.operating().command(new OperatorCommand.OnJob(job, Act.KILL, by));
    }

    /**
     * Has a dead, held or retrying job tried again now, from the beginning. What is in doubt stays so: it is found out first by types
     * that can, and refused for those that cannot.
     */
    public CommandResult retry(JobId job, By by) {
        return core.operating().command(new OperatorCommand.OnJob(job, Act.RETRY, by));
    }

    /** Has a held job run: somebody found out that its work was not done. */
    public CommandResult release(JobId job, By by) {
        return core.operating().command(new OperatorCommand.OnJob(job, Act.RELEASE, by));
    }

    /** Ends a held job as done: somebody found out that its work was done. */
    public CommandResult confirm(JobId job, By by) {
        return core.operating().command(new OperatorCommand.OnJob(job, Act.CONFIRM, by));
    }

    /** Has a lane go on without a job that waits or is parked; it ends as cancelled. */
    public CommandResult skip(JobId job, By by) {
        return core.operating().command(new OperatorCommand.OnJob(job, Act.SKIP, by));
    }

    /** Gives a dead or held job up; it ends as cancelled. */
    public CommandResult discard(JobId job, By by) {
        return core.operating().command(new OperatorCommand.OnJob(job, Act.DISCARD, by));
    }

    /** Removes the data of a job that is over, for good. Its hash, and all that happened to it, stay on record. */
    public CommandResult redact(JobId job, By by) {
        return core.operating().command(new OperatorCommand.OnJob(job, Act.REDACT, by));
    }

    /**
     * Puts another job in the place of one that waits or is dead, which ends as cancelled; what a job is never changes. The other is
     * on the same queue, with the same priority, and at the end of the same lane. It is stored when this returns; this is its id.
     *
     * @throws BatonException with the code {@code WRONG_TYPE} if the old job is of another type, with that of a refusal, or with one
     *     that {@link #enqueue} has for a bad payload; nothing was changed
     */
    public <P> JobId replace(JobId old, JobType<P> type, P payload, By by) {
        return core.operating().replace(old, type, payload, by);
    }

    /** Has nothing taken from this queue, by any process, until it is resumed. What runs goes on. */
    public void pause(String queue, By by) {
        turnOff(Switch.pause(queue), by);
    }

    /** Has jobs taken from this queue again. */
    public void resume(String queue, By by) {
        turnOn(Switch.pause(queue), by);
    }

    /** Has nothing that this concerns taken, by any process, until it is turned on. What runs goes on. */
    public void turnOff(Switch which, By by) {
        core.operating().command(new OperatorCommand.TurnOff(which, by)).orThrow();
    }

    /** Has what this concerns taken again. */
    public void turnOn(Switch which, By by) {
        core.operating().command(new OperatorCommand.TurnOn(which, by)).orThrow();
    }

    // Act on many. At most 10,000 jobs at a time, the newest first; an answer that has a rest says where to go on.

    /** What {@link #commandAll} would do to the jobs that fit, as they stand now. Nothing is done. */
    public BulkResult preview(Act act, JobFilter filter) {
        return core.operating().rehearseAll(act, filter, Optional.empty());
    }

    /** The same for those that are older than this one. */
    public BulkResult preview(Act act, JobFilter filter, JobId after) {
        return core.operating().rehearseAll(act, filter, Optional.of(after));
    }

    /**
     * Does this to every job that fits, 500 in a transaction, and records each. What changes meanwhile is refused or not, as it is for
     * a single job. If the store fails in between, that is thrown, and what was done stays done and on record.
     *
     * @throws BatonException with the code {@code BAD_QUERY} if the filter names nothing; nothing was changed
     */
    public BulkResult commandAll(Act act, JobFilter filter, By by) {
        return core.operating().commandAll(act, filter, Optional.empty(), by);
    }

    /** The same to those that are older than this one. */
    public BulkResult commandAll(Act act, JobFilter filter, JobId after, By by) {
        return core.operating().commandAll(act, filter, Optional.of(after), by);
    }

    // Live and end.

    /**
     * How far the start has come, step by step, from memory. While it is under way this can be asked by who has it from {@link
     * Startup#baton}; a {@link dev.baton.observe.Listener} can ask its gauges, before the first step already.
     */
    public StartupProgress startup() {
        return core.gauges().startup();
    }

    /** Has it started, its start-up plan and all, and not begun to stop? For those who send work here. */
    public boolean isReady() {
        return core.isReady();
    }

    /**
     * Does all that keeps it going make progress, as far as can be seen from here? If not, for longer than a moment, the process is best
     * started again; what it holds is recovered. A store that cannot be reached is no reason, one that never answers is.
     */
    public boolean isLive() {
        return core.isLive();
    }

    /**
     * Who keeps this process's tasks alive: to add, restart and stop them by name, and to see how they are doing. It ends with this.
     *
     * @throws BatonException with the code {@code STOPPED} if there never was a task and this is closed
     */
    public Supervisor tasks() {
        return core.tasks();
    }

    /**
     * Adds a task that runs on one node of the store at a time, made with the fence under which it does; other nodes that are to take it
     * over add it, too. False, and nothing is done, if the name is taken.
     *
     * @throws BatonException with the code {@code NOT_A_NODE} if this process only enqueues
     */
    public boolean addSingleton(String name, LongFunction<? extends Task> factory) {
        return core.tasks().add(core.singleton(name, factory));
    }

    /** Takes no more jobs here; what runs, and everything else, goes on. {@link #close} begins so, for who has to end something before it. */
    public void takeNoMore() {
        core.takeNoMore();
    }

    /**
     * Waits until this is closed, by anybody.
     *
     * @throws BatonException with the code {@code ENGINE_BROKEN} if it has closed itself, for a defect of its own
     */
    public void awaitStop() throws InterruptedException {
        core.awaitStop();
    }

    /**
     * Stops: takes no more jobs, waits for handlers for as long as the grace says, interrupts the rest and gives their jobs
     * back, then closes the store. Until the last handler has ended, everything else goes on: jobs can be enqueued, and run at the
     * next start. Of no effect when repeated; everybody who closes waits for the end, but for a handler, for which this only
     * begins the end. Interrupted, it does not wait for handlers any more.
     */
    @Override
    public void close() {
        core.close();
    }
}
