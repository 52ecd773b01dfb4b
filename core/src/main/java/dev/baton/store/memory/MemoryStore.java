package dev.baton.store.memory;

import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.KeyScope;
import dev.baton.store.ActionView;
import dev.baton.store.AttemptView;
import dev.baton.store.Backlog;
import dev.baton.store.Checkpoint;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Claimed;
import dev.baton.store.CommandResult;
import dev.baton.store.Cursor;
import dev.baton.store.EvidenceLog;
import dev.baton.store.Finish;
import dev.baton.store.Finished;
import dev.baton.store.FinishedJobs;
import dev.baton.store.Held;
import dev.baton.store.Inserted;
import dev.baton.store.JobFilter;
import dev.baton.store.JobStore;
import dev.baton.store.JobView;
import dev.baton.store.Lag;
import dev.baton.store.LimitBook;
import dev.baton.store.NewJob;
import dev.baton.store.NodeBeat;
import dev.baton.store.NodeId;
import dev.baton.store.OperatorCommand;
import dev.baton.store.Payload;
import dev.baton.store.Progress;
import dev.baton.store.Recovered;
import dev.baton.store.Route;
import dev.baton.store.RouteCount;
import dev.baton.store.ScheduleStore;
import dev.baton.store.Situation;
import dev.baton.store.StoreTransaction;
import dev.baton.store.Switch;
import dev.baton.store.memory.Tables.JobRow;
import dev.baton.store.memory.Tables.RunningRow;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * A store in memory, for many nodes of one process: the reference for all others, and good for tests. One transaction at a
 * time. Nothing survives the process.
 */
public final class MemoryStore implements JobStore {

    private final InstantSource clock;
    private final Semaphore turn = new Semaphore(1, true);
    final Tables tables = new Tables();
    private final Lanes lanes = new Lanes(tables);
    private final Keys keys = new Keys(tables, lanes);
    private final Places places = new Places(tables, keys, lanes);
    private final Inserting inserting = new Inserting(tables, keys, lanes, places);
    private final Claiming claiming = new Claiming(tables, lanes, places);
    private final Finishing finishing = new Finishing(tables, lanes, places);
    private final Recovering recovering = new Recovering(tables, lanes, places, finishing);
    private final Nodes nodes = new Nodes(tables);
    private final Cursors cursors = new Cursors(tables, inserting);
    private final Pruning pruning = new Pruning(tables, places);
    private final Commanding commanding = new Commanding(tables, keys, lanes, places, inserting, finishing);
    private final Reading reading = new Reading(tables, keys, lanes, places);
    private final EvidenceLog evidence = new MemoryEvidence(tables, this::write);
    private final Backlog backlog = new MemoryBacklog(tables, inserting, this);
    private final Limits limits = new Limits(tables, this::write);
    private final ScheduleStore schedules = new MemorySchedules(tables, inserting, commanding, this::write, this::hint);
    private final List<Runnable> hints = new CopyOnWriteArrayList<>();

    /** An empty store that lives by this clock. */
    public MemoryStore(InstantSource clock) {
        this.clock = clock;
    }

    /** Begins a transaction of the caller's. Until it ends, everybody else waits. */
    public MemoryTransaction begin() {
        turn.acquireUninterruptibly();
        return new MemoryTransaction(this);
    }

    void end(boolean commit) {
        if (commit) {
            tables.commit();
        } else {
            tables.rollback();
        }
        turn.release();
        hint();
    }

    @Override
    public InstantSource clock() {
        return clock;
    }

    @Override
    public List<Inserted> insert(List<NewJob> jobs, Instant now) {
        List<Inserted> inserted = write(() -> inserting.insert(jobs, now));
        hint();
        return inserted;
    }

    @Override
    public List<Inserted> insert(StoreTransaction caller, List<NewJob> jobs, Instant now) {
        return within(caller, () -> inserting.insert(jobs, now));
    }

