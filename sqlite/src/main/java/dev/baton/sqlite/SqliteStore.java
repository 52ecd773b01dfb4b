package dev.baton.sqlite;

import dev.baton.internal.jdbc.Hints;
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
import dev.baton.store.Grounds;
import dev.baton.store.Held;
import dev.baton.store.Inserted;
import dev.baton.store.JobFilter;
import dev.baton.store.JobStore;
import dev.baton.store.JobView;
import dev.baton.store.Lag;
import dev.baton.store.LimitBook;
import dev.baton.store.Migrations;
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
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Jobs in a SQLite file, which may be the application's own. What was acknowledged survives the process: the file is in WAL
 * mode with synchronous=FULL, so every commit waits for the disk. One engine per file; other processes may enqueue. Safe for use by
 * several threads.
 */
public final class SqliteStore implements JobStore {

    private final DatabaseFile file;
    private final InstantSource clock;
    private final Connections connections;
    private final Writer writer;
    private final Watcher watcher;
    private final Hints hints = new Hints(LoggerFactory.getLogger(SqliteStore.class));
    private final Verbs written;
    private final Callers callers;
    /** For people, who may ask for much. */
    private final Reader read;
    /** For the engine, which must not wait for them. */
    private final Reader own;

    private @Nullable EngineLock engine;
    private volatile @Nullable NodeId joined;

    private SqliteStore(DatabaseFile file, InstantSource clock, Connections connections, Manners manners) {
        this.file = file;
        // Times are kept in microseconds; a time that was finer would not be equal to itself once it was stored.
        this.clock = () -> clock.instant().truncatedTo(ChronoUnit.MICROS);
        this.connections = connections;
        this.written = new Verbs(connections.writing());
        this.read = new Reader(connections.reading());
        this.own = new Reader(connections.asking());
        String name = String.valueOf(file.path().getFileName());
        OpenedFile opened = new OpenedFile(file);
        this.writer = new Writer(connections.writing(), opened, manners, name);
        this.watcher = new Watcher(writer::haveOthersWritten, opened, hints, name);
        this.callers = new Callers(file.path(), opened, manners::expect, writer.turns(), watcher::expect);
    }

    /** Opens the file, and makes it if there is none. Brings our tables up to date. */
    public static SqliteStore open(Path file) {
        return open(file, InstantSource.system());
    }

    /** The same, with the time of this clock. */
    public static SqliteStore open(Path file, InstantSource clock) {
        return open(file, clock, Opening.safely());
    }

    /** What is done to a file to make it a store's, apart from any engine. */
    public static Migrations migrations(Path file) {
        return new FileMigrations(file, InstantSource.system());
    }

    /** The same, for tests that do not want to wait that long. */
    static SqliteStore open(Path file, InstantSource clock, Duration busyWait) {
        return open(file, clock, Opening.safely(busyWait));
    }

    /** The same, opened like this. */
    static SqliteStore open(Path path, InstantSource clock, Opening opening) {
        DatabaseFile file = DatabaseFile.at(path);
        Connections connections = Connections.open(file, Values.micros(clock.instant()), opening);
        return new SqliteStore(file, clock, connections, opening.manners());
    }

    @Override
    public InstantSource clock() {
        return clock;
    }

    @Override
    public List<Inserted> insert(List<NewJob> jobs, Instant now) {
        return writer.write(() -> written.inserting.insert(jobs, now), hints::give);
    }

    @Override
    public List<Inserted> insert(StoreTransaction caller, List<NewJob> jobs, Instant now) {
        return callers.within(caller, theirs -> theirs.inserting.insert(jobs, now));
    }

    @Override
    public Claimed claim(ClaimRequest request, Instant now) {
        return writer.writeLast(
                () -> written.limits.claim(request, writer.time().notBefore(now)));
    }

    @Override
    public void hasten(Collection<JobId> jobs, Instant now) {
        writer.write(() -> Each.of(List.copyOf(jobs), job -> written.places.hasten(job, now)), hints::give);
    }

    @Override
    public void progress(List<Progress> progress, Instant now) {
        writer.write(() -> Each.of(progress, written.finishing::progress));
    }

    @Override
    public List<Finished> finish(List<Finish> finishes, Instant now) {
        Operation<Finishing.Ends> finish = () -> {
            writer.time().ends(now);
            return written.finishing.finish(finishes, now);
        };
        Finishing.Ends ends = finishes.size() == 1
                ? writer.writeHere(finish, Finishing.Ends::mayClaim, hints::give)
                : writer.write(finish, Finishing.Ends::mayClaim, hints::give);
        return ends.answers();
    }

    @Override
    public void finish(StoreTransaction caller, Finish done, Instant now) {
        callers.within(caller, theirs -> theirs.finishing.finishOrThrow(done, now));
    }

    @Override
    public List<Boolean> checkpoint(List<Checkpoint> checkpoints, Instant now) {
        return writer.write(() -> Each.of(checkpoints, written.finishing::checkpoint));
    }

    @Override
    public void checkpoint(StoreTransaction caller, Checkpoint checkpoint, Instant now) {
        callers.within(caller, theirs -> theirs.finishing.checkpointOrThrow(checkpoint));
    }

    @Override
    public synchronized void join(NodeId node, Set<Route> serves, Instant now) {
        EngineLock taken = EngineLock.take(file);
        boolean done = false;
        try {
            writer.write(() -> written.nodes.join(node, serves));
            engine = taken;
            joined = node;
            done = true;
        } finally {
            if (!done) {
                taken.close();
            }
        }
    }

