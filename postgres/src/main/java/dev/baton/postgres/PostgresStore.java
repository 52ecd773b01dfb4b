package dev.baton.postgres;

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
import dev.baton.store.StoreUnavailableException;
import dev.baton.store.Switch;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * Jobs in a PostgreSQL database, which may be the application's own, for as many engines as there are processes. Takes any
 * {@link DataSource} as it is; every verb borrows one connection and gives it back. Safe for use by several threads.
 */
public final class PostgresStore implements JobStore {

    private final InstantSource clock;
    private final Transactions transactions;
    private final CallersPart callers;
    private final Passing passing;
    private final SharedInserts shared = new SharedInserts(this::insertAlone);
    private final Line line;
    private final Wakeups wakeups;
    private final Watcher watcher;
    private final TimedVerbs verbs;

    PostgresStore(InstantSource clock, Transactions transactions, DataSource direct, CallersPart.Place place) {
        this.clock = clock;
        this.transactions = transactions;
        String channel = WakeSql.CHANNEL.formatted(place.store().toString().replace('-', '_'));
        this.line = new Line(direct, transactions, channel);
        this.wakeups = new Wakeups(transactions, line, channel);
        this.watcher = new Watcher(transactions, wakeups);
        this.verbs = new TimedVerbs(clock, transactions, wakeups);
        this.passing = new Passing(transactions);
        this.callers = new CallersPart(transactions.schema(), place, watcher);
    }

    /** The store in the schema where this user's connections make their tables, which are brought up to date. */
    public static PostgresStore of(DataSource source) {
        return on(source).open();
    }

    /** A store on this, with more to say about it. */
    public static PostgresStoreBuilder on(DataSource source) {
        return new PostgresStoreBuilder(source);
    }

    /**
     * All that makes a schema a store's, as SQL, for those who have no connection yet: in this schema, or where connections make
     * their tables; with rights for this role, or for none.
     */
    public static String migrationsAsSql(Optional<String> schema, Optional<String> grantTo) {
        return MigrationScript.of(Migration.all(), schema.map(Schema::of), grantTo.map(Rights::to));
    }

    @Override
    public InstantSource clock() {
        return clock;
    }

    @Override
    public List<Inserted> insert(List<NewJob> jobs, Instant now) {
        return SharedInserts.looksAtOthers(jobs) ? insertAlone(jobs, now) : shared.insert(jobs, now);
    }

    private List<Inserted> insertAlone(List<NewJob> jobs, Instant now) {
        return adding(jobs, on -> on.inserting.insert(jobs, now));
    }

    /** What is added is work for somebody. */
    <T> T adding(List<NewJob> jobs, Verbs.Part<T> part) {
        T answer = noting(part);
        wakeups.work(routes(jobs));
        return answer;
    }

    private static Set<Route> routes(List<NewJob> jobs) {
        return jobs.stream().map(NewJob::route).collect(Collectors.toSet());
    }

    @Override
    public List<Inserted> insert(StoreTransaction caller, List<NewJob> jobs, Instant now) {
        Set<Route> routes = routes(jobs);
        Work<List<Inserted>> insert = on -> verbs.timed(on).inserting.insert(jobs, now);
        return SharedInserts.looksAtOthers(jobs)
                ? callers.run(caller, CallersPart.Terms.toAdd(jobs, routes), insert)
                : callers.runAlone(caller, routes, insert);
    }

    @Override
    public Claimed claim(ClaimRequest request, Instant now) {
        Claiming.FirstLook look = write(on -> on.claiming.claimUnlessNoted(request, now));
        if (look.newHistory()) {
            write(on -> on.history.adopt(now));
        }
        Claimed claimed = look.claimed().orElseGet(() -> {
            workNotesOff();
            return write(on -> on.claiming.claim(request, now));
        });
        passing.claimed(claimed.claims());
        wakeups.room().claimed(request, claimed);
        boolean leftBehind = claimed.nextDue().filter(due -> !due.isAfter(now)).isPresent();
        if (leftBehind && !claimed.claims().isEmpty()) {
            wakeups.others();
        }
        return claimed;
    }

    @Override
    public void hasten(Collection<JobId> jobs, Instant now) {
        write(on -> on.places.hasten(jobs, now));
        wakeups.workHere();
        wakeups.others();
    }

    @Override
    public void progress(List<Progress> progress, Instant now) {
        write(on -> on.said.progress(progress));
    }

    @Override
    public List<Finished> finish(List<Finish> finishes, Instant now) {
        Optional<List<Finished>> passed = passing.end(finishes, now);
        if (passed.isPresent()) {
            wakeups.ended(finishes);
            return passed.get();
        }
        List<Finished> finished = noting(on -> on.finishing.finish(finishes, now));
        wakeups.ended(finishes);
        wakeups.workHere();
        return finished;
    }

    @Override
    public void finish(StoreTransaction caller, Finish done, Instant now) {
        callers.run(caller, CallersPart.Terms.ANY, on -> verbs.on(on).finishing.finishOrThrow(done, now));
    }

    @Override
    public List<Boolean> checkpoint(List<Checkpoint> checkpoints, Instant now) {
        return write(on -> on.finishing.checkpoint(checkpoints));
    }

    @Override
    public void checkpoint(StoreTransaction caller, Checkpoint checkpoint, Instant now) {
        callers.run(caller, CallersPart.Terms.ANY, on -> verbs.on(on).finishing.checkpointOrThrow(checkpoint));
    }

    @Override
    public void join(NodeId node, Set<Route> serves, Instant now) {
        line.open();
        try {
            write(on -> on.nodes.join(node, serves));
        } catch (StoreUnavailableException e) {
            throw Failures.isExhausted(e) ? Failures.poolTooSmall(e) : e;
        }
    }