    @Override
    public Claimed claim(ClaimRequest request, Instant now) {
        return write(() -> limits.keptTo(request, now, claiming::claim));
    }

    @Override
    public void hasten(Collection<JobId> jobs, Instant now) {
        write(() -> {
            jobs.forEach(job -> places.hasten(job, now));
            return true;
        });
        hint();
    }

    @Override
    public void progress(List<Progress> marks, Instant now) {
        write(() -> {
            for (Progress mark : marks) {
                RunningRow row = finishing.owned(mark.id(), mark.fence());
                if (row != null) {
                    tables.put(tables.running, mark.id(), row.progress(mark.mark()));
                }
            }
            return marks.size();
        });
    }

    @Override
    public List<Finished> finish(List<Finish> finishes, Instant now) {
        List<Finished> finished = write(() ->
                finishes.stream().map(finish -> finishing.finish(finish, now)).toList());
        hint();
        return finished;
    }

    @Override
    public void finish(StoreTransaction caller, Finish done, Instant now) {
        within(caller, () -> {
            RunningRow row = requireOwned(done.id(), done.fence());
            finishing.refuseIfWitnessed(done.id());
            if (finishing.isOutOfTurn(done.id(), row)) {
                throw new BatonException(
                        "OUT_OF_TURN", "A job before " + done.id() + " in its lane goes first; nothing was done.");
            }
            return finishing.finish(done, now);
        });
    }

    @Override
    public List<Boolean> checkpoint(List<Checkpoint> checkpoints, Instant now) {
        return write(() -> checkpoints.stream().map(finishing::checkpoint).toList());
    }

    @Override
    public void checkpoint(StoreTransaction caller, Checkpoint checkpoint, Instant now) {
        within(caller, () -> {
            requireOwned(checkpoint.id(), checkpoint.fence());
            tables.put(tables.checkpoints, checkpoint.id(), checkpoint.json());
            return checkpoint;
        });
    }

    private RunningRow requireOwned(JobId job, long fence) {
        RunningRow row = finishing.owned(job, fence);
        if (row == null) {
            throw new BatonException(
                    "STALE_FENCE", "Job " + job + " is no longer running under fence " + fence + "; nothing was done.");
        }
        return row;
    }

    @Override
    public void join(NodeId node, Set<Route> serves, Instant now) {
        write(() -> nodes.join(node, serves));
    }

    @Override
    public boolean beat(NodeId node, Instant now) {
        return write(() -> nodes.beat(node));
    }

    @Override
    public List<NodeBeat> liveNodes() {
        return write(nodes::live);
    }

    @Override
    public boolean declareDead(NodeBeat seen, Instant now) {
        return write(() -> nodes.declareDead(seen));
    }

    @Override
    public void leave(NodeId node, Instant now) {
        write(() -> nodes.leave(node));
    }

    @Override
    public List<Held> heldBy(NodeId node) {
        return write(() -> nodes.heldBy(node));
    }

    @Override
    public Recovered recover(Optional<JobId> after, int limit, Instant now) {
        Recovered recovered = write(() -> recovering.recover(after, limit, now));
        hint();
        return recovered;
    }

    @Override
    public Optional<Cursor> takeCursor(String name, NodeId reader, Instant now) {
        return write(() -> cursors.take(name, reader, now));
    }

    @Override
    public List<Inserted> advance(Cursor held, Optional<String> to, List<NewJob> jobs, Instant now) {
        List<Inserted> inserted = write(() -> cursors.advance(held, to, jobs, now));
        hint();
        return inserted;
    }

    @Override
    public void leaveCursor(Cursor held) {
        write(() -> cursors.leave(held));
    }

    @Override
    public List<Cursor> cursors() {
        return write(() -> List.copyOf(tables.cursors.values()));
    }

    @Override
    public ScheduleStore schedules() {
        return schedules;
    }

