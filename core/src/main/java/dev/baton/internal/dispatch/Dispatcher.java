package dev.baton.internal.dispatch;

import dev.baton.job.JobId;
import dev.baton.observe.Event;
import dev.baton.observe.Reason;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Ending;
import dev.baton.store.Held;
import dev.baton.store.JobView.Tally;
import dev.baton.store.NodeId;
import dev.baton.store.Progress;
import dev.baton.store.Route;
import dev.baton.store.Switch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Hands claimed jobs to handlers as slots become free, watches their time, and passes on how they ended. A job is held until its
 * end is written down. Handlers begin on threads that {@link #startWaiting} has made. Where those are used for others afterwards
 * it is by their own choice, and {@link Handling} leaves nothing behind on them.
 */
public final class Dispatcher {

    /** What was claimed ahead and could not begin is somebody else's chance. */
    private static final Duration UNSTARTED_MAX = Duration.ofSeconds(1);
    /** How long a handler whose time is over may take to end before it is left alone. */
    private static final Duration LEAVE_AFTER = Duration.ofSeconds(1);

    private static final Duration NO_THREADS_PAUSE = Duration.ofSeconds(1);
    private static final Duration WATCH_EVERY = Duration.ofMillis(500);
    /** Whose time is over sooner than this is watched from its beginning. */
    private static final Duration SHORT = WATCH_EVERY.multipliedBy(2);

    private final Surroundings around;
    private final Registry registry;
    private final Handling handling;
    private final Holdings holdings;
    private volatile long noThreadsUntil;

    /** Runs these handlers, at most so many at once. */
    public Dispatcher(Surroundings around, Registry registry, Handling handling, Limits limits) {
        this.around = around;
        this.registry = registry;
        this.handling = handling;
        this.holdings = new Holdings(new Slots(limits, registry.routes()), limits.total());
        this.noThreadsUntil = around.time().nanos();
    }

    /** What there is room for now; empty if for nothing. */
    public Optional<ClaimRequest> room(NodeId node) {
        boolean threads = around.time().nanos() - noThreadsUntil >= 0;
        Optional<ClaimRequest> room =
                threads ? holdings.room(node, around.time().nanos()) : Optional.empty();
        if (room.isEmpty() && holdings.looked(false)) {
            around.wakes().begin().run();
        }
        return room;
    }

    /** Does what was claimed ahead wait until the store was asked for others? */
    public boolean awaitsClaim() {
        return holdings.isOffered();
    }

    /** What keeps a job like this from being claimed here now. */
    public List<Reason> inTheWay(Route route, Tally tally) {
        return holdings.inTheWay(route, tally);
    }

    /** Takes these on: they begin as slots are free, in this order, those for which one is free at once. */
    public void take(List<Claim> claims, NodeId node) {
        long now = around.time().nanos();
        holdings.looked(!claims.isEmpty());
        holdings.take(claims.stream()
                .map(claim ->
                        new Attempt(claim, node, registry.get(claim.route().type()), around, now))
                .toList());
        startWaiting();
    }

    /** Is this claim known here? */
    public boolean holds(JobId job, long fence) {
        return holdings.find(job, fence).isPresent();
    }

    /** Is nothing held here? */
    public boolean isEmpty() {
        return holdings.isEmpty();
    }

    /** Does it count for a limit of all nodes, which has room for another once the end of this one is written down? */
    public boolean makesRoom(Claim claim) {
        return holdings.isShared(claim.route());
    }

    /** How many handlers run, not counting those that were left alone. */
    public int running() {
        return holdings.running().size();
    }

    /** The end of this attempt is written down. True if one behind it may begin; if its job has not left its lane none may. */
    public boolean recorded(Claim claim, boolean hasLeft) {
        Holdings.Next next = holdings.recorded(claim, hasLeft, around.time().nanos());
        giveBack(next.refused());
        return next.mayBegin();
    }

    /** Begins what waits, as far as slots are free. Answers when to look again, if nothing wakes it first. */
    public Duration startWaiting() {
        for (Attempt next = next(); next != null; next = next()) {
            start(next);
        }
        return UNSTARTED_MAX;
    }

    /** The next that is to begin, if it may and a slot is free: from now on it runs. */
    private @Nullable Attempt next() {
        for (Optional<NodeId> me = around.me().get();
                me.isPresent();
                me = around.me().get()) {
            Attempt next = holdings.begin();
            if (next == null || next.node().equals(me.get())) {
                return next;
            }
            // Claimed under an earlier id of this node: somebody else's by now.
            conclude(next, unstarted(next));
            tellFreed();
        }
        return null;
    }

    private static Ending unstarted(Attempt attempt) {
        return new Ending.Unstarted(attempt.claim().dueAt());
    }

    /** Somebody wants this job cancelled: it does not begin, or is told to end. What is in doubt is asked about first. */
    public void cancel(JobId job, long fence) {
        Optional<Attempt> found = holdings.find(job, fence);
        if (found.isEmpty()) {
            return;
        }
        Attempt attempt = found.get();
        attempt.cancel(around.time().nanos());
        if (!attempt.isInDoubt() && holdings.takeUnstarted(attempt)) {
            endUnstarted(attempt, new Ending.Cancelled());
            tellFreed();
        }
    }

    /** Tells all that run and are not among these to end, as they have lost their jobs. */
    public void tellLost(List<Held> owned) {
        var fences = new HashMap<JobId, Long>();
        owned.forEach(held -> fences.put(held.id(), held.fence()));
        Predicate<Attempt> lost = attempt -> !Long.valueOf(attempt.fence()).equals(fences.get(attempt.id()));
        giveBack(holdings.takeUnstarted(lost));
        giveBack(holdings.takeBehind(lost));
        for (Attempt attempt : holdings.running()) {
            if (lost.test(attempt) && !attempt.isFinishedIn()) {
                attempt.tell(Attempt.Reason.LOST, around.time().nanos());
                giveBack(holdings.lost(attempt));
            }
        }
        holdings.left().stream().filter(lost).forEach(attempt -> giveBack(holdings.lost(attempt)));
    }

    /**
     * Gives back what was claimed ahead and not begun for too long, or is switched off by now. What waits behind another of its lane
     * has time: nobody else could begin it either.
     */
    public void giveBackUnstarted(List<Switch> off) {
        long now = around.time().nanos();
        Predicate<Attempt> isOff = attempt -> off.stream()
                .anyMatch(each ->
                        each.concerns(attempt.claim().route(), attempt.claim().number()));
        giveBack(holdings.takeUnstarted(isOff.or(attempt -> attempt.waited(now).compareTo(UNSTARTED_MAX) >= 0)));
        giveBack(holdings.takeBehind(isOff));
    }

    /** Begins nothing from now on, and gives back all that was not begun. */
    public void stop() {
        giveBack(holdings.stop());
    }

    private void giveBack(List<Attempt> unstarted) {
        unstarted.forEach(attempt -> endUnstarted(attempt, unstarted(attempt)));
    }

    private void endUnstarted(Attempt attempt, Ending ending) {
        if (attempt.end() == Attempt.Phase.OPEN) {
            around.ends().ended(attempt.claim(), ending, Optional.empty(), Duration.ZERO);
        }
    }

    /** Tells every handler to end, as the engine stops. */
    public void interruptAll() {
        holdings.running()
                .forEach(attempt ->
                        attempt.tell(Attempt.Reason.STOPPING, around.time().nanos()));
    }

    /** Leaves every handler alone that has not ended; its job is given back. */
    public void leaveAll() {
        holdings.running().forEach(attempt -> leave(attempt, new Ending.Released()));
    }

    /** How far handlers are, if that changed since the last call. */
    public List<Progress> takeProgress() {
        var taken = new ArrayList<Progress>();
        holdings.running().forEach(attempt -> attempt.takeProgress().ifPresent(taken::add));
        return taken;
    }

    /** Looks after the time of handlers. Answers when to look again. */
    public Duration watch() {
        Duration next = WATCH_EVERY;
        for (Attempt attempt : holdings.running()) {
            Duration untilNext = watch(attempt);
            next = untilNext.compareTo(next) < 0 ? untilNext : next;
        }
        return next;
    }

    /** The time of an attempt is over: it is told; it did not listen: it is left alone. */
    private Duration watch(Attempt attempt) {
        long now = around.time().nanos();
        Duration left = attempt.untilDeadline(now);
        if (left.compareTo(Duration.ZERO) <= 0) {
            attempt.tell(Attempt.Reason.TIMED_OUT, now);
        }
        Attempt.Reason told = attempt.told();
        if (told == null) {
            return left;
        }
        Duration patience = switch (told) {
            case TIMED_OUT, LOST -> LEAVE_AFTER.minus(attempt.sinceTold(now));
            case CANCELLED -> LEAVE_AFTER.plus(left); // it may well be about to end
            case STOPPING -> WATCH_EVERY; // whoever stops decides
        };
        if (patience.compareTo(Duration.ZERO) > 0) {
            return patience;
        }
        leave(attempt, handling.leftAlone(attempt));
        return WATCH_EVERY;
    }

    private void start(Attempt attempt) {
        try {
            around.threads().execute(() -> runFrom(attempt));
        } catch (Throwable noThread) {
            nothingBegins(noThread);
            conclude(attempt, unstarted(attempt));
            tellFreed();
        }
    }

    /**
     * A thread that is used again anyway goes on with what waits, instead of having another one woken for it. If others of its lane
     * wait for its end to be written down, it does that itself.
     */
    private void runFrom(Attempt first) {
        for (Attempt now = first; now != null; ) {
            boolean awaited = run(now);
            if (awaited) {
                around.ends().write();
            }
            now = around.threads().areUsedAgain() ? next() : null;
            if (awaited) {
                startWaiting();
            }
            if (!around.threads().areUsedAgain()) {
                tellFreed();
            } else if (now == null || !awaited) {
                around.wakes().over().run();
            }
        }
    }

    /** Without a pause the job would be claimed again at once, and given back again, for as long as that lasts. */
    private void nothingBegins(Throwable reason) {
        noThreadsUntil = around.time().nanos() + NO_THREADS_PAUSE.toNanos();
        around.events().accept(new Event.StepFailed("dispatch", 1, reason));
    }

    /** Whatever goes wrong, the attempt ends, and its slot is free again. True if others wait for its end to be written down. */
    private boolean run(Attempt attempt) {
        Ending ending = unstarted(attempt);
        boolean awaited = false;
        try {
            if (mayBegin(attempt)) {
                attempt.begin(around.time().nanos(), handling.now());
                if (attempt.timeout().compareTo(SHORT) < 0) {
                    around.wakes().hurry().run();
                }
                tellStarted(attempt);
                ending = handling.run(attempt);
            }
        } catch (Throwable defect) {
            if (attempt.isEntered()) {
                ending = Handling.lastResort(attempt);
            } else {
                nothingBegins(defect);
            }
        } finally {
            awaited = conclude(attempt, ending);
        }
        return awaited;
    }

    /** The whole process may have stood still since a thread was asked for: past its lease the job may be somebody else's. */
    private boolean mayBegin(Attempt attempt) {
        return around.me().get().filter(attempt.node()::equals).isPresent();
    }

    private void tellStarted(Attempt attempt) {
        Claim claim = attempt.claim();
        Route route = claim.route();
        around.events()
                .accept(new Event.JobStarted(
                        claim.id(),
                        route.type(),
                        route.queue(),
                        attempt.attempt(),
                        claim.fence(),
                        handling.waited(claim)));
    }

    /** The end is handed over before the slot is: who sees no handler running finds all ends with those who write them. */
    private boolean conclude(Attempt attempt, Ending ending) {
        long now = around.time().nanos();
        Attempt.Phase before = attempt.end();
        boolean open = before == Attempt.Phase.OPEN;
        boolean leaves = attempt.mayLeaveItsLane(ending);
        boolean awaited = open && leaves && holdings.isAwaited(attempt);
        if (awaited) {
            around.ends().awaited(attempt.claim(), ending, attempt.facts(), attempt.took(now));
        } else if (open || attempt.keepsItsJob()) {
            around.ends().ended(attempt.claim(), ending, attempt.facts(), attempt.took(now));
        }
        if (open) {
            giveBack(holdings.ended(attempt, leaves, now));
        } else {
            giveBack(holdings.returnedLate(attempt));
            Route route = attempt.claim().route();
            around.events()
                    .accept(new Event.HandlerReturnedLate(attempt.id(), route.type(), route.queue(), holdings.stuck()));
        }
        return awaited;
    }

    /**
     * Java has no way to stop it. Its job goes to others; but if it is in a lane, or must not be repeated blindly, it stays the
     * owner for as long as it runs.
     */
    private void leave(Attempt attempt, Ending ending) {
        if (!attempt.leave()) {
            return;
        }
        long now = around.time().nanos();
        if (!attempt.keepsItsJob()) {
            around.ends().ended(attempt.claim(), ending, attempt.facts(), attempt.took(now));
        }
        giveBack(holdings.left(attempt));
        Route route = attempt.claim().route();
        around.events()
                .accept(new Event.HandlerStuck(
                        attempt.id(), route.type(), route.queue(), attempt.sinceTold(now), holdings.stuck()));
        tellFreed();
    }

    private void tellFreed() {
        if (holdings.isAnythingWaiting()) {
            around.wakes().begin().run();
        }
        around.wakes().over().run();
    }
}
