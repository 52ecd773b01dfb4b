package dev.baton;

import dev.baton.internal.check.Names;
import dev.baton.internal.runtime.Steps;
import dev.baton.job.CrashPolicy;
import dev.baton.job.DecidingHandler;
import dev.baton.job.Handler;
import dev.baton.job.JacksonCodec;
import dev.baton.job.JobRequest;
import dev.baton.job.JobType;
import dev.baton.job.JoinHandler;
import dev.baton.job.Outcome;
import dev.baton.job.PartHandler;
import dev.baton.job.PayloadCodec;
import dev.baton.job.Ranged;
import dev.baton.job.Reconciler;
import dev.baton.observe.Listener;
import dev.baton.schedule.Schedule;
import dev.baton.store.JobStore;
import dev.baton.store.Limit;
import dev.baton.supervise.SupervisorBuilder;
import dev.baton.supervise.Task;
import dev.baton.supervise.TaskSpec;
import dev.baton.supervise.Timeline;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Collects what a {@link Baton} needs, in any order; everything is checked in {@link #start}, and every fault named at once. A
 * setup without handlers is one that enqueues only: it takes no jobs, and may live beside an engine on the same SQLite file.
 */
public final class BatonBuilder {

    private static final int NODE_MAX = 60;

    private final Setup setup;

    BatonBuilder(JobStore store) {
        setup = new Setup(store);
    }

    /** Has this handler do the work of this type, with the one object that it needs. */
    public <P, C> BatonBuilder handle(JobType<P> type, C context, Handler<P, C> handler) {
        return register(
                type,
                context,
                handler == null
                        ? null
                        : (payload, run, with) -> {
                            handler.handle(payload, run, with);
                            return Outcome.done();
                        });
    }

    /** As {@link #handle}, for a handler that says itself how each attempt ended. */
    public <P, C> BatonBuilder decide(JobType<P> type, C context, DecidingHandler<P, C> handler) {
        return register(type, context, handler);
    }

    /** Has this handler do the work of a range, part by part. */
    public <P, C> BatonBuilder handle(Ranged<P> ranged, C context, PartHandler<P, C> handler) {
        return handle(ranged, context, handler, (payload, cancelled, run, with) -> {});
    }

    /** The same with a last step, once all parts are over. */
    public <P, C> BatonBuilder handle(
            Ranged<P> ranged, C context, PartHandler<P, C> handler, JoinHandler<P, C> lastStep) {
        Objects.requireNonNull(lastStep, "lastStep");
        setup.faults.unless(
                ranged.type().onCrash() != CrashPolicy.RECONCILE,
                "type " + ranged.type().name() + " is split into parts, which nobody can reconcile");
        register(ranged.part(), context, handler == null ? null : setup.ranges.part(ranged, handler));
        return register(ranged.type(), context, setup.ranges.whole(ranged, lastStep));
    }

    /**
     * Has this find out what came of a job of this type that is in doubt, lost with its process for instance, before it runs again; for
     * types with {@link CrashPolicy#RECONCILE}, which need one.
     */
    public <P, C> BatonBuilder reconcile(JobType<P> type, C context, Reconciler<P, C> reconciler) {
        setup.handlers.reconcile(type, context, reconciler);
        return this;
    }

    private <P, C> BatonBuilder register(JobType<P> type, C context, @Nullable DecidingHandler<P, C> handler) {
        setup.handlers.add(type, context, handler);
        setup.types.put(type.name(), type);
        return this;
    }

    /**
     * What this process does when a job of this type fails for good, beside parking it: it takes none of that type for a while, and
     * alerts somebody. Default: nothing, for work that is worth a try and no more.
     */
    public BatonBuilder circuit(JobType<?> type, Circuit circuit) {
        setup.handlers.add(type, Objects.requireNonNull(circuit, "circuit"));
        return this;
    }

    /** Types that are enqueued here and handled by another process. Those with a handler here need not be named. */
    public BatonBuilder enqueues(JobType<?>... others) {
        for (JobType<?> type : others) {
            setup.types.putIfAbsent(type.name(), type);
        }
        return this;
    }

    /** Types that must have a handler by the time this starts; handy with a list of all that an application has. */
    public BatonBuilder expects(JobType<?>... all) {
        for (JobType<?> type : all) {
            setup.expected.add(type.name());
        }
        return this;
    }

    /** Queues to take jobs of every handled type from, beside each type's own. */
    public BatonBuilder queues(String... names) {
        for (String name : names) {
            setup.queues.add(Names.checked("a queue's name", name));
        }
        return this;
    }

    /**
     * Steps to take, in order, before anything else begins: no other job is taken here, no task is started and nothing is ready until
     * they are done. Default: none.
     */
    public BatonBuilder startup(Startup.Plan steps) {
        setup.faults.unless(setup.plan == null, "there are two start-up plans");
        setup.plan = Objects.requireNonNull(steps, "steps");
        return this;
    }

    /** A task that is kept alive once the start-up plan has completed; a fresh one for every run. */
    public BatonBuilder supervise(String name, Supplier<? extends Task> factory) {
        return supervise(TaskSpec.of(name, factory));
    }

    /** A task with wishes of its own that is kept alive once the start-up plan has completed. */
    public BatonBuilder supervise(TaskSpec task) {
        setup.supervised.add(Objects.requireNonNull(task, "task"));
        return this;
    }

    /**
     * A task that runs on one node of the store at a time, made with the fence under which it does: on the next one when its node dies,
     * stops, or has it fail. Each node names it. It goes on for as long as there is a node; to return is to fail.
     */
    public BatonBuilder singleton(String name, LongFunction<? extends Task> factory) {
        setup.supervised.addSingleton(name, Objects.requireNonNull(factory, "factory"));
        return this;
    }

    /**
     * How tasks are kept alive. Default: restarted for ever, the first time after 10 s, stopped within the grace, and otherwise as {@link
     * SupervisorBuilder} has it.
     */
    public BatonBuilder supervision(Consumer<SupervisorBuilder> changes) {
        setup.supervised.change(Objects.requireNonNull(changes, "changes"));
        return this;
    }

    /**
     * A job that comes again and again. It is stored when the start-up plan has completed: as it is here if it is new or was another one,
     * and otherwise left as it stands. One that is no longer named is reported, and fired until it is removed. Default: none.
     */
    public BatonBuilder schedule(Schedule schedule) {
        setup.faults.unless(
                setup.schedules.put(schedule.name(), schedule) == null,
                "there are two schedules with the name " + schedule.name());
        return this;
    }

    /**
     * What this node is called, at every start and among all nodes of its store, for jobs that are its own. It takes them from a queue of
     * its own, {@code node.} and this name. Default: it has no name, and no such jobs.
     */
    public BatonBuilder node(String name) {
        Names.checked("a node's name", name);
        setup.faults.unless(
                name.length() <= NODE_MAX, "a node's name has at most " + NODE_MAX + " characters; got " + name);
        setup.node = name;
        return queues(Steps.ownQueue(name));
    }

    /** How many handlers may run at once in this process. Default: 10. */
    public BatonBuilder concurrency(int most) {
        setup.limiting.total(most);
        return this;
    }

    /** How many jobs of this type may run at once in this process; 1 runs them one after another. Default: as many as fit. */
    public BatonBuilder concurrency(JobType<?> type, int most) {
        setup.limiting.ofType(type.name(), most);
        return this;
    }

    /** How many jobs from this queue may run at once in this process. Default: as many as fit. */
    public BatonBuilder queueConcurrency(String queue, int most) {
        setup.limiting.ofQueue(queue, most);
        return queues(queue);
    }

    /**
     * How many jobs of this type may be pending, on whatever queue; one more that is enqueued here is refused with the code {@code
     * BACKLOG_FULL}, and nothing is stored. A count may be a quarter of a second old, in which other processes may have added more.
     * Default: any number.
     */
    public BatonBuilder backlog(JobType<?> type, long most) {
        setup.backlogs.limit(type, most);
        return this;
    }

    /** The same for the jobs on a queue, of whatever type. Default: any number. */
    public BatonBuilder queueBacklog(String queue, long most) {
        setup.backlogs.limit(queue, most);
        return this;
    }

    /** As {@link #onDrained(String, Collection, Supplier)} for one type, under its name. */
    public BatonBuilder onDrained(JobType<?> type, Supplier<? extends JobRequest<?>> follows) {
        return onDrained(type.name(), List.of(type), follows);
    }

    /**
     * Has a job stored whenever jobs of these types were taken and none is left that waits or runs; those that are being retried, dead or
     * held are not waited for. Once for all nodes and whatever crashes, and again when more was done. Every node that takes these types
     * says the same, under the same name. Default: nothing follows.
     *
     * @param follows makes the job, of another type, each time anew
     */
    public BatonBuilder onDrained(
            String name, Collection<JobType<?>> types, Supplier<? extends JobRequest<?>> follows) {
        setup.backlogs.follow(name, types, follows);
        return this;
    }

    /**
     * What all nodes of the store together are kept to, for a type or a queue: how many of its jobs run at once, how fast they begin, or
     * both. Every node that takes such jobs says it; where they differ, the last one to say something new decides. Default: nothing.
     */
    public BatonBuilder limit(Limit limit) {
        setup.limiting.add(Objects.requireNonNull(limit, "limit"));
        return this;
    }

    /**
     * How often to look for work when no hint came. Hints come for all that this process enqueues, and from the store; shorten it
     * only where they are lost. Default: 500 ms.
     */
    public BatonBuilder pollEvery(Duration interval) {
        setup.poll = setup.faults.positive("pollEvery", interval);
        return this;
    }

    /**
     * How often this node says that it lives, and how long a node may be silent before others take its jobs. The lease must be
     * at least three heartbeats. Default: 3 s and 15 s.
     */
    public BatonBuilder heartbeat(Duration every, Duration leaseAfter) {
        setup.heartbeat = setup.faults.positive("heartbeat", every);
        setup.lease = setup.faults.positive("the lease", leaseAfter);
        setup.faults.unless(
                setup.heartbeat.compareTo(setup.lease.dividedBy(3)) <= 0,
                "the lease must be at least three heartbeats; got " + setup.lease + " and " + setup.heartbeat);
        return this;
    }

    /** How often to look for jobs of dead nodes. Default: 3 s. */
    public BatonBuilder recoverEvery(Duration interval) {
        setup.recover = setup.faults.positive("recoverEvery", interval);
        return this;
    }

    /**
     * Closes this when the process is told to end, by a signal or {@code System.exit}, also while it starts; a second signal has handlers
     * interrupted at once. Default: not; who has started it closes it.
     */
    public BatonBuilder stopWithProcess() {
        setup.withProcess = true;
        return this;
    }

    /** How long handlers may go on when this is closed, before they are interrupted. Default: 10 s. */
    public BatonBuilder grace(Duration time) {
        setup.grace = setup.faults.notNegative("grace", time);
        return this;
    }

    /**
     * How long jobs are kept once they are done or cancelled, and how often older ones are removed, with their attempts. Until
     * then they can be found and awaited. Keep them longer to look further back, shorter where there are so many that the store
     * grows too large; they are bookkeeping, and no audit record of the application's. Jobs that are parked, and those with a
     * unique key for ever, are not removed. {@link JobType#keepFinished} says otherwise of a type. All who share a store should say
     * the same, as the shortest decides. Default: 30 days and 1 hour; at most 36,500 days and a day.
     */
    public BatonBuilder retention(Duration keepFinishedFor, Duration pruneInterval) {
        setup.kept.retention(keepFinishedFor, pruneInterval);
        return this;
    }

    /**
     * Writes jobs to files before their retention removes them. What cannot be written stays, and {@code export_failed} says so. Every
     * process that takes jobs from this store should do so, as one that does not removes without writing. Default: not.
     */
    public BatonBuilder exportFinished(Export to) {
        setup.kept.export(Objects.requireNonNull(to, "to"));
        return this;
    }

    /** Tells this listener what happens. Default: the log alone. */
    public BatonBuilder listener(Listener listener) {
        setup.listeners.add(listener);
        return this;
    }

    /** How payloads and results become JSON. Default: {@link JacksonCodec}. */
    public BatonBuilder codec(PayloadCodec other) {
        setup.codec = Objects.requireNonNull(other, "codec");
        return this;
    }

    /** Where the threads of handlers come from. Default: virtual threads on Java 21 and newer, otherwise a pool. */
    public BatonBuilder threads(ThreadFactory factory) {
        setup.threads = Objects.requireNonNull(factory, "factory");
        return this;
    }

    /** Where jitter comes from, for tests. Default: the system's. */
    public BatonBuilder random(RandomGenerator generator) {
        setup.random = Objects.requireNonNull(generator, "generator");
        return this;
    }

    /** The time that passes while things run, for tests; when jobs are due says the store's clock. Default: the system's. */
    public BatonBuilder timeline(Timeline time) {
        setup.timeline = Objects.requireNonNull(time, "time");
        return this;
    }

    /**
     * Recovers what a dead process left behind, takes the steps of the start-up plan, then begins to take jobs and starts the tasks. If
     * that cannot be done, or a setting is wrong, the store is closed and nothing was served.
     */
    public Baton start() {
        return setup.start();
    }
}