    @Override
    public int prune(Instant endedBefore, int limit) {
        return write(() -> pruning.prune(endedBefore, limit));
    }

    @Override
    public FinishedJobs finishedJobs() {
        return pruning.byName(this::write);
    }

    @Override
    public List<CommandResult> command(List<OperatorCommand> commands, Instant now) {
        List<CommandResult> results = write(() -> commands.stream()
                .map(command -> commanding.command(command, now))
                .toList());
        hint();
        return results;
    }

    @Override
    public List<CommandResult> rehearse(List<OperatorCommand> commands, Instant now) {
        turn.acquireUninterruptibly();
        try {
            return commands.stream()
                    .map(command -> commanding.command(command, now))
                    .toList();
        } finally {
            tables.rollback();
            turn.release();
        }
    }

    @Override
    public List<ActionView> actions(int limit) {
        return write(() -> {
            var newestFirst = new ArrayList<>(tables.actions);
            Collections.reverse(newestFirst);
            return newestFirst.stream().limit(limit).toList();
        });
    }

    @Override
    public List<Switch> switches() {
        return write(() -> tables.off.keySet().stream().sorted(Switch.IN_ORDER).toList());
    }

    @Override
    public EvidenceLog evidence() {
        return evidence;
    }

    @Override
    public Backlog backlog() {
        return backlog;
    }

    @Override
    public LimitBook limits() {
        return limits;
    }

    @Override
    public Optional<JobView> find(JobId id, Instant now) {
        return write(() -> reading.find(id, now));
    }

    @Override
    public Map<String, JobId> keyed(String type, KeyScope scope, String beginning, int limit) {
        return write(() -> keys.beginningWith(type, scope, beginning, limit));
    }

    @Override
    public Map<JobId, JobView.Standing> standings(Collection<JobId> ids, Instant now) {
        return write(() -> reading.standings(ids, now));
    }

    @Override
    public Optional<Payload> payload(JobId id) {
        return write(() -> Optional.ofNullable(tables.jobs.get(id)).map(JobRow::payload));
    }

    @Override
    public Optional<String> checkpoint(JobId id) {
        return write(() -> Optional.ofNullable(tables.checkpoints.get(id)));
    }

    @Override
    public Optional<Situation> situation(JobId id, Instant now) {
        return write(() -> reading.situation(id, now));
    }

    @Override
    public List<AttemptView> attempts(JobId id) {
        return write(() -> List.copyOf(tables.attempts(id)));
    }

    @Override
    public List<JobView> list(JobFilter filter, Optional<JobId> after, int limit, Instant now) {
        return write(() -> reading.list(filter, after, limit, now));
    }

    @Override
    public List<RouteCount> counts(long cap, Instant now) {
        return write(() -> reading.counts(cap, now));
    }

    @Override
    public Lag lag(String type, Instant begunBefore, long cap) {
        return write(() -> reading.lag(type, begunBefore, cap));
    }

    @Override
    public AutoCloseable onWork(Runnable hint) {
        hints.add(hint);
        return () -> hints.remove(hint);
    }

    /** Of no effect: other nodes of this process may go on with it. */
    @Override
    public void close() {}

    /** One transaction: all of it, or nothing. */
    <T> T write(Supplier<T> verb) {
        turn.acquireUninterruptibly();
        try {
            T answer = tables.orNothing(verb);
            tables.commit();
            return answer;
        } finally {
            turn.release();
        }
    }

    /** Part of the caller's transaction: all of it, or nothing. */
    <T> T within(StoreTransaction caller, Supplier<T> part) {
        if (!(caller instanceof MemoryTransaction transaction && transaction.belongsTo(this))) {
            throw new BatonException(
                    "WRONG_TRANSACTION", "This is no open transaction of this store; begin one with begin().");
        }
        return tables.orNothing(part);
    }

    void hint() {
        hints.forEach(Runnable::run);
    }
}
