package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.store.ActionView;
import dev.baton.store.AttemptView;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Claimed;
import dev.baton.store.CommandResult;
import dev.baton.store.Finish;
import dev.baton.store.Finished;
import dev.baton.store.Held;
import dev.baton.store.Inserted;
import dev.baton.store.JdbcTransaction;
import dev.baton.store.JobFilter;
import dev.baton.store.JobStore;
import dev.baton.store.JobView;
import dev.baton.store.NewJob;
import dev.baton.store.NodeBeat;
import dev.baton.store.NodeId;
import dev.baton.store.OperatorCommand;
import dev.baton.store.Payload;
import dev.baton.store.Progress;
import dev.baton.store.Recovered;
import dev.baton.store.RouteCount;
import dev.baton.store.StoreTransaction;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Jobs in a SQLite file, which may be the application's own. What was acknowledged survives the process: the file is in WAL
 * mode with synchronous=FULL, so every commit waits for the disk. One engine per file; other processes may enqueue. Safe for use by
 * several threads.
 */
public final class SqliteStore implements JobStore {

    private final DatabaseFile file;
    private final OpenedFile opened;
    private final InstantSource clock;
    private final Connections connections;
    private final Writer writer;
    private final Watcher watcher;
    private final Verbs written;
    private final Verbs read;
    private final ReentrantLock reading = new ReentrantLock();
    private @Nullable EngineLock engine;
    private volatile @Nullable NodeId joined;
    private volatile boolean closed;

    /** The verbs on one connection. */
    private record Verbs(
            Inserting inserting,
            Claiming claiming,
            Finishing finishing,
            Recovering recovering,
            Commanding commanding,
            Jobs jobs) {
        static Verbs on(Jdbc jdbc) {
            var jobs = new Jobs(jdbc);
            var claiming = new Claiming(jobs);
            return new Verbs(
                    new Inserting(jobs),
                    claiming,
                    new Finishing(jobs),
                    new Recovering(jobs),
                    new Commanding(jobs, claiming),
                    jobs);
        }
    }

    private SqliteStore(DatabaseFile file, InstantSource clock, Connections connections) {
        this.file = file;
        // Times are kept in microseconds; a time that was finer would not be equal to itself once it was stored.
        this.clock = () -> clock.instant().truncatedTo(ChronoUnit.MICROS);
        this.connections = connections;
        this.written = Verbs.on(connections.writing());
        this.read = Verbs.on(connections.reading());
        String name = String.valueOf(file.path().getFileName());
        this.opened = new OpenedFile(file);
        this.writer = new Writer(connections.writing(), opened, Manners.real(), name);
        this.watcher = new Watcher(connections.watching(), opened, name);
    }

    /** Opens the file, and makes it if there is none. Brings our tables up to date. */
    public static SqliteStore open(Path file) {
        return open(file, InstantSource.system());
    }

    /** The same, with the time of this clock. */
    public static SqliteStore open(Path file, InstantSource clock) {
        return open(file, clock, Connections.BUSY_WAIT);
    }

    /** The same, for tests that do not want to wait that long. */
    static SqliteStore open(Path path, InstantSource clock, Duration busyWait) {
        DatabaseFile file = DatabaseFile.at(path);
        return new SqliteStore(file, clock, Connections.open(file, Values.micros(clock.instant()), busyWait));
    }

    @Override
    public InstantSource clock() {
        return clock;
    }

    @Override
    public List<Inserted> insert(List<NewJob> jobs, Instant now) {
        List<Inserted> inserted = writer.write(() -> written.inserting().insert(jobs, now));
        watcher.hint();
        return inserted;
    }

    @Override
    public List<Inserted> insert(StoreTransaction caller, List<NewJob> jobs, Instant now) {
        if (!(caller instanceof JdbcTransaction transaction)) {
            throw new BatonException(
                    "WRONG_TRANSACTION", "This store takes a JdbcTransaction on a connection to its file.");
        }
        Connection connection = transaction.connection();
        try (var jdbc = new Jdbc(connection)) {
            if (connection.getAutoCommit()) {
                throw new BatonException(
                        "WRONG_TRANSACTION",
                        "The connection commits by itself; nothing was stored. Begin a transaction.");
            }
            opened.replaced().ifPresent(replaced -> {
                throw replaced;
            });
            return CallersPart.run(
                    jdbc, file.path(), () -> Verbs.on(jdbc).inserting().insert(jobs, now));
        } catch (SQLException e) {
            throw Failures.of(e);
        }
    }

    @Override
    public Claimed claim(ClaimRequest request, Instant now) {
        return writer.write(() -> written.claiming().claim(request, now));
    }

    @Override
    public void progress(List<Progress> progress, Instant now) {
        writer.write(() -> {
            for (Progress each : progress) {
                written.finishing().progress(each);
            }
            return progress.size();
        });
    }

    @Override
    public List<Finished> finish(List<Finish> finishes, Instant now) {
        List<Finished> finished = writer.write(() -> {
            var answers = new ArrayList<Finished>();
            for (Finish finish : finishes) {
                answers.add(written.finishing().finish(finish, now));
            }
            return answers;
        });
        watcher.hint();
        return finished;
    }