    /** Reads and writes nothing: on a file with one engine, who holds the lock beside it lives. */
    @Override
    public boolean beat(NodeId node, Instant now) {
        return node.equals(joined);
    }

    @Override
    public List<NodeBeat> liveNodes() {
        return own.read(on -> on.nodes.live());
    }

    @Override
    public boolean declareDead(NodeBeat seen, Instant now) {
        return end(seen);
    }

    @Override
    public void leave(NodeId node, Instant now) {
        end(new NodeBeat(node, 0));
    }

    /** The lock goes with the node that took it, and with no other. */
    private synchronized boolean end(NodeBeat seen) {
        boolean ended = writer.write(() -> written.nodes.end(seen));
        if (ended && seen.node().equals(joined)) {
            releaseEngine();
        }
        return ended;
    }

    @Override
    public List<Held> heldBy(NodeId node) {
        return own.read(on -> on.nodes.heldBy(node));
    }

    @Override
    public Recovered recover(Optional<JobId> after, int limit, Instant now) {
        Recovered recovered = writer.write(() -> written.recovering.recover(after, limit, now));
        hints.give();
        return recovered;
    }

    @Override
    public Optional<Cursor> takeCursor(String name, NodeId reader, Instant now) {
        return writer.write(() -> written.cursors.take(name, reader, now));
    }

    @Override
    public List<Inserted> advance(Cursor held, Optional<String> to, List<NewJob> jobs, Instant now) {
        return writer.write(() -> written.cursors.advance(held, to, jobs, now), hints::give);
    }

    @Override
    public void leaveCursor(Cursor held) {
        writer.write(() -> written.cursors.leave(held));
    }

    @Override
    public List<Cursor> cursors() {
        return read.read(on -> on.cursors.all());
    }

    @Override
    public int prune(Instant endedBefore, int limit) {
        return writer.write(() -> written.pruning.prune(endedBefore, limit));
    }

    @Override
    public FinishedJobs finishedJobs() {
        return new FileArchive(writer, written, own);
    }

    @Override
    public List<CommandResult> command(List<OperatorCommand> commands, Instant now) {
        List<CommandResult> results =
                alone(commands, () -> writer.write(() -> written.commanding.command(commands, now)));
        hints.give();
        return results;
    }

    @Override
    public List<CommandResult> rehearse(List<OperatorCommand> commands, Instant now) {
        return alone(commands, () -> writer.write(() -> written.commanding.rehearse(commands, now)));
    }

    /** With no engine on the file, nor one that begins meanwhile, if that is asked for among them. */
    private <T> T alone(List<OperatorCommand> commands, Supplier<T> work) {
        if (commands.stream().noneMatch(OperatorCommand.Restored.class::isInstance)) {
            return work.get();
        }
        EngineLock taken = EngineLock.take(file);
        try {
            return work.get();
        } finally {
            taken.close();
        }
    }

    @Override
    public List<ActionView> actions(int limit) {
        return read.read(on -> on.reading.actions(limit));
    }

    @Override
    public List<Switch> switches() {
        return own.read(on -> on.reading.switches());
    }

    @Override
    public EvidenceLog evidence() {
        return new FileArchive(writer, written, read);
    }

    @Override
    public Backlog backlog() {
        return new FileBacklog(own, writer, written, hints::give);
    }

    @Override
    public LimitBook limits() {
        return new FileLimits(writer, written, read, hints::give);
    }

    @Override
    public ScheduleStore schedules() {
        return new FileSchedules(writer, written, own, hints::give);
    }

    @Override
    public Optional<JobView> find(JobId id, Instant now) {
        return read.read(on -> on.reading.find(id, now));
    }

    @Override
    public Map<String, JobId> keyed(String type, KeyScope scope, String beginning, int limit) {
        return read.read(on -> on.keys.beginningWith(type, scope, beginning, limit));
    }

    @Override
    public Map<JobId, JobView.Standing> standings(Collection<JobId> ids, Instant now) {
        return own.read(on -> on.reading.standings(ids, now));
    }

    @Override
    public Grounds grounds(Collection<JobId> jobs, Instant now) {
        return own.readAtOnce(on -> Footing.of(jobs, on.jdbc));
    }

    @Override
    public Optional<Payload> payload(JobId id) {
        return read.read(on -> on.places.find(id).map(Rows.Job::payload));
    }

    @Override
    public Optional<String> checkpoint(JobId id) {
        return read.read(on -> on.reading.checkpoint(id));
    }

    @Override
    public Optional<Situation> situation(JobId id, Instant now) {
        return read.read(on -> on.reading.situation(id, now));
    }

    @Override
    public List<AttemptView> attempts(JobId id) {
        return read.read(on -> on.archive.of(id));
    }

    @Override
    public List<JobView> list(JobFilter filter, Optional<JobId> after, int limit, Instant now) {
        return read.read(on -> on.reading.list(filter, after, limit, now));
    }

    @Override
    public List<RouteCount> counts(long cap, Instant now) {
        return read.read(on -> new Counting(on.jdbc, cap, now).counts());
    }

    @Override
    public Lag lag(String type, Instant begunBefore, long cap) {
        return read.read(on -> new Lags(on.jdbc, type, cap).lag(begunBefore));
    }

    @Override
    public AutoCloseable onWork(Runnable hint) {
        return hints.add(hint);
    }

    /** Ends after what is being written; what waits to be written is refused. */
    @Override
    public synchronized void close() {
        watcher.close();
        writer.close();
        releaseEngine();
        read.close();
        own.close();
        connections.close();
    }

    private void releaseEngine() {
        joined = null;
        if (engine != null) {
            engine.close();
            engine = null;
        }
    }
}
