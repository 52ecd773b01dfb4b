package dev.baton.store.memory;

import dev.baton.job.JobId;
import dev.baton.job.KeyScope;
import dev.baton.store.ActionView;
import dev.baton.store.AttemptView;
import dev.baton.store.ClaimRequest.Limits;
import dev.baton.store.JobView.Tally;
import dev.baton.store.NodeId;
import dev.baton.store.Payload;
import dev.baton.store.Progress;
import dev.baton.store.Route;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The rows, as the SQL stores have them. Every change goes through here, so that a transaction can be taken back. */
final class Tables {

    /** What a job is; written once. */
    record JobRow(JobId id, Route route, Payload payload, int priority, Instant createdAt) {}

    /** A job that waits; not ready while another has to end first, retrying after a failure. */
    record PendingRow(Tally tally, Instant dueAt, boolean ready, boolean retrying) {
        PendingRow nowReady() {
            return new PendingRow(tally, dueAt, true, retrying);
        }
    }

    /** A job in the hands of a node. */
    record RunningRow(Tally tally, Grip grip, Limits limits, boolean cancelWanted, Progress.@Nullable Mark progress) {}

    /** Who holds a job, under which fence, since when. */
    record Grip(NodeId node, long fence, Instant since) {}

    /** A job that stands aside. */
    record ParkedRow(Tally tally, boolean held) {}

    /** What a unique key is made of. */
    record KeyId(String type, KeyScope scope, String key) {}

    /** Whose a key is, and who is to have it next. */
    record KeyRow(JobRow job, @Nullable JobId next) {}

    /** A node, and whether it lives. */
    record NodeRow(long beat, boolean live) {}

    final NavigableMap<JobId, JobRow> jobs = new TreeMap<>();
    final Map<JobId, PendingRow> pending = new TreeMap<>();
    final NavigableMap<JobId, RunningRow> running = new TreeMap<>();
    final Map<JobId, ParkedRow> parked = new TreeMap<>();
    final Map<JobId, List<AttemptView>> attempts = new HashMap<>();
    final Map<KeyId, KeyRow> keys = new HashMap<>();
    final Map<JobId, KeyId> keyOf = new HashMap<>();
    final Map<NodeId, NodeRow> nodes = new LinkedHashMap<>();
    final Map<String, Boolean> paused = new TreeMap<>();
    final List<ActionView> actions = new ArrayList<>();
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
