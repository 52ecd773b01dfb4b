package dev.baton.store.memory;

import dev.baton.job.CrashPolicy;
import dev.baton.job.JobId;
import dev.baton.job.KeyScope;
import dev.baton.job.Turn;
import dev.baton.store.ActionView;
import dev.baton.store.AttemptView;
import dev.baton.store.Bucket;
import dev.baton.store.Cursor;
import dev.baton.store.JobView.Tally;
import dev.baton.store.Limit;
import dev.baton.store.LimitKey;
import dev.baton.store.NodeId;
import dev.baton.store.Payload;
import dev.baton.store.Progress;
import dev.baton.store.Route;
import dev.baton.store.ScheduleView;
import dev.baton.store.Switch;
import dev.baton.store.Terms;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The rows, as the SQL stores have them. Every change goes through here, so that a transaction can be taken back. */
final class Tables {

    /** What a job is; written once, but for its data, which may be removed. */
    record JobRow(JobId id, Route route, Payload payload, int priority, Instant createdAt, Ties ties) {
        /** Its place in the order of its lane, if it is in one. */
        Optional<Turn> turn() {
            return ties.number().filter(number -> !ties.numberedOnly());
        }

        /** The lane that numbers it. */
        Optional<String> lane() {
            return ties.number().map(Turn::lane);
        }
    }

    /** What binds a job to others: its lane, which orders it or not, the one it replaces, and the evidence of what happens to it. */
    record Ties(Optional<Turn> number, boolean numberedOnly, Optional<JobId> replaces, boolean witnessed) {}

    /**
     * A job that waits.
     *
     * @param ready may be claimed, once it is due
     * @param behind waits for its key
     * @param retrying was tried before
     */
    record PendingRow(Tally tally, Instant dueAt, boolean ready, boolean behind, boolean retrying, Flags flags) {

        /** To be tried for the first time, or afresh. */
        static PendingRow fresh(Tally tally, Instant dueAt) {
            return new PendingRow(tally, dueAt, true, false, false, Flags.NONE);
        }

        PendingRow dueAt(Instant other) {
            return new PendingRow(tally, other, ready, behind, retrying, flags);
        }

        PendingRow ready(boolean now) {
            return new PendingRow(tally, dueAt, now, behind, retrying, flags);
        }

        PendingRow behind(boolean now) {
            return new PendingRow(tally, dueAt, !now, now, retrying, flags);
        }

        PendingRow afterAttempt() {
            return new PendingRow(tally, dueAt, ready, behind, true, flags);
        }

        PendingRow with(Flags other) {
            return new PendingRow(tally, dueAt, ready, behind, retrying, other);
        }
    }

    /** A job in the hands of a node, on these terms. */
    record RunningRow(Tally tally, Grip grip, Terms terms, Flags flags, Progress.@Nullable Mark progress) {
        RunningRow with(Flags other) {
            return new RunningRow(tally, grip, terms, other, progress);
        }

        RunningRow progress(Progress.Mark mark) {
            return new RunningRow(tally, grip, terms, flags, mark);
        }
    }

    /**
     * What is open about a job.
     *
     * @param cancelWanted somebody wants it cancelled
     * @param doubt the fence of the first attempt of which nobody knows the end; 0 if there is none
     */
    record Flags(boolean cancelWanted, long doubt) {

        static final Flags NONE = new Flags(false, 0);

        boolean inDoubt() {
            return doubt != 0;
        }

        /** Somebody wants it cancelled. */
        Flags wantedCancelled() {
            return new Flags(true, doubt);
        }

        /** Nobody knows the end of the attempt with this fence either. */
        Flags doubtSince(long fence) {
            return inDoubt() ? this : new Flags(cancelWanted, fence);
        }
    }

    /**
     * Who holds a job, under which fence, since when.
     *
     * @param runHead the smallest number of its lane that was claimed with it; 0 without a lane
     */
    record Grip(NodeId node, long fence, Instant since, long runHead) {}

    /**
     * A job that stands aside.
     *
     * @param blocks keeps its lane closed
     * @param crash what its type says of doubt
     * @param doubt the fence of the first attempt of which nobody knows the end; 0 if there is none
     */
    record ParkedRow(Tally tally, boolean held, boolean blocks, CrashPolicy crash, long doubt) {}

    /** What a unique key is made of. */
    record KeyId(String type, KeyScope scope, String key) {}

