package dev.baton.internal.runtime;

import dev.baton.internal.dispatch.Dispatcher;
import dev.baton.internal.dispatch.Registry;
import dev.baton.internal.drain.Draining;
import dev.baton.internal.fault.FaultPoint;
import dev.baton.internal.finish.Finishing;
import dev.baton.internal.node.Membership;
import dev.baton.internal.singleton.Singletons;
import dev.baton.job.JobId;
import dev.baton.observe.Event;
import dev.baton.observe.Reason;
import dev.baton.store.JobStore;
import dev.baton.store.JobView;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.supervise.RestartPolicy;
import dev.baton.supervise.Supervisor;
import dev.baton.supervise.SupervisorBuilder;
import dev.baton.supervise.SupervisorEvent;
import dev.baton.supervise.TaskSpec;
import dev.baton.supervise.Timeline;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The stages, each on a loop of its own that takes its step again and again, kept alive by a supervisor. */
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
    private final Stages stages;
    private final Membership membership;
    private final Dispatcher dispatcher;
    private final Finishing finishing;
    private @Nullable Supervisor supervisor;
    private @Nullable AutoCloseable hints;
    private final Consumer<Throwable> broken;
    private volatile boolean leaving;

    /**
     * An engine that has not begun.
     *
     * @param ended who is told which jobs ended here
     * @param broken who is told if all of it ends though nobody stopped it
     */
    public Engine(
            JobStore store,
            Registry registry,
            Settings settings,
            Consumer<Event> events,
            Consumer<List<JobId>> ended,
            Consumer<Throwable> broken) {
        this.broken = broken;
        this.store = store;
        this.settings = settings;
        this.events = events;
        this.time = settings.time();
        stages = new Stages(store, registry, settings, UUID::randomUUID, events, ended);
        membership = stages.membership();
        dispatcher = stages.dispatcher();
        finishing = stages.finishing();
    }

    /** Has these followed when all their work is done. Before the start. */
    public void watch(List<Draining.Hook> hooks, Consumer<NewJob> added) {
        stages.watch(hooks, added);
    }

    /** Recovers what dead nodes held, then begins to take jobs. If it throws, nothing was begun. */
    public void start() {
        stages.join();
        boolean begun = false;
        try {
            FaultPoint.BOOT_AFTER_JOIN.hit();
            stages.recover();
            FaultPoint.BOOT_AFTER_RECOVER.hit();
            hints = store.onWork(stages::storeHint);
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
        SupervisorBuilder loops =
                Supervisor.builder().restart(FOR_EVER).timeline(time).listener(this::tellIfBroken);
        stages.all()
                .forEach(stage -> loops.task(
                        TaskSpec.of(stage.name(), () -> new Loop(stage, events)).mustNotExit()));
        return loops;
    }

    private void tellIfBroken(SupervisorEvent event) {
        if (event instanceof SupervisorEvent.SupervisorBroken breakDown && !leaving) {
            broken.accept(breakDown.failure());
        }
    }

    /** Does every loop make progress? */
    public boolean isLive() {
        return !stages.isAnyStuck();
    }

    /** Tasks that run on one node at a time. */
    public Singletons singletons() {
        return stages.singletons();
    }

    /** Takes none but these jobs from now on. */
    public void admit(Collection<JobId> jobs) {
        stages.admission().only(jobs);
        stages.hint();
    }

    /** Takes all jobs from now on. */
    public void admitAll() {
        stages.admission().all();
        stages.hint();
    }

    /** Looks for work, and for what is wanted of running jobs, now. */
    public void wake() {
        stages.wake();
    }

    /** Looks for schedules that are due, now. */
    public void wakeSchedules() {
        stages.scheduleHint();
    }

    /** What keeps a job that is taken here from being claimed now. */
    public List<Reason> inTheWay(JobView job) {
        return stages.inTheWay(job);
    }

    /** What the limits of all nodes are about that are said here. */
    Set<String> limitNames() {
        return stages.limitNames();
    }

    /** Who this process is now. */
    public NodeId node() {
        return membership.node();
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
        boolean claimed = stages.claiming().stop(CLAIM_GRACE);
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
        FaultPoint.STOP_AFTER_GRACE.hit();
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
            stages.changed().await(left);
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
                stages.changed().await(left);
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
        leaving = true;
        if (supervisor != null) {
            supervisor.close();
        }
        settings.threads().close();
        if (hints != null) {
            AutoCloseable registered = hints;
            Bounded.run("leave", LEAVE_GRACE, registered::close, events);
        }
        Bounded.run("leave", LEAVE_GRACE, membership::leave, events);
    }
}
