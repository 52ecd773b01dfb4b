package dev.baton.observe;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.NodeId;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/**
 * What happened in one process, told to every listener in order, on one thread. Events are told after the fact: what an event
 * says has been committed. Logging is one listener. {@code docs/guide/jobs.md} lists them all.
 */
public sealed interface Event {

    /** An event that concerns one job. */
    sealed interface JobEvent extends Event {
        /** Which. */
        JobId jobId();

        /** Of which type. */
        String type();

        /** On which queue. */
        String queue();
    }

    /** The end of an attempt. */
    sealed interface AttemptEnded extends JobEvent {
        /** Which attempt it was, counted from 1. */
        int attempt();

        /** How long the handler took. */
        Duration took();
    }

    // A job's life, in its order.

    /** A job was added; in a caller's transaction, if that commits. It may have begun before this is told. */
    record JobCreated(JobId jobId, String type, String queue) implements JobEvent {}

    /** An attempt began, so long after the job was due. */
    record JobStarted(JobId jobId, String type, String queue, int attempt, long fence, Duration waited)
            implements JobEvent {}

    /** A handler threw this; what becomes of the job is told when it is written down. */
    record HandlerThrew(JobId jobId, String type, String queue, int attempt, Throwable failure) implements JobEvent {}

    /** The job is done. */
    record JobCompleted(JobId jobId, String type, String queue, int attempt, Duration took) implements AttemptEnded {}

    /** The attempt failed; the job is to be tried again. */
    record JobRetried(
            JobId jobId,
            String type,
            String queue,
            int attempt,
            Duration took,
            String code,
            String message,
            Instant dueAt)
            implements AttemptEnded {}

    /** The job failed for good, or was lost with its process too often (attempt 0), and is parked as dead. */
    record JobFailed(JobId jobId, String type, String queue, int attempt, Duration took, String code, String message)
            implements AttemptEnded {}

    /** Nobody knows whether the work was done; that is asked before the job is tried again. */
    record JobInDoubt(
            JobId jobId,
            String type,
            String queue,
            int attempt,
            Duration took,
            String code,
            String message,
            Instant dueAt)
            implements AttemptEnded {}

    /** Nobody knows whether the work was done; the job is parked as held. */
    record JobHeld(JobId jobId, String type, String queue, int attempt, Duration took, String code, String message)
            implements AttemptEnded {}

    /** The job is to come back later; no attempt was used up. */
    record JobSnoozed(JobId jobId, String type, String queue, int attempt, Duration took, Instant until)
            implements AttemptEnded {}

    /** The job was given back, not begun or interrupted by a stop; no attempt was used up. */
    record JobReleased(JobId jobId, String type, String queue, int attempt, Duration took) implements AttemptEnded {}

    /** The job was cancelled while it ran. */
    record JobCancelled(JobId jobId, String type, String queue, int attempt, Duration took) implements AttemptEnded {}

    /** The attempt ended after it had lost the job; its outcome changed nothing. */
    record JobFenced(JobId jobId, String type, String queue, int attempt, Duration took, long fence)
            implements AttemptEnded {}

    /** The store refuses the outcome of an attempt in every form; it is tried again, and recovered at the next start. */
    record JobUpdateError(JobId jobId, String type, String queue, Throwable failure) implements JobEvent {}

    /** What a handler returned or said cannot be stored; the job ended without it. */
    record ResultLost(JobId jobId, String type, String queue, Throwable failure) implements JobEvent {}

    /** A handler ignored its interrupt. It is left alone, and its slot given to others while few are stuck. */
    record HandlerStuck(JobId jobId, String type, String queue, Duration since, int stuck) implements JobEvent {}

    /** A handler that was left alone returned after all; its outcome changes nothing. */
    record HandlerReturnedLate(JobId jobId, String type, String queue, int stuck) implements JobEvent {}

    /** A parked job keeps all others of its lane waiting; somebody has to decide about it. */
    record LaneBlocked(JobId jobId, String type, String queue, String lane, long sequence, JobState state)
            implements JobEvent {}

    /** A job went onto a queue that this process does not serve, though it handles the type. */
    record QueueNotServed(JobId jobId, String type, String queue) implements JobEvent {}

    /** A job failed for good, and so none of its type are taken by this process for so long. */
    record CircuitOpened(JobId jobId, String type, String queue, Duration pause) implements JobEvent {}

    /** After the pause another job of the type failed for good; there is another pause. */
    record CircuitRecoveryFailed(JobId jobId, String type, String queue, Duration pause) implements JobEvent {}

    /** After the pause a job of the type was done; all is as before. */
    record CircuitRecovered(String type) implements Event {}

    // Schedules.

    /**
     * A schedule is stored that was not there, or was another one.
     *
     * @param change added or changed
     */
    record ScheduleStored(String schedule, String change, String timing) implements Event {}

    /** A schedule has added a job for this time. */
    record ScheduleFired(JobId jobId, String type, String queue, String schedule, Instant fireTime)
            implements JobEvent {}

