package dev.baton.supervise;

import java.time.Duration;

/**
 * What happened, told to every listener in the order it was decided, on the supervisor's own thread. Logging is one
 * listener. {@code docs/guide/supervise.md} lists them all.
 */
public sealed interface SupervisorEvent {

    /** Why a task is dead. */
    enum Death {
        /** It failed and had no restart left. */
        EXHAUSTED,
        /** Somebody killed it. */
        KILLED,
        /** The supervisor was shut down. */
        SHUTDOWN,
        /** The supervisor gave up, as too many other tasks were dead. */
        TOO_MANY_DEAD,
        /** Too many of its earlier runs ignore their interrupts, so that another one is not started. */
        STUCK
    }

    /** The supervisor began, with so many tasks. */
    record SupervisorStarted(int tasks) implements SupervisorEvent {}

    /** A fresh run began. */
    record TaskStarted(String task, long run) implements SupervisorEvent {}

    /** A run returned, and was allowed to. */
    record TaskCompleted(String task, long run) implements SupervisorEvent {}

    /** A run threw, hung, or returned from a task that must not. */
    record TaskFailed(String task, long run, Throwable failure) implements SupervisorEvent {}

    /** A run made no progress for so long; it was interrupted and counts as failed. */
    record TaskHung(String task, long run, Duration silence) implements SupervisorEvent {}

    /** A failed task is to start again after the delay; it is its so-many-th restart in a row. */
    record RestartScheduled(String task, long restart, Duration delay) implements SupervisorEvent {}

    /** Somebody asked for a restart. */
    record RestartRequested(String task) implements SupervisorEvent {}

    /** A run was healthy for long enough: the count of restarts began anew. */
    record TaskStable(String task, long run) implements SupervisorEvent {}

    /** A task is not to run again unless somebody asks for it. */
    record TaskDied(String task, long run, Death death) implements SupervisorEvent {}

    /** A task reported something it survives. */
    record TaskWarned(String task, long run, String what, Throwable failure) implements SupervisorEvent {}

    /** A run that was told to stop has ended, within the grace time. */
    record RunStopped(String task, long run) implements SupervisorEvent {}

    /** A run was told to stop and did not within the grace time. It is left alone from now on; its thread still exists. */
    record RunAbandoned(String task, long run, Duration grace) implements SupervisorEvent {}

    /** An abandoned run ended after all; its result changes nothing. */
    record LateResultIgnored(String task, long run) implements SupervisorEvent {}

    /** A command had nothing to act on. */
    record CommandIgnored(String command, String task, String reason) implements SupervisorEvent {}

    /** A larger share of the tasks was dead than the threshold allows; the supervisor is ending. */
    record TooManyDead(double share, double threshold) implements SupervisorEvent {}

    /** The supervisor ended; nothing follows. */
    record SupervisorEnded() implements SupervisorEvent {}
}
