package dev.baton.internal.runtime;

import dev.baton.internal.claim.Claiming;
import dev.baton.internal.dispatch.Dispatcher;
import dev.baton.internal.dispatch.HandlerThreads;
import dev.baton.internal.dispatch.Handling;
import dev.baton.internal.dispatch.Keeping;
import dev.baton.internal.dispatch.Registry;
import dev.baton.internal.finish.Finishing;
import dev.baton.internal.finish.Progressing;
import dev.baton.internal.node.Membership;
import dev.baton.internal.node.Watch;
import dev.baton.internal.prune.Pruning;
import dev.baton.internal.recover.Recovering;
import dev.baton.job.JobId;
import dev.baton.observe.Event;
import dev.baton.observe.Reason;
import dev.baton.store.Claim;
import dev.baton.store.JobStore;
import dev.baton.store.JobView;
import dev.baton.store.NodeId;
import dev.baton.supervise.RestartPolicy;
import dev.baton.supervise.Supervisor;
import dev.baton.supervise.SupervisorBuilder;
import dev.baton.supervise.TaskSpec;
import dev.baton.supervise.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The stages in the order of the flow, claim, dispatch, finish, and beside them beat, recover, watch, progress and prune: each a step
 * that a loop of its own takes again and again, kept alive by a supervisor. They meet in the store.
 */
public final class Engine {

    /** How long a claim that is under way may take; what it gets after that is recovered. */
    private static final Duration CLAIM_GRACE = Duration.ofSeconds(5);
    /** How long handlers may take to end once they were interrupted. */
    private static final Duration INTERRUPT_GRACE = Duration.ofSeconds(1);

