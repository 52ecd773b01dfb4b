package dev.baton.supervise;

import java.time.Duration;

/**
 * What happened, told to every listener in the order it was decided, on one thread. Logging is one listener. {@code
 * docs/guide/supervise.md} lists them all.
 */
public sealed interface SupervisorEvent {

    /** An event that concerns one task. */
    sealed interface TaskEvent extends SupervisorEvent {
        /** The task's name. */
        String task();
    }

    /** Why a task is dead. */
    enum Death {
        /** It failed and had no restart left. */
        EXHAUSTED,
        /** Somebody killed it. */
        KILLED,
        /** The supervisor was shut down. */
        SHUTDOWN,
        /** The supervisor gave up, as too many other tasks were dead. */
        TOO_MANY_DEAD
    }

    /** The supervisor began, with so many tasks. */
    record SupervisorStarted(int tasks) implements SupervisorEvent {}

    /** A fresh run began. */
    record TaskStarted(String task, long run) implements TaskEvent {}

    /** A run returned, and was allowed to. */
    record TaskCompleted(String task, long run) implements TaskEvent {}

    /** A run threw, hung, or returned from a task that must not. */
    record TaskFailed(String task, long run, Throwable failure) implements TaskEvent {}

    /** A run made no progress for so long; it was interrupted and counts as failed. */
    record TaskHung(String task, long run, Duration silence) implements TaskEvent {}

    /** A failed task is to start again after the delay; it is its so-many-th restart in a row. */
    record RestartScheduled(String task, long restart, Duration delay) implements TaskEvent {}

    /** Somebody asked for a restart. */
    record RestartRequested(String task) implements TaskEvent {}

    /** A run was healthy for long enough: the count of restarts began anew. */
    record TaskStable(String task, long run) implements TaskEvent {}

    /** A task is not to run again unless somebody asks for it. */
    record TaskDied(String task, long run, Death death) implements TaskEvent {}

    /** A task was removed, and its last run has ended: its name is free. */
    record TaskRemoved(String task) implements TaskEvent {}

    /** A task reported something it survives. */
    record TaskWarned(String task, long run, String what, Throwable failure) implements TaskEvent {}

    /** A run that was told to stop has ended, within the grace time. */
    record RunStopped(String task, long run) implements TaskEvent {}

    /** A run was told to stop and did not within the grace time. It is left alone from now on; its thread still exists. */
    record RunAbandoned(String task, long run, Duration grace) implements TaskEvent {}

    /** An abandoned run ended after all; its result changes nothing. */
    record LateResultIgnored(String task, long run) implements TaskEvent {}

    /** So many runs of a task ignore their interrupts that no other is started until one of them has ended. */
    record TaskStuck(String task, int abandoned) implements TaskEvent {}

    /** A command had nothing to act on. */
    record CommandIgnored(String command, String task, String reason) implements TaskEvent {}

    /** A larger share of the tasks was dead than the threshold allows; the supervisor is ending. */
    record TooManyDead(double share, double threshold) implements SupervisorEvent {}

    /** Listeners were too slow: so many events were dropped before the next one. */
    record EventsDropped(long count) implements SupervisorEvent {}

    /** The supervisor met a defect of its own and stops its tasks. */
    record SupervisorBroken(Throwable failure) implements SupervisorEvent {}

    /** The supervisor ended; nothing follows. */
    record SupervisorEnded() implements SupervisorEvent {}
}