    @Override
    public synchronized void join(NodeId node, Instant now) {
        EngineLock taken = EngineLock.take(file);
        boolean done = false;
        try {
            writer.write(() -> joinLocked(node));
            engine = taken;
            joined = node;
            done = true;
        } finally {
            if (!done) {
                taken.close();
            }
        }
    }

    private int joinLocked(NodeId node) throws SQLException {
        byte[] id = Values.bytes(node);
        Jdbc jdbc = written.jobs().jdbc;
        if (jdbc.first(SqliteSql.NODE_KNOWN, row -> true, "node", id).isPresent()) {
            throw new BatonException(
                    "NODE_KNOWN", "The node " + node + " has joined before; every life needs a new id.");
        }
        jdbc.update(SqliteSql.NODES_END);
        return jdbc.update(SqliteSql.NODE_INSERT, "node", id);
    }

    /** Reads and writes nothing: on a file with one engine, who holds the lock beside it lives. */
    @Override
    public boolean beat(NodeId node, Instant now) {
        return node.equals(joined);
    }

    @Override
    public List<NodeBeat> liveNodes() {
        return read(() -> read.jobs()
                .jdbc
                .query(SqliteSql.NODES, row -> new NodeBeat(Values.node(row.bytes("id")), row.number("beat"))));
    }

    @Override
    public boolean declareDead(NodeBeat seen, Instant now) {
        return end(seen.node(), seen.beat());
    }

    @Override
    public void leave(NodeId node, Instant now) {
        end(node, 0);
    }

    /** The lock goes with the node that took it, and with no other. */
    private synchronized boolean end(NodeId node, long beat) {
        int ended = writer.write(
                () -> written.jobs().jdbc.update(SqliteSql.NODE_END, "node", Values.bytes(node), "beat", beat));
        if (ended == 1 && node.equals(joined)) {
            releaseEngine();
        }
        return ended == 1;
    }

    @Override
    public List<Held> heldBy(NodeId node) {
        return read(() -> read.jobs()
                .jdbc
                .query(
                        SqliteSql.HELD_BY,
                        row -> new Held(Values.job(row.bytes("id")), row.number("fence"), row.flag("cancel_wanted")),
                        "node",
                        Values.bytes(node)));
    }

    @Override
    public Recovered recover(Optional<JobId> after, int limit, Instant now) {
        Recovered recovered = writer.write(() -> written.recovering().recover(after, limit, now));
        watcher.hint();
        return recovered;
    }

    @Override
    public int prune(Instant endedBefore, int limit) {
        return writer.write(() -> new Pruning(written.jobs()).prune(endedBefore, limit));
    }

    @Override
    public List<CommandResult> command(List<OperatorCommand> commands, Instant now) {
        List<CommandResult> results = writer.write(() -> {
            var answers = new ArrayList<CommandResult>();
            for (OperatorCommand command : commands) {
                answers.add(written.commanding().command(command, now));
            }
            return answers;
        });
        watcher.hint();
        return results;
    }

    @Override
    public List<ActionView> actions(int limit) {
        return read(() -> read.commanding().actions(limit));
    }

    @Override
    public List<String> pausedQueues() {
        return read(() -> read.claiming().pausedQueues());
    }

    @Override
    public Optional<JobView> find(JobId id, Instant now) {
        return read(() -> new Reading(read.jobs()).find(id, now));
    }

    @Override
    public Map<JobId, JobView.Standing> standings(Collection<JobId> ids, Instant now) {
        return read(() -> new Reading(read.jobs()).standings(ids, now));
    }

    @Override
    public Optional<Payload> payload(JobId id) {
        return read(() -> read.jobs().find(id).map(Rows.Job::payload));
    }

    @Override
    public List<AttemptView> attempts(JobId id) {
        return read(() -> read.jobs().attempts(id));
    }

    @Override
    public List<JobView> list(JobFilter filter, Optional<JobId> after, int limit, Instant now) {
        return read(() -> new Reading(read.jobs()).list(filter, after, limit, now));
    }

    @Override
    public List<RouteCount> counts(long cap, Instant now) {
        return read(() -> new Counting(read.jobs(), cap, now).counts());
    }

    @Override
    public AutoCloseable onWork(Runnable hint) {
        return watcher.add(hint);
    }

    /** Ends after what is being written; what waits to be written is refused. */
    @Override
    public synchronized void close() {
        closed = true;
        watcher.close();
        writer.close();
        releaseEngine();
        reading.lock();
        try {
            connections.close();
        } finally {
            reading.unlock();
        }
    }

    private void releaseEngine() {
        joined = null;
        if (engine != null) {
            engine.close();
            engine = null;
        }
    }

    /** One snapshot for all that is read. */
    private <T> T read(Operation<T> question) {
        reading.lock();
        try {
            if (closed) {
                throw new BatonException("STORE_CLOSED", "The store is closed.");
            }
            return Connections.inSnapshot(connections.reading(), question);
        } catch (SQLException e) {
            throw Failures.of(e);
        } finally {
            reading.unlock();
        }
    }
}