    private static final Duration LEAVE_GRACE = Duration.ofSeconds(5);
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
    private final Pruning pruning;
    private final Dispatcher dispatcher;
    private final Finishing finishing;
    private final Claiming claiming;
    private final Signal wakeClaim;
    private final Signal wakeDispatch;
    private final Signal wakeFinish;
    private final Signal wakeWatch;
    private final Signal changed;
    private final List<Pulse> pulses = new ArrayList<>();
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
        wakeDispatch = new Signal(time);
        wakeFinish = new Signal(time);
        wakeWatch = new Signal(time);
        changed = new Signal(time);
        threads = settings.threads() == null ? HandlerThreads.standard() : HandlerThreads.pool(settings.threads());
        var rhythm = new Membership.Rhythm(timings.heartbeat(), timings.lease());
        membership = new Membership(
                store, time, UUID::randomUUID, rhythm, registry.routes().keySet(), events);
        watch = new Watch(store, time, timings.lease(), events);
        recovering = new Recovering(store, time, timings.recover(), events, registry::blocksLanes);
        Settings.Retention retention = timings.retention();
        pruning = new Pruning(store, retention.keep(), retention.every(), events);
        finishing = new Finishing(
                store, time, events, registry::blocksLanes, claims -> recorded(claims, ended), wakeFinish::raise);
        var wakes = new Dispatcher.Wakes(wakeDispatch::raise, wakeWatch::raise, this::over);
        var writers = new Dispatcher.Writers(finishing::ended, new Keeping(store, settings.codec()));
        var around = new Dispatcher.Surroundings(time, threads, writers, events, this::meIfTrusted, wakes);
        var handling = new Handling(store.clock(), settings.random(), settings.codec(), events);
        dispatcher = new Dispatcher(around, registry, handling, settings.limits());
        claiming = new Claiming(store, time, timings.poll(), new Myself(membership), new Hands(dispatcher));
    }

    /** Recovers what dead nodes held, then begins to take jobs. If it throws, nothing was begun. */
    public void start() {
        membership.join();
        boolean begun = false;
        try {
            recovering.recoverAll(membership.node());
            hints = store.onWork(wakeClaim::raise);
            SupervisorBuilder loops = loops();
            events.accept(
                    new Event.WorkerStarted(membership.node(), settings.limits().total()));
            supervisor = loops.start();
            begun = true;
        } finally {
            if (!begun) {
                leave();
            }
        }
    }

    private SupervisorBuilder loops() {
        SupervisorBuilder loops = Supervisor.builder().restart(FOR_EVER).timeline(time);
        add(loops, "beat", this::beatStep, new Signal(time));
        add(loops, "recover", this::recoverStep, new Signal(time));
        add(loops, "finish", this::finishStep, wakeFinish);
        add(loops, "watch", dispatcher::watch, wakeWatch);
        add(loops, "progress", new Progressing(store, dispatcher::takeProgress)::runOnce, new Signal(time));
        add(loops, "prune", pruning::runOnce, new Signal(time));
        add(loops, "dispatch", dispatcher::startWaiting, wakeDispatch);
        add(loops, "claim", this::claimStep, wakeClaim);
        return loops;
    }

    private void add(SupervisorBuilder loops, String name, Loop.Step step, Signal wake) {
        var pulse = new Pulse(time);
        pulses.add(pulse);
        loops.task(TaskSpec.of(name, () -> new Loop(name, step, wake, pulse, events))
                .mustNotExit());
    }

    /**
     * A node beats while its loops make progress: if one of them is stuck, others may have its jobs. After a pause of the whole
     * process its jobs wait for nothing but this.
     */
    private Duration beatStep() {
        if (pulses.stream()
                .anyMatch(pulse -> pulse.isStuckFor(settings.timings().lease()))) {
            throw new IllegalStateException(
                    "A step has not ended for a whole lease, so this node no longer says it lives");
        }
        boolean trusted = membership.isTrusted();
        Duration next = membership.beat();
        if (!trusted) {
            wakeClaim.raise();
            wakeDispatch.raise();
        }
        return next;
    }

    /** Often enough to see every node for a whole lease without a gap. */
    private Duration recoverStep() {
        watch.look(membership.node());
        Duration next = recovering.runOnce();
        Duration look = settings.timings().lease().dividedBy(4);
        return next.compareTo(look) < 0 ? next : look;
    }

    private Optional<NodeId> meIfTrusted() {
        NodeId me = membership.node();
        return membership.isTrusted() ? Optional.of(me) : Optional.empty();
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

    private void over() {
        wakeClaim.raise();
        changed.raise();
    }

    private void recorded(List<Claim> claims, Consumer<List<JobId>> ended) {
        claims.forEach(dispatcher::recorded);
        ended.accept(claims.stream().map(Claim::id).toList());
    }

    /** Looks for work, and for what is wanted of running jobs, now. */
    public void wake() {
        claiming.auditSoon();
        wakeClaim.raise();
    }

    /** What keeps a job that is taken here from being claimed now. */
    public List<Reason> inTheWay(JobView job) {
        return dispatcher.inTheWay(job.route(), job.standing().tally());
    }

    /** How many handlers run here. */
    public int running() {
        return dispatcher.running();
    }

    /**
     * Stop claiming, let handlers end, interrupt those that do not, give back what is left, write down the last ends, leave.
     * In this order, and each for a limited time. Interrupted, it interrupts the handlers at once; the rest is as important then.
     */
    public void stop() {
        boolean hurry = Thread.interrupted();
        boolean claimed = claiming.stop(CLAIM_GRACE);
        events.accept(new Event.WorkerStopping(membership.node(), dispatcher.running()));
        dispatcher.stop();
        Duration grace = hurry ? Duration.ZERO : settings.timings().grace();
        try {
            awaitNoHandler(grace);
        } catch (InterruptedException e) {
            hurry = true;
        }
        if (dispatcher.running() > 0) {
            dispatcher.interruptAll();
            if (!awaits(() -> dispatcher.running() == 0, INTERRUPT_GRACE)) {
                dispatcher.leaveAll();
            }
        }
        finishing.hurry();
        boolean written = awaits(finishing::isEmpty, FINISH_GRACE);
        leave();
        if (!written || !claimed) {
            events.accept(new Event.RecoveryError(
                    "the last jobs", "The store did not answer in time; they are recovered at the next start."));
        }
        events.accept(new Event.WorkerStopped(membership.node()));
        if (hurry) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitNoHandler(Duration atMost) throws InterruptedException {
        long began = time.nanos();
        for (Duration left = atMost; dispatcher.running() > 0 && !left.isNegative() && !left.isZero(); ) {
            changed.await(left);
            left = atMost.minusNanos(time.nanos() - began);
        }
    }

    /** Waits whatever anybody says, but not for long. */
    private boolean awaits(BooleanSupplier condition, Duration atMost) {
        long began = time.nanos();
        boolean interrupted = false;
        while (!condition.getAsBoolean()) {
            Duration left = atMost.minusNanos(time.nanos() - began);
            if (left.isNegative() || left.isZero()) {
                break;
            }
            try {
                changed.await(left);
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return condition.getAsBoolean();
    }

    /** The last word. A store that does not answer is not waited for for ever: then others find this node silent. */
    private void leave() {
        if (supervisor != null) {
            supervisor.close();
        }
        threads.close();
        if (hints != null) {
            AutoCloseable registered = hints;
            Bounded.run("leave", LEAVE_GRACE, registered::close, events);
        }
        Bounded.run("leave", LEAVE_GRACE, membership::leave, events);
    }
}
