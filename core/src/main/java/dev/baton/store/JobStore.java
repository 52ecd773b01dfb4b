package dev.baton.store;

import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.KeyScope;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where jobs stand. Every verb takes a batch and is one transaction: all of it happened, or nothing did. Verbs are told the
 * time, which is that of {@link #clock()}. Safe for use by several threads.
 *
 * <p>A verb throws {@link StoreUnavailableException} if nothing was done and trying again may help, and {@link
 * OutcomeUnknownException} if the answer to a commit was lost, so that it may have happened or not; every verb can be repeated
 * then.
 *
 * <p>The contract suite in the testkit says the same by example, and any store can be put through it.
 */
public interface JobStore extends AutoCloseable {

    /** The time by which jobs are due: one for all who share the store. */
    InstantSource clock();

    // A job's life, in its order.

    /**
     * Adds jobs, in this order; each is there when this returns. A unique key that is taken answers with the job that has it,
     * and so does an id that was added before and not pruned since.
     *
     * @throws KeyReusedException if a FOREVER key comes with another payload of the same version; nothing is stored then
     */
    List<Inserted> insert(List<NewJob> jobs, Instant now);

    /**
     * As {@link #insert(List, Instant)}, within the caller's transaction: the jobs are there if and only if it commits. A
     * refusal leaves that transaction as it was, and usable.
     */
    List<Inserted> insert(StoreTransaction caller, List<NewJob> jobs, Instant now);

    /**
     * Moves jobs from pending to running, for a live node: those of its routes that are due, by {@link ClaimRequest#choose}. All of
     * one call carry one fence, larger than any before it. What is switched off is left out. Of a lane only the first comes; behind
     * it, where the terms allow it, those that follow it in its lane, as long as they are of its route, due, and neither lost
     * before nor in doubt. Nothing to claim means nothing is written.
     *
     * <p>Where a cap names a limit of all nodes, no more are claimed than that has room for, and what is claimed counts for it for as
     * long as it runs, and for its rate for good. A limit that somebody else claims under at this moment, or that was never declared,
     * leaves room for nothing. A claim without such a cap has nothing to do with limits.
     *
     * <p>A job whose route has a limit key comes only where a cap names a limit that holds for each key and concerns it, and only as far as its
     * key has room; {@link KeyRound} says which keys are looked at, and the answer where to go on. Claims have routes without keys.
     */
    Claimed claim(ClaimRequest request, Instant now);

    /**
     * Has those of these jobs be due now that are pending and due later, but for those that are being retried. Nothing else changes; one
     * that somebody else has in hand may be left as it is.
     */
    void hasten(Collection<JobId> jobs, Instant now);

    /** Keeps how far handlers are. What is no longer running under its fence is left out. */
    void progress(List<Progress> progress, Instant now);

    /**
     * Ends attempts. Each names its fence; one whose job is not running under it changes nothing. Answers what became of each,
     * in order. If somebody wants the job cancelled, that goes before retry, snooze and release. A job that was claimed behind
     * others of its lane is given back if one of those is to run again first. Nobody waits for a transaction that has one of the
     * jobs in hand: that end alone is answered so, and is to be asked for again.
     */
    List<Finished> finish(List<Finish> finishes, Instant now);

    /**
     * Ends an attempt as done within the caller's transaction: if and only if it commits, the job is over.
     *
     * @throws BatonException with the code {@code WITNESSED} if there is to be evidence of it, as a chain must not wait for a caller's
     *     transaction; nothing was written
     * @throws BatonException with the code {@code STALE_FENCE} if the job is not running under this fence, {@code OUT_OF_TURN} if a
     *     job that was claimed before it in its lane goes first; nothing was written. Both times a store may let all of the caller's
     *     transaction come to nothing, as its work is done again by another attempt; not if it has ended the job itself before
     */
    void finish(StoreTransaction caller, Finish done, Instant now);

    /** Keeps what attempts want kept for those after them; false for one whose job is not running under its fence. */
    List<Boolean> checkpoint(List<Checkpoint> checkpoints, Instant now);

    /**
     * Keeps it within the caller's transaction: if and only if that commits.
     *
     * @throws BatonException with the code {@code STALE_FENCE} if the job is not running under this fence; nothing was written
     */
    void checkpoint(StoreTransaction caller, Checkpoint checkpoint, Instant now);

    // Nodes, and what becomes of the jobs of dead ones.

    /**
     * Registers a node, which is live until it leaves or is declared dead; an id is never used twice. A store for one engine
     * refuses a second one with the code {@code ENGINE_RUNNING}, and takes every earlier node for dead.
     *
     * @param serves the routes on which it takes jobs, for those who ask why one is not taken
     */
    void join(NodeId node, Set<Route> serves, Instant now);

    /** Says that a node lives. False if it does not: it has to stop, and to join under a new id. */
    boolean beat(NodeId node, Instant now);

    /** The nodes that are live, with their beats, for others to watch. */
    List<NodeBeat> liveNodes();

    /**
     * Declares a node dead, if its beat is still this one. False if it has beaten since, is not live, or is claiming at this very
     * moment: what it gets then is its own.
     */
    boolean declareDead(NodeBeat seen, Instant now);

    /** A node's last word: it is no longer live, and what it still holds is to be recovered. */
    void leave(NodeId node, Instant now);

    /** What a node holds, and what is wanted of it: for cancellations, and for claims whose answer was lost. */
    List<Held> heldBy(NodeId node);

    /**
     * Moves running jobs of nodes that are not live, at most so many, in the order of their ids from after this one on: back to
     * pending, or aside, as their terms say. What cannot be moved is named, left as it is, and does not stop the rest.
     */
    Recovered recover(Optional<JobId> after, int limit, Instant now);

    // Cursors: how far something outside was read into this store.

    /**
     * Has a live node read on from a cursor, which is made if there is none; who read before can move it no more. Empty if another
     * live node reads, or is just about to, and if this one is not live.
     */
    Optional<Cursor> takeCursor(String name, NodeId reader, Instant now);

    /**
     * Adds jobs as {@link #insert(List, Instant)} does, and moves a cursor, or leaves its position as it is: all of it happened, or
     * nothing did.
     *
     * @throws BatonException with the code {@code STALE_CURSOR} if the cursor is not as it is held, because somebody else has taken or
     *     moved it; nothing was done
     */
    List<Inserted> advance(Cursor held, Optional<String> to, List<NewJob> jobs, Instant now);

    /** Gives a cursor back, for any node to take. Of no effect if somebody else has taken it. */
    void leaveCursor(Cursor held);

    /** All cursors, by name. */
    List<Cursor> cursors();

    /** Schedules: jobs that come again and again. */
    ScheduleStore schedules();

    // The end of the archive.

    /**
     * Removes jobs that are over, done or cancelled, and ended before this time, with all their attempts: at most so many, the
     * longest ended first. Answers how many. It costs what it removes, however much is kept. A job with a FOREVER key is never
     * removed, as its key goes on answering for it, nor is one that stands anywhere; what operators did stays on record.
     */
    int prune(Instant endedBefore, int limit);

    /** The same jobs, for those who look at them before they remove them by name. */
    FinishedJobs finishedJobs();

    // Operators.

    /** Carries out each of these and records who asked and why, or refuses it without any effect. */
    List<CommandResult> command(List<OperatorCommand> commands, Instant now);

    /** What would come of these, one after another. Nothing is done. */
    List<CommandResult> rehearse(List<OperatorCommand> commands, Instant now);

    /** What operators did, the newest first. */
    List<ActionView> actions(int limit);

    /** What is turned off. */
    List<Switch> switches();

    /**
     * What is kept of witnessed jobs so that nobody can change it unnoticed: an entry for every attempt, and for everything that an
     * operator did to such a job or to a switch, in the transaction that wrote it down.
     */
    EvidenceLog evidence();

    /** What is still to be done, for those who wait until nothing is, and those who let in no more than so much. */
    Backlog backlog();

    /** What all nodes together are kept to. */
    LimitBook limits();

    // Reads. Asking for what stands somewhere costs nothing for what has ended.

    /** A job, wherever it stands. */
    Optional<JobView> find(JobId id, Instant now);

    /** Who has unique keys of this type that begin so, by key in the order of its UTF-8 bytes: the first ones, up to a limit. */
    Map<String, JobId> keyed(String type, KeyScope scope, String beginning, int limit);

    /** Where these jobs stand; ids that are not known are left out. */
    Map<JobId, JobView.Standing> standings(Collection<JobId> ids, Instant now);

    /** Who has these jobs, and what is off: what is true at some moment between the question and its answer. Progress may be left out. */
    default Grounds grounds(Collection<JobId> jobs, Instant now) {
        List<Switch> off = switches();
        var holds = new HashMap<JobId, JobView.Hold>();
        standings(jobs, now).forEach((job, standing) -> standing.hold().ifPresent(hold -> holds.put(job, hold)));
        return new Grounds(holds, off);
    }

    /** A job's data. */
    Optional<Payload> payload(JobId id);

    /** What its attempts kept, as JSON. */
    Optional<String> checkpoint(JobId id);

    /** A job with all in the store that may keep it from running. */
    Optional<Situation> situation(JobId id, Instant now);

    /** The ended attempts of a job, oldest first. */
    List<AttemptView> attempts(JobId id);

    /**
     * At most so many jobs that fit, the newest first, from after this one on. Of their last attempts only the {@linkplain AttemptView#brief
     * brief} end is there: what handlers answer may be long, and is not read for all of them.
     */
    List<JobView> list(JobFilter filter, Optional<JobId> after, int limit, Instant now);

    /**
     * How many jobs are pending, running or parked, by route and state, at a cost that no backlog can raise: no more than the
     * cap of the pending jobs of a route are looked at, and of its parked ones. If there are more, the counts of these states
     * are lower bounds and say so. First come those to be claimed first, and last those that wait for another job; of the
     * parked ones first the held, then the dead, the older before the newer. Where nothing was counted there is no entry.
     */
    List<RouteCount> counts(long cap, Instant now);

    /**
     * How far behind the jobs of a type are, at a cost that no backlog can raise: of the jobs of a route that may be claimed no more than
     * the cap are looked at, those to be claimed first before the others. If there are more, an older one may be among them. A job that
     * was claimed behind another of its lane has begun when that one ended.
     */
    Lag lag(String type, Instant begunBefore, long cap);

    /** Has this called, soon and on any thread, when there may be something to claim. A hint: it may be late, or missing. */
    AutoCloseable onWork(Runnable hint);

    /**
     * Whether this thread, within a verb, is waiting for something that others of this very process have, such as a connection of a
     * pool that handlers use up. It goes on when they have ended, so that this is no sign of a store that does not answer.
     */
    default boolean isKeptWaiting(Thread caller) {
        return false;
    }

    @Override
    void close();
}
