package dev.baton.internal.claim;

import dev.baton.job.JobId;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Claimed;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.Held;
import dev.baton.store.JobStore;
import dev.baton.store.KeyCursor;
import dev.baton.store.NodeId;
import dev.baton.store.Switch;
import dev.baton.supervise.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Takes jobs that are due, as many as there is room for, and hands them on. Between claims it compares what the store says this
 * node holds with what is known here: that is how cancellations and pauses arrive, how a handler learns that it lost its job,
 * and how a claim whose answer was lost is given back.
 */
public final class Claiming {

    private static final Duration AUDIT_EVERY = Duration.ofMillis(250);
    /** While something is held, somebody may want it cancelled. */
    private static final Duration LONGEST_WHILE_BUSY = Duration.ofMillis(500);

    private final JobStore store;
    private final Timeline time;
    private final Duration poll;
    private final Node node;
    private final Hands hands;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile boolean stopped;
    private volatile boolean auditWanted;
    private volatile boolean leavesMore = true;
    private boolean answerLost;
    private KeyCursor keys = KeyCursor.START;
    private long lastAudit;

    /** Who claims. */
    public interface Node {
        /** Its id now. */
        NodeId id();

        /** May it claim? */
        boolean isTrusted();

        /** If there, it claims nothing but these. */
        Optional<Set<JobId>> only();
    }

    /** Where claimed jobs go. */
    public interface Hands {
        /** What there is room for now; empty if for nothing. */
        Optional<ClaimRequest> room(NodeId node);

        /** Takes these on. */
        void take(List<Claim> claims, NodeId node);

        /** These limits had no room for more, each so often as there were keys without. */
        default void keptWaiting(Map<String, Integer> limits) {}

        /** Is this claim known here? */
        boolean holds(JobId job, long fence);

        /** Is nothing held here? */
        boolean isEmpty();

        /** Somebody wants this job cancelled. */
        void cancel(JobId job, long fence);

        /** This is all that the node still owns: what runs here and is not among it has been lost. */
        void owned(List<Held> all);

        /** Gives back what was not begun for too long, or is switched off by one of these. */
        void giveBackUnstarted(List<Switch> off);
    }

    /** Looks at least this often, whether or not there is a hint. */
    public Claiming(JobStore store, Timeline time, Duration poll, Node node, Hands hands) {
        this.store = store;
        this.time = time;
        this.poll = poll;
        this.node = node;
        this.hands = hands;
        this.lastAudit = time.nanos();
    }

    /** Claims once. Answers when to look again, if no hint comes first. */
    public Duration runOnce() {
        lock.lock();
        try {
            auditIfDue();
            Duration next = !stopped && node.isTrusted() ? claim() : poll;
            return !hands.isEmpty() && next.compareTo(LONGEST_WHILE_BUSY) > 0 ? LONGEST_WHILE_BUSY : next;
        } finally {
            lock.unlock();
        }
    }

    /** Claims for somebody else than the hands, who has taken what there was when this returns. */
    public void claim(Function<NodeId, ClaimRequest> wanted, Consumer<List<Claim>> taker) {
        lock.lock();
        try {
            if (!stopped && node.isTrusted()) {
                boolean lostBefore = answerLost;
                answerLost = true;
                Claimed claimed =
                        store.claim(wanted.apply(node.id()), store.clock().instant());
                taker.accept(claimed.claims());
                answerLost = lostBefore;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Somebody asked for something that may concern what is held here: look at the next step. */
    public void auditSoon() {
        auditWanted = true;
    }

    /** May something be due for which the last claim had no room? True while one is under way: it may not see what becomes free now. */
    public boolean leavesMore() {
        return leavesMore;
    }

    /**
     * No claim follows, and when this answers true none is under way. False if that takes longer: then what it gets is recovered
     * when the node has left.
     */
    public boolean stop(Duration atMost) {
        stopped = true;
        try {
            if (lock.tryLock(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
                lock.unlock();
                return true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    private Duration claim() {
        leavesMore = true;
        Optional<Set<JobId>> only = node.only();
        Optional<ClaimRequest> room = hands.room(node.id());
        Optional<ClaimRequest> request = only.isPresent() ? room.map(everything -> everything.only(only.get())) : room;
        if (request.isEmpty() || only.filter(Set::isEmpty).isPresent()) {
            return poll;
        }
        Instant now = store.clock().instant();
        // Until they are in somebody's hands: whatever goes wrong on the way, the next step looks for what was claimed.
        answerLost = true;
        Claimed claimed = store.claim(request.get().from(keys), now);
        hands.take(claimed.claims(), request.get().node());
        answerLost = false;
        keys = claimed.kept().next();
        hands.keptWaiting(claimed.kept().full());
        boolean isOpen = request.get().routes().keySet().stream().allMatch(request.get()::isOpen);
        leavesMore = !isOpen
                || only.isPresent()
                || claimed.nextDue().filter(due -> !due.isAfter(now)).isPresent();
        Duration untilDue =
                claimed.nextDue().map(due -> Duration.between(now, due)).orElse(poll);
        if (claimed.claims().isEmpty() && untilDue.compareTo(Duration.ZERO) <= 0) {
            return poll;
        }
        return untilDue.compareTo(poll) < 0 ? untilDue : poll;
    }

    private void auditIfDue() {
        boolean due = auditWanted || time.nanos() - lastAudit >= AUDIT_EVERY.toNanos();
        if (answerLost || due) {
            auditWanted = false;
            audit();
            answerLost = false;
            lastAudit = time.nanos();
        }
    }

    /**
     * Nothing is claimed meanwhile, so what is not known here is known to nobody. Who holds nothing looks, too: a commit whose answer
     * was lost may take effect long after that.
     */
    private void audit() {
        var unknown = new ArrayList<Finish>();
        Instant now = store.clock().instant();
        List<Held> all = store.heldBy(node.id());
        for (Held held : all) {
            if (!hands.holds(held.id(), held.fence())) {
                unknown.add(new Finish(held.id(), held.fence(), new Ending.Unstarted(now)));
            } else if (held.cancelWanted()) {
                hands.cancel(held.id(), held.fence());
            }
        }
        hands.owned(all);
        if (!hands.isEmpty()) {
            hands.giveBackUnstarted(store.switches());
        }
        if (!unknown.isEmpty()) {
            store.finish(unknown, now);
        }
    }
}