    @Override
    public boolean beat(NodeId node, Instant now) {
        return line.write(on -> verbs.timed(on).nodes.beat(node));
    }

    @Override
    public List<NodeBeat> liveNodes() {
        return read(on -> on.nodes.live());
    }

    @Override
    public boolean declareDead(NodeBeat seen, Instant now) {
        return write(on -> on.nodes.declareDead(seen));
    }

    @Override
    public void leave(NodeId node, Instant now) {
        write(on -> on.nodes.leave(node));
        wakeups.room().leave(node);
    }

    @Override
    public List<Held> heldBy(NodeId node) {
        return read(on -> on.nodes.heldBy(node, verbs.beginnings().holdings(node)));
    }

    @Override
    public Recovered recover(Optional<JobId> after, int limit, Instant now) {
        Recovered recovered = noting(on -> on.recovering.recover(after, limit, now));
        if (!recovered.moved().isEmpty()) {
            wakeups.work(recovered.moved().stream().map(Recovered.Moved::route).collect(Collectors.toSet()));
        }
        return recovered;
    }

    @Override
    public Optional<Cursor> takeCursor(String name, NodeId reader, Instant now) {
        return write(on -> on.cursors.take(name, reader, now));
    }

    @Override
    public List<Inserted> advance(Cursor held, Optional<String> to, List<NewJob> jobs, Instant now) {
        return adding(jobs, on -> on.cursors.advance(held, to, jobs, now));
    }

    @Override
    public void leaveCursor(Cursor held) {
        write(on -> on.cursors.leave(held));
    }

    @Override
    public List<Cursor> cursors() {
        return read(on -> on.cursors.all());
    }

    @Override
    public ScheduleStore schedules() {
        return new DatabaseSchedules(this);
    }

    @Override
    public int prune(Instant endedBefore, int limit) {
        return write(on -> on.pruning.prune(endedBefore, limit));
    }

    @Override
    public FinishedJobs finishedJobs() {
        return new DatabaseArchive(transactions);
    }

    @Override
    public List<CommandResult> command(List<OperatorCommand> commands, Instant now) {
        List<CommandResult> results = noting(on -> on.commanding.command(commands, now));
        wakeups.workHere();
        wakeups.others();
        return results;
    }

    @Override
    public List<CommandResult> rehearse(List<OperatorCommand> commands, Instant now) {
        return transactions.rehearse(on -> verbs.on(on).commanding.rehearse(commands, now));
    }

    @Override
    public List<ActionView> actions(int limit) {
        return read(on -> on.reading.actions(limit));
    }

    @Override
    public List<Switch> switches() {
        return read(on -> on.reading.switches());
    }

    @Override
    public EvidenceLog evidence() {
        return new DatabaseEvidence(transactions);
    }

    @Override
    public Backlog backlog() {
        return new DatabaseBacklog(transactions, callers, wakeups, part -> noting(part));
    }

    @Override
    public LimitBook limits() {
        return new DatabaseLimits(transactions, wakeups);
    }

    @Override
    public Optional<JobView> find(JobId id, Instant now) {
        return read(on -> on.reading.find(id, now));
    }

    @Override
    public Map<String, JobId> keyed(String type, KeyScope scope, String beginning, int limit) {
        return read(on -> on.keys.beginningWith(type, scope, beginning, limit));
    }

    @Override
    public Map<JobId, JobView.Standing> standings(Collection<JobId> ids, Instant now) {
        return read(on -> on.places.standings(ids, now));
    }

    @Override
    public Grounds grounds(Collection<JobId> jobs, Instant now) {
        return Footing.of(jobs, transactions);
    }

    @Override
    public Optional<Payload> payload(JobId id) {
        return read(on -> on.places.find(id).map(Rows.Job::payload));
    }

    @Override
    public Optional<String> checkpoint(JobId id) {
        return read(on -> on.reading.checkpoint(id));
    }

    @Override
    public Optional<Situation> situation(JobId id, Instant now) {
        return read(on -> on.reading.situation(id, now));
    }

    @Override
    public List<AttemptView> attempts(JobId id) {
        return read(on -> on.places.attempts(List.of(id)).getOrDefault(id, List.of()));
    }

    @Override
    public List<JobView> list(JobFilter filter, Optional<JobId> after, int limit, Instant now) {
        return read(on -> on.reading.list(filter, after, limit, now));
    }

    @Override
    public List<RouteCount> counts(long cap, Instant now) {
        return transactions.read(on -> new Counting(on, cap, now).counts());
    }

    @Override
    public Lag lag(String type, Instant begunBefore, long cap) {
        return transactions.read(on -> new Lags(on, type, cap).lag(begunBefore));
    }

    @Override
    public AutoCloseable onWork(Runnable hint) {
        return wakeups.add(hint);
    }

    @Override
    public boolean isKeptWaiting(Thread caller) {
        return transactions.isWaiting(caller);
    }

    /** Refuses everything from now on. The data source is its owner's to close. */
    @Override
    public void close() {
        watcher.close();
        wakeups.close();
        transactions.close();
    }

    /** Works off what was left to be looked at again, as far as that is due. Every claim does so, too. */
    void workNotesOff() {
        verbs.workNotesOff();
    }

    <T> T read(Verbs.Part<T> part) {
        return verbs.read(part);
    }

    <T> T write(Verbs.Part<T> part) {
        return verbs.write(part);
    }

    private <T> T noting(Verbs.Part<T> part) {
        return verbs.noting(part);
    }
}
