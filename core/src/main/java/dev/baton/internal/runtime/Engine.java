package dev.baton.internal.runtime;

import dev.baton.internal.claim.Claiming;
import dev.baton.internal.dispatch.Dispatcher;
import dev.baton.internal.dispatch.HandlerThreads;
import dev.baton.internal.dispatch.Handling;
import dev.baton.internal.dispatch.Registry;
import dev.baton.internal.finish.Finishing;
import dev.baton.internal.finish.Progressing;
import dev.baton.internal.node.Membership;
import dev.baton.internal.node.Watch;
import dev.baton.internal.recover.Recovering;
import dev.baton.job.JobId;
import dev.baton.observe.Event;
import dev.baton.store.Claim;
import dev.baton.store.JobStore;
import dev.baton.supervise.RestartPolicy;
import dev.baton.supervise.Supervisor;
import dev.baton.supervise.SupervisorBuilder;
import dev.baton.supervise.TaskSpec;
import dev.baton.supervise.Timeline;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The stages in the order of the flow, claim, dispatch, finish, and beside them beat, recover, watch and progress: each a step
 * that a loop of its own takes again and again, kept alive by a supervisor. They meet in the store.
 */
public final class Engine {

    /** How long handlers may take to end once they were interrupted. */
    private static final Duration INTERRUPT_GRACE = Duration.ofSeconds(1);
    /** How long the last ends may take to be written down; what is not is recovered at the next start. */
    private static final Duration FINISH_GRACE = Duration.ofSeconds(5);

    private static final RestartPolicy FOR_EVER =
            RestartPolicy.defaults().unlimited().baseDelay(Duration.ofMillis(50));

    private final JobStore store;
    private final Settings settings;
    private final Consumer<Event> events;
    private final Timeline time;
    private final HandlerThreads threads;
    private final Membership membership;
    private final Watch watch;
    private final Recovering recovering;
    private final Dispatcher dispatcher;
    private final Finishing finishing;
    private final Claiming claiming;
    private final Signal wakeClaim;
    private final Signal wakeFinish;
    private final Signal wakeWatch;
    private final Signal changed;
    private @Nullable Supervisor supervisor;
    private @Nullable AutoCloseable hints;
    private boolean busy;

    /** An engine that has not begun. */
    public Engine(
            JobStore store, Registry registry, Settings settings, Consumer<Event> events, Consumer<List<JobId>> ended) {
        this.store = store;
        this.settings = settings;
        this.events = events;
        this.time = settings.time();
        Settings.Timings timings = settings.timings();
        wakeClaim = new Signal(time);
        wakeFinish = new Signal(time);
        wakeWatch = new Signal(time);
        changed = new Signal(time);
        threads = threads(settings);
        membership = new Membership(
                store, time, UUID::randomUUID, new Membership.Rhythm(timings.heartbeat(), timings.lease()), events);
        watch = new Watch(store, time, timings.lease(), events);
        recovering = new Recovering(store, time, timings.recover(), events);
        finishing = new Finishing(store, events, claims -> recorded(claims, ended), wakeFinish::raise);
        var around =
                new Dispatcher.Surroundings(time, threads, finishing::ended, events, this::freed, wakeWatch::raise);
        var handling = new Handling(store.clock(), settings.random(), settings.codec(), events);
        dispatcher = new Dispatcher(around, registry, handling, settings.limits());
        claiming = new Claiming(store, time, timings.poll(), new Myself(membership), new Hands(dispatcher));
    }

    private static HandlerThreads threads(Settings settings) {
        // As many again for those whose handlers ignore their interrupts, and for those that are just about to be free.
        int most = 3 * settings.limits().total();
        return settings.threads() == null
                ? HandlerThreads.standard(most)
                : HandlerThreads.pool(most, settings.threads());
    }

