package dev.baton.testkit.store.walk;

import dev.baton.job.JobId;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Ending;
import dev.baton.store.JobFilter;
import dev.baton.store.NewJob;
import dev.baton.store.NodeBeat;
import dev.baton.store.NodeId;
import dev.baton.store.OperatorCommand;
import dev.baton.store.Progress;
import dev.baton.store.Route;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One step of a walk. It is data, and means the same whatever steps before it are left out: jobs and nodes have given ids, a
 * fence is named by counting back from a job's last claim, and an {@link Instant} is as far from the step's own time as it is from
 * {@link Instant#EPOCH}.
 */
public sealed interface Step {

    /** Time passes. */
    record Advance(Duration by) implements Step {}

    /** The store is closed and opened again. */
    record Reopen() implements Step {}

    /** A node joins, and takes jobs on these routes. */
    record Join(NodeId node, Set<Route> serves) implements Step {}

    /** A node beats. */
    record Beat(NodeId node) implements Step {}

    /** A node leaves. */
    record Leave(NodeId node) implements Step {}

    /** Somebody takes a node for dead. */
    record DeclareDead(NodeBeat seen) implements Step {}

    /** What dead nodes held is moved on. */
    record Recover(Optional<JobId> after, int limit) implements Step {}

    /** Jobs are added. */
    record Insert(List<NewJob> jobs) implements Step {}

    /** A node asks for jobs. */
    record Claim(ClaimRequest request) implements Step {}

    /** A node wants to read on from a cursor. */
    record TakeCursor(String name, NodeId node) implements Step {}

    /** Who took a cursor last, or so many takes before, adds jobs and moves it from here to there, or leaves it where it is. */
    record MoveCursor(String name, int back, Optional<String> from, Optional<String> to, List<NewJob> jobs)
            implements Step {}

    /** Such a reader gives it back. */
    record LeaveCursor(String name, int back) implements Step {}

    /** Attempts end. */
    record Finish(List<End> ends) implements Step {}

    /** Attempts keep something for those after them. */
    record Keep(List<Kept> kept) implements Step {}

    /** Attempts say how far they are. */
    record Mark(List<Marked> marks) implements Step {}

    /** Jobs are added, ended as done and kept within one transaction of an application's, which then commits or does not. */
    record InTransaction(List<Step> parts, boolean commit) implements Step {}

    /** Operators ask for this. */
    record Command(List<OperatorCommand> commands) implements Step {}

    /** Operators ask what would come of this. */
    record Rehearse(List<OperatorCommand> commands) implements Step {}

    /** What ended longer ago than this is removed; a negative age is a time to come. */
    record Prune(Duration age, int limit) implements Step {}

    /** Somebody lists jobs. */
    record Look(JobFilter filter, Optional<JobId> after, int limit) implements Step {}

    /** Somebody counts jobs. */
    record Count(long cap) implements Step {}

    /** The end of the attempt that had the job as its last owner, or so many owners before. */
    record End(JobId job, int back, Ending ending) {}

    /** What such an attempt wants kept. */
    record Kept(JobId job, int back, String json) {}

    /** How far such an attempt is. */
    record Marked(JobId job, int back, Progress.Mark mark) {}
}
