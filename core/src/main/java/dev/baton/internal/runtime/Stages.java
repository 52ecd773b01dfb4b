package dev.baton.internal.runtime;

import dev.baton.internal.circuit.Circuits;
import dev.baton.internal.claim.Claiming;
import dev.baton.internal.dispatch.Dispatcher;
import dev.baton.internal.dispatch.Handling;
import dev.baton.internal.dispatch.Keeping;
import dev.baton.internal.dispatch.Registry;
import dev.baton.internal.dispatch.Surroundings;
import dev.baton.internal.drain.Draining;
import dev.baton.internal.finish.Finishing;
import dev.baton.internal.finish.Progressing;
import dev.baton.internal.node.Membership;
import dev.baton.internal.node.Watch;
import dev.baton.internal.prune.Pruning;
import dev.baton.internal.recover.Recovering;
import dev.baton.internal.schedule.Scheduling;
import dev.baton.internal.singleton.Singletons;
import dev.baton.job.JobId;
import dev.baton.job.JobIds;
import dev.baton.observe.Event;
import dev.baton.observe.Reason;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.JobStore;
import dev.baton.store.JobView;
import dev.baton.store.Limit;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.Route;
import dev.baton.supervise.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The stages in the order of the flow, claim, dispatch, finish, and beside them beat, recover, watch, progress, schedule and prune:
 * each a step, and they meet in the store. The engine takes each step on a loop of its own; a simulation takes them one by one.
 */
final class Stages {

    private final JobStore store;
    private final Settings settings;
    private final Consumer<Event> events;
    private final Timeline time;
    private final Membership membership;
    private final Watch watch;
    private final Recovering recovering;
    private final Dispatcher dispatcher;
    private final Finishing finishing;
    private final Claiming claiming;
    private final Admission admission = new Admission();
    private final Singletons singletons;
    private final Circuits circuits;
    private final Signal wakeClaim;
    private final Signal wakeDispatch;
    private final Signal wakeFinish;
    private final Signal wakeWatch;
    private final Signal wakeDrain;
    private final Signal wakeSchedule;
    private final Signal changed;
    private final List<Stage> all = new ArrayList<>();
    /** Of the handler that writes ends down itself, if one does. */
    private final Pulse handlersPulse;

    /** Who looks whether all is done; nobody, if nothing follows then. */
    private volatile @Nullable Draining draining;

    private boolean busy;
    /** The store has said that there may be something to claim. */
    private volatile boolean woken;
    /** Somebody waited for an end that is written down by now. */
    private volatile boolean followersMayBegin;
    /** Somebody has become free since who claims was woken for the ends that are being written. */
    private volatile boolean slotsFreed;

    /** Stages that have not begun; who this process is among the nodes of its store says the supplier. */
    Stages(
            JobStore store,
            Registry registry,
            Settings settings,
            Supplier<UUID> nodeIds,
            Consumer<Event> events,
            Consumer<List<JobId>> ended) {
        this.store = store;
        this.settings = settings;
        this.time = settings.time();
        circuits = new Circuits(registry.pauses(), time, events);
        Consumer<Event> heard = events.andThen(circuits::heard);
        this.events = heard;
        handlersPulse = new Pulse(time);
        Settings.Timings timings = settings.timings();
        wakeClaim = new Signal(time);
        wakeDispatch = new Signal(time);
        wakeFinish = new Signal(time);
        wakeWatch = new Signal(time);
        wakeDrain = new Signal(time);
        wakeSchedule = new Signal(time);
        changed = new Signal(time);
        var rhythm = new Membership.Rhythm(timings.heartbeat(), timings.lease());
        Set<Route> serves = settings.limits().serves(registry.routes().keySet());
        membership = new Membership(store, time, nodeIds, rhythm, serves, heard);
        watch = new Watch(store, time, timings.lease(), heard);
        recovering = new Recovering(store, time, timings.recover(), heard, registry::blocksLanes);
        finishing = new Finishing(
                store, time, heard, registry::blocksLanes, written -> recorded(written, ended), wakeFinish::raise);
        var wakes = new Surroundings.Wakes(wakeDispatch::raise, wakeWatch::raise, this::over);
        var writers = new Surroundings.Writers(
                new Handed(finishing, this::writeHere), new Keeping(store, settings.codec(), membership::isHeardOf));
        var around = new Surroundings(time, settings.threads(), writers, heard, this::meIfTrusted, wakes);
        var handling = new Handling(store.clock(), settings.random(), settings.codec(), heard);
        dispatcher = new Dispatcher(around, registry, handling, settings.limits());
        var ids = new JobIds(store.clock(), settings.random());
        singletons = new Singletons(store, ids::next, timings.recover(), this::claimFor, heard);
        claiming = new Claiming(
                store,
                time,
                timings.poll(),
                new Myself(membership, admission),
                new Hands(dispatcher, singletons, circuits, this::taken, this::full));
        addAll(registry);
    }