    /** Whose a key is, and who is to have it next. */
    record KeyRow(JobId job, @Nullable JobId next) {}

    /** A node, whether it lives, and what it takes. */
    record NodeRow(long beat, boolean live, Set<Route> serves) {
        NodeRow beaten() {
            return new NodeRow(beat + 1, live, serves);
        }

        NodeRow dead() {
            return new NodeRow(beat, false, serves);
        }
    }

    /** A limit, what is left of its rate, and what was declared of it last. */
    record LimitRow(Limit limit, Bucket bucket, Limit declared) {}

    /** What is left of a rate for a key, and what rate that was. */
    record KeyBucket(Limit.Rate rate, Bucket bucket) {}

    /** Which limit a job counts for while it runs under this fence; without a key for one that holds for all together. */
    record Slot(LimitKey at, JobId job, long fence) {}

    final NavigableMap<JobId, JobRow> jobs = new TreeMap<>();
    final Map<JobId, PendingRow> pending = new TreeMap<>();
    final NavigableMap<JobId, RunningRow> running = new TreeMap<>();
    final Map<JobId, ParkedRow> parked = new TreeMap<>();
    final Map<JobId, List<AttemptView>> attempts = new HashMap<>();
    final Map<KeyId, KeyRow> keys = new HashMap<>();
    final Map<JobId, KeyId> keyOf = new HashMap<>();
    final Map<NodeId, NodeRow> nodes = new LinkedHashMap<>();
    final Map<Switch, Boolean> off = new LinkedHashMap<>();
    final Map<JobId, String> checkpoints = new HashMap<>();
    final Map<String, Cursor> cursors = new TreeMap<>();
    /** The drains of which something was claimed. */
    final Map<String, Boolean> drainNotes = new TreeMap<>();

    /** By what they are about. */
    final Map<String, LimitRow> limits = new TreeMap<>();

    final Map<LimitKey, KeyBucket> keyBuckets = new HashMap<>();
    final Map<Slot, Boolean> slots = new LinkedHashMap<>();
    final Map<String, ScheduleView> schedules = new TreeMap<>();
    /** The jobs of each lane by number, as long as they stand somewhere. */
    final Map<String, NavigableMap<Long, JobId>> lanes = new HashMap<>();
    /** The highest number of each lane that was ever given out. */
    final Map<String, Long> numbers = new HashMap<>();

    /** The highest number of each lane that was pruned. */
    final Map<String, Long> floors = new HashMap<>();

    final List<ActionView> actions = new ArrayList<>();
    final Chains chains = new Chains(this);
    private final Deque<Runnable> undo = new ArrayDeque<>();
    private long lastFence;

    /** Puts a row in place of what was there; null removes it. */
    <K, V> void put(Map<K, V> table, K key, @Nullable V row) {
        V before = row == null ? table.remove(key) : table.put(key, row);
        undo.push(() -> {
            if (before == null) {
                table.remove(key);
            } else {
                table.put(key, before);
            }
        });
    }

    <E> void append(List<E> table, E row) {
        table.add(row);
        undo.push(() -> table.remove(table.size() - 1));
    }

    void addAttempt(JobId job, AttemptView attempt) {
        append(attempts.computeIfAbsent(job, any -> new ArrayList<>()), attempt);
        chains.witness(job, attempt);
    }

    List<AttemptView> attempts(JobId job) {
        return attempts.getOrDefault(job, List.of());
    }

    boolean isLive(NodeId node) {
        NodeRow row = nodes.get(node);
        return row != null && row.live();
    }

    /** Larger than any before; a number that was taken is never given back. */
    long nextFence() {
        return ++lastFence;
    }

    /** Goes on so much further; the last one that was given out. */
    long raiseFences(long by) {
        lastFence += by;
        undo.push(() -> lastFence -= by);
        return lastFence;
    }

    void commit() {
        undo.clear();
    }

    void rollback() {
        rollbackTo(0);
    }

    /** A savepoint: if this throws, what it had changed is taken back, and what was before it stays. */
    <T> T orNothing(Supplier<T> change) {
        int before = undo.size();
        boolean done = false;
        try {
            T answer = change.get();
            done = true;
            return answer;
        } finally {
            if (!done) {
                rollbackTo(before);
            }
        }
    }

    private void rollbackTo(int size) {
        while (undo.size() > size) {
            undo.pop().run();
        }
    }
}