    /** Recovers what dead nodes held, then begins to take jobs. If it throws, nothing was begun. */
    public void start() {
        membership.join();
        boolean recovered = false;
        try {
            recovering.recoverAll(membership.node());
            recovered = true;
        } finally {
            if (!recovered) {
                quietly(membership::leave);
            }
        }
        hints = store.onWork(wakeClaim::raise);
        SupervisorBuilder loops = Supervisor.builder().restart(FOR_EVER).timeline(time);
        add(loops, "beat", this::beatStep, new Signal(time));
        add(loops, "recover", this::recoverStep, new Signal(time));
        add(loops, "finish", this::finishStep, wakeFinish);
        add(loops, "watch", dispatcher::watch, wakeWatch);
        add(loops, "progress", new Progressing(store, dispatcher::takeProgress)::runOnce, new Signal(time));
        add(loops, "claim", this::claimStep, wakeClaim);
        supervisor = loops.start();
        events.accept(
                new Event.WorkerStarted(membership.node(), settings.limits().total()));
    }

    private void add(SupervisorBuilder loops, String name, Loop.Step step, Signal wake) {
        loops.task(TaskSpec.of(name, () -> new Loop(name, step, wake, events)).mustNotExit());
    }

    /** After a pause of the whole process its jobs wait for nothing but this. */
    private Duration beatStep() {
        boolean trusted = membership.isTrusted();
        Duration next = membership.beat();
        if (!trusted) {
            wakeClaim.raise();
        }
        return next;
    }

    private Duration recoverStep() {
        watch.look(membership.node());
        return recovering.runOnce();
    }

    /** Who waits for the end looks when all of a batch is settled, not while it is. */
    private Duration finishStep() {
        Duration next = finishing.runOnce();
        changed.raise();
        return next;
    }

    private Duration claimStep() {
        Duration next = claiming.runOnce();
        boolean nowBusy = next.isZero() || !dispatcher.isEmpty();
        if (busy && !nowBusy) {
            events.accept(new Event.WorkerIdle(membership.node()));
        }
        busy = nowBusy;
        return next;
    }

    private void freed() {
        wakeClaim.raise();
        changed.raise();
    }

    private void recorded(List<Claim> claims, Consumer<List<JobId>> ended) {
        claims.forEach(dispatcher::recorded);
        ended.accept(claims.stream().map(Claim::id).toList());
    }

    /** Looks for work, and for what is wanted of running jobs, now. */
    public void wake() {
        wakeClaim.raise();
    }

    /** How many handlers run here. */
    public int running() {
        return dispatcher.running();
    }

    /**
     * Stop claiming, let handlers end, interrupt those that do not, give back what is left, write down the last ends, leave.
     * In this order, and each for a limited time.
     */
    public void stop() {
        claiming.stop();
        events.accept(new Event.WorkerStopping(membership.node(), dispatcher.running()));
        dispatcher.giveBackUnstarted();
        if (!awaits(() -> dispatcher.running() == 0, settings.timings().grace())) {
            dispatcher.interruptAll();
            if (!awaits(() -> dispatcher.running() == 0, INTERRUPT_GRACE)) {
                dispatcher.leaveAll();
            }
        }
        boolean written = awaits(finishing::isEmpty, FINISH_GRACE);
        if (supervisor != null) {
            supervisor.close();
        }
        threads.close();
        if (hints != null) {
            quietly(hints::close);
        }
        quietly(membership::leave);
        if (!written) {
            events.accept(new Event.RecoveryError(
                    "the last ends", "They could not be written down; their jobs are recovered at the next start."));
        }
        events.accept(new Event.WorkerStopped(membership.node()));
    }

    private boolean awaits(BooleanSupplier condition, Duration atMost) {
        long began = time.nanos();
        boolean interrupted = false;
        try {
            while (!condition.getAsBoolean()) {
                Duration left = atMost.minusNanos(time.nanos() - began);
                if (interrupted || left.isNegative() || left.isZero()) {
                    return false;
                }
                try {
                    changed.await(left);
                } catch (InterruptedException hurry) {
                    // Who closes is told to hurry: what follows is done, but nobody is waited for.
                    interrupted = true;
                }
            }
            return true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Something to be closed. */
    private interface Closing {
        void close() throws Exception;
    }

    private void quietly(Closing closing) {
        try {
            closing.close();
        } catch (Exception e) {
            events.accept(new Event.StepFailed("stop", 1, e));
        }
    }
}