    private void addAll(Registry registry) {
        Settings.Retention retention = settings.timings().retention();
        var pruning = new Pruning(store, retention.keep(), retention.export(), events);
        add("beat", this::beatStep, new Signal(time));
        add("recover", this::recoverStep, new Signal(time));
        add("finish", this::finishStep, wakeFinish);
        add("watch", this::watchStep, wakeWatch);
        add("progress", new Progressing(store, dispatcher::takeProgress)::runOnce, new Signal(time));
        add("prune", pruning::runOnce, new Signal(time));
        registry.beside().ifPresent(beside -> {
            var wake = new Signal(time);
            beside.wakeBy().accept(wake::raise);
            add("parts", beside.step()::get, wake);
        });
        var ids = new JobIds(store.clock(), settings.random());
        add("schedule", new Scheduling(store, ids::next, events)::runOnce, wakeSchedule);
        add("dispatch", dispatcher::startWaiting, wakeDispatch);
        add("claim", this::claimStep, wakeClaim);
    }

    /** Has these looked at, too. Before the first step. */
    void watch(List<Draining.Hook> hooks, Consumer<NewJob> added) {
        var stage = new Draining(store, time, hooks, added);
        add("drain", stage::runOnce, wakeDrain);
        draining = stage;
    }

    private void add(String name, Stage.Step step, Signal wake) {
        all.add(new Stage(name, step, wake, new Pulse(time)));
    }

    /** All of them, those that keep this node alive first. */
    List<Stage> all() {
        return all;
    }

    Membership membership() {
        return membership;
    }

    Dispatcher dispatcher() {
        return dispatcher;
    }

    Finishing finishing() {
        return finishing;
    }

    Claiming claiming() {
        return claiming;
    }

    /** Tasks that run on one node at a time. */
    Singletons singletons() {
        return singletons;
    }

    /** What keeps a job that is taken here from being claimed now. */
    List<Reason> inTheWay(JobView job) {
        var reasons = new ArrayList<Reason>();
        circuits.inTheWay(job.route().type()).ifPresent(reasons::add);
        reasons.addAll(dispatcher.inTheWay(job.route().plain(), job.standing().tally()));
        return reasons;
    }

    Set<String> limitNames() {
        return settings.limits().names();
    }

    /** What may be claimed. */
    Admission admission() {
        return admission;
    }

    /** Is raised when something was written down, or is over. */
    Signal changed() {
        return changed;
    }

    /** Becomes a node, and says what all nodes are kept to. Then comes {@link #recover}. */
    void join() {
        List<Limit> limits = settings.limits().shared();
        if (!limits.isEmpty()) {
            store.limits().declare(limits, store.clock().instant());
        }
        membership.join();
    }

    /** Recovers what dead nodes held. No step may be taken before. */
    void recover() {
        recovering.recoverAll(membership.node());
    }

    /** There may be something to claim. */
    void hint() {
        wakeClaim.raise();
    }

    /** The store says that there may be something to claim. */
    void storeHint() {
        woken = true;
        wakeClaim.raise();
    }

    /** There may be a schedule that is due sooner. */
    void scheduleHint() {
        wakeSchedule.raise();
    }