    /**
     * Times of a schedule were passed over, and there is no job for them.
     *
     * @param first the first of them
     * @param last the last, which may be the same
     * @param reason missed, as no node was there, or overlap, as an earlier job is not over
     */
    record ScheduleSkipped(String schedule, Instant first, Instant last, String reason) implements Event {}

    /** A schedule that programs named when they started is not named by this one; it is fired all the same until it is removed. */
    record ScheduleNotInCode(String schedule, String type, String timing) implements Event {}

    /** A schedule that is due cannot be fired here; the others are, and it is tried again. */
    record ScheduleFailed(String schedule, Throwable failure) implements Event {}

    // Recovery.

    /** What dead nodes held is being taken back, before any handler runs. */
    record RecoveryStarted(NodeId node) implements Event {}

    /** A job whose node died stands there now. */
    record JobRecovered(JobId jobId, String type, String queue, long fence, JobState to) implements JobEvent {}

    /** Something could not be recovered; it was left as it is. */
    record RecoveryError(String what, String reason) implements Event {}

    /**
     * Recovery is over, and handlers may run.
     *
     * @param processingRecovered how many were running and no longer are
     * @param pendingReEnqueued how many are pending now, those included
     * @param orMore whether that is only what was counted, and there are more
     */
    record RecoveryCompleted(int processingRecovered, long pendingReEnqueued, boolean orMore, Duration took)
            implements Event {}

    // The start-up plan.

    /**
     * A step of the start-up plan began.
     *
     * @param step which, counted from 1
     * @param adopted how many of its jobs are those of an earlier start
     */
    record StartupStepStarted(int step, int jobs, int adopted, String labels) implements Event {}

    /** A step of the start-up plan is over: all its jobs are done. */
    record StartupStepCompleted(int step, int jobs, Duration took) implements Event {}

    /** The start-up plan is over; everything else begins. */
    record StartupCompleted(int steps, Duration took) implements Event {}

    /** The start-up plan failed in this step, or after it; nothing was served. */
    record StartupFailed(int step, String code, String message) implements Event {}

    // Singletons.

    /** This node runs that singleton from now on, under this fence. */
    record SingletonStarted(String task, long fence) implements Event {}

    /**
     * This node no longer runs that singleton.
     *
     * @param lost whether it was told so by others, or could not be sure to be the owner
     */
    record SingletonStopped(String task, long fence, boolean lost) implements Event {}

    // The engine.

    /** This process takes jobs. */
    record WorkerStarted(NodeId node, int concurrency) implements Event {}

    /** The store said that there may be something to claim, once or often since the last look, and this process looks. */
    record WorkerWoken(NodeId node) implements Event {}

    /** This process has claimed so many jobs, of these types, all under one fence. */
    record JobsClaimed(NodeId node, long fence, int count, Set<String> types) implements Event {}

    /**
     * This process looked for jobs, and limits of all nodes had no room for more.
     *
     * @param limits which, and how often: once, or once for each key of which something waits
     */
    record LimitsFull(NodeId node, Map<String, Integer> limits) implements Event {}

    /** There is nothing to do now. */
    record WorkerIdle(NodeId node) implements Event {}

    /** This process takes no more jobs; those that run may finish. */
    record WorkerStopping(NodeId node, int running) implements Event {}

    /** This process runs no more jobs. */
    record WorkerStopped(NodeId node) implements Event {}

    /** Baton was closed; nothing follows. */
    record BatonClosed() implements Event {}

    /** The engine has ended by a defect of its own, and Baton closes. */
    record EngineBroken(Throwable failure) implements Event {}

    /** A step of the engine failed, for the so-many-th time in a row; it is tried again. */
    record StepFailed(String step, int times, Throwable failure) implements Event {}

    /** A step that failed works again. */
    record StepRecovered(String step, int times) implements Event {}

    /** Another node was silent for a whole lease; its jobs are taken back. */
    record NodeDied(NodeId node, Duration silence) implements Event {}

    /** Others took this node for dead; it goes on under a new id. */
    record NodeReplaced(NodeId was, NodeId node) implements Event {}

    /** So many jobs were removed: they were over, and ended before that time. */
    record JobsPruned(int count, Instant endedBefore) implements Event {}

    /** So many jobs that are over were written to this file, and are removed now. */
    record JobsExported(int count, String file) implements Event {}

    /** Finished jobs could not be written to this folder, so nothing is removed; it is tried again. */
    record ExportFailed(String folder, String reason) implements Event {}

    /**
     * An operator asked for something, and this came of it. Why is on record in the store.
     *
     * @param act what was asked for
     * @param target of which job, of which switch, or of the jobs that fit which filter
     */
    record OperatorActed(String act, String target, String who, String result) implements Event {}

    /** Listeners were too slow: so many events were dropped before the next one. */
    record EventsDropped(long count) implements Event {}
}