    /** Looks for work, and for what is wanted of running jobs, now. */
    void wake() {
        claiming.auditSoon();
        wakeClaim.raise();
    }

    /**
     * A node beats while its loops make progress: if one of them is stuck, others may have its jobs. After a pause of the whole
     * process its jobs wait for nothing but this.
     */
    private Duration beatStep() {
        if (isAnyStuck()) {
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

    /** Has a step not ended for a whole lease? */
    boolean isAnyStuck() {
        Duration lease = settings.timings().lease();
        return handlersPulse.isStuckFor(lease, store::isKeptWaiting)
                || all.stream().anyMatch(stage -> stage.pulse().isStuckFor(lease, store::isKeptWaiting));
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

    /**
     * Who claims is woken when ends are about to be written, so that a store with one writer makes one transaction of both; unless nobody
     * waits for a slot: what an end makes ready the store tells. Who waits for the end looks when all of a batch is settled, not
     * while it is.
     */
    private Duration finishStep() {
        if (!finishing.isEmpty() && claiming.leavesMore()) {
            slotsFreed = false;
            wakeClaim.raise();
        }
        Duration next = finishing.runOnce();
        if (followersMayBegin) {
            followersMayBegin = false;
            dispatcher.startWaiting();
        }
        if (slotsFreed) {
            wakeClaim.raise();
        }
        changed.raise();
        return next;
    }

    /** The same on the thread of a handler behind which others of its lane wait; its slot is theirs, so nobody claims for it. */
    private void writeHere() {
        finishing.writeHere(handlersPulse::stepBegins, handlersPulse::stepEnded);
        changed.raise();
    }

    private void claimFor(Function<NodeId, ClaimRequest> wanted, Consumer<List<Claim>> taker) {
        claiming.claim(wanted, taker);
    }

    /** Past its lease a node may not be the owner of anything any more; handlers may finish, as the fence decides. */
    private Duration watchStep() {
        if (!membership.isTrusted()) {
            singletons.stopAll();
        }
        return dispatcher.watch();
    }

    private Duration claimStep() {
        if (woken) {
            woken = false;
            events.accept(new Event.WorkerWoken(membership.node()));
        }
        Duration next = claiming.runOnce();
        boolean nowBusy = next.isZero() || !dispatcher.isEmpty();
        if (busy && !nowBusy) {
            events.accept(new Event.WorkerIdle(membership.node()));
        }
        busy = nowBusy;
        return next;
    }

    private void taken(List<Claim> claims) {
        busy = true;
        Set<String> types = claims.stream().map(claim -> claim.route().type()).collect(Collectors.toUnmodifiableSet());
        long fence = claims.get(0).fence();
        events.accept(new Event.JobsClaimed(membership.node(), fence, claims.size(), types));
    }

    private void full(Map<String, Integer> limits) {
        events.accept(new Event.LimitsFull(membership.node(), limits));
    }

    /**
     * If somebody waits for a slot: an end that is on its way wakes who claims when it is about to be written, and if that was too soon,
     * afterwards.
     */
    private void over() {
        if (claiming.leavesMore() || dispatcher.awaitsClaim()) {
            slotsFreed = true;
            if (finishing.isEmpty()) {
                wakeClaim.raise();
            }
        }
        changed.raise();
    }

    /** What counts for a limit of all nodes makes room there when its end is written down, and no sooner. */
    private void recorded(List<Finishing.Recorded> written, Consumer<List<JobId>> ended) {
        for (Finishing.Recorded each : written) {
            if (dispatcher.recorded(each.claim(), each.over())) {
                followersMayBegin = true;
            }
            if (dispatcher.makesRoom(each.claim())) {
                wakeClaim.raise();
            }
        }
        ended.accept(written.stream().map(each -> each.claim().id()).toList());
        Draining watching = draining;
        if (watching != null
                && written.stream()
                        .anyMatch(each -> watching.ended(each.claim().route().type()))) {
            wakeDrain.raise();
        }
    }
}
