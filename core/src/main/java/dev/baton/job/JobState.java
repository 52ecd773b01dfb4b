package dev.baton.job;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Where a job stands. The moves below are all there are; the stores, the tests and the documents use this one table. */
public enum JobState {
    /** Pending, and its time has not come. */
    SCHEDULED,
    /** Pending, and may be claimed. */
    READY,
    /** Pending, behind another job that has to end first. */
    WAITING,
    /** Pending again after a failure, until its next attempt. */
    RETRYING,
    /** Claimed by a node. */
    RUNNING,
    /** Finished, as wanted. */
    DONE,
    /** Parked: it failed for good or used up its attempts. */
    DEAD,
    /** Parked: nobody knows whether its work was done. */
    HELD,
    /** Ended because somebody wanted it to. */
    CANCELLED;

    /** What can be asked of a job, by a node or by people. */
    public enum Command {
        /** A node takes it. */
        CLAIM,
        /** Its owner says that it is done. */
        FINISH_DONE,
        /** Its owner says that it is to be tried again. */
        FINISH_RETRY,
        /** Its owner says that it is to come back later. */
        FINISH_SNOOZE,
        /** Its owner says that it will never work. */
        FINISH_DEAD,
        /** Its owner does not know what came of it, and its type can find out. */
        FINISH_UNKNOWN,
        /** Its owner does not know what came of it. */
        FINISH_HELD,
        /** Its owner says that it was left alone, as somebody had asked. */
        FINISH_CANCELLED,
        /** Its owner gives it back, untouched. */
        RELEASE,
        /** Its owner is dead. */
        RECOVER,
        /** Somebody no longer wants it. */
        CANCEL,
        /** Somebody no longer wants it, and does not wait for its handler. */
        KILL,
        /** Somebody wants it tried again, from the beginning. */
        RETRY,
        /** Somebody knows that its work was not done, and wants it to run. */
        RELEASE_HELD,
        /** Somebody knows that its work was done. */
        CONFIRM,
        /** Somebody wants its lane to go on without it. */
        SKIP,
        /** Somebody gives it up. */
        DISCARD,
        /** Somebody puts another job in its place. */
        REPLACE,
        /** Somebody wants its data removed. */
        REDACT
    }

    private static final Set<JobState> PENDING = EnumSet.of(SCHEDULED, READY, WAITING, RETRYING);
    private static final Map<JobState, Map<Command, Set<JobState>>> MOVES = moves();

    /** The states a command may lead to from here; none if it is refused here. */
    public Set<JobState> after(Command command) {
        return MOVES.getOrDefault(this, Map.of()).getOrDefault(command, Set.of());
    }

    /** Does it wait for its turn? */
    public boolean isPending() {
        return PENDING.contains(this);
    }

    /** Does it stand aside until somebody decides? */
    public boolean isParked() {
        return this == DEAD || this == HELD;
    }

    /** Is it over for good? */
    public boolean isFinal() {
        return this == DONE || this == CANCELLED;
    }

    /** The state's name for people: in lower case. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static Map<JobState, Map<Command, Set<JobState>>> moves() {
        var moves = new EnumMap<JobState, Map<Command, Set<JobState>>>(JobState.class);
        for (JobState state : EnumSet.of(READY, RETRYING)) {
            allow(moves, state, Command.CLAIM, RUNNING);
        }
        for (JobState state : PENDING) {
            allow(moves, state, Command.CANCEL, CANCELLED, state);
            allow(moves, state, Command.REPLACE, CANCELLED);
            allow(moves, state, Command.SKIP, CANCELLED);
        }
        allow(moves, DEAD, Command.REPLACE, CANCELLED);
        for (JobState state : EnumSet.of(RETRYING, DEAD, HELD)) {
            allow(moves, state, Command.RETRY, READY, WAITING);
        }
        for (JobState state : EnumSet.of(DEAD, HELD)) {
            allow(moves, state, Command.DISCARD, CANCELLED);
            allow(moves, state, Command.SKIP, CANCELLED);
        }
        for (JobState state : EnumSet.of(DONE, CANCELLED)) {
            allow(moves, state, Command.REDACT, state);
        }
        allow(moves, RUNNING, Command.FINISH_DONE, DONE, WAITING, CANCELLED);
        allow(moves, RUNNING, Command.FINISH_RETRY, RETRYING, WAITING, CANCELLED);
        allow(moves, RUNNING, Command.FINISH_SNOOZE, SCHEDULED, READY, WAITING, CANCELLED);
        allow(moves, RUNNING, Command.FINISH_DEAD, DEAD, WAITING, CANCELLED);
        allow(moves, RUNNING, Command.FINISH_UNKNOWN, RETRYING, WAITING);
        allow(moves, RUNNING, Command.FINISH_HELD, HELD, WAITING, CANCELLED);
        allow(moves, RUNNING, Command.FINISH_CANCELLED, CANCELLED);
        allow(moves, RUNNING, Command.RELEASE, READY, WAITING, CANCELLED);
        allow(moves, RUNNING, Command.RECOVER, READY, RETRYING, WAITING, DEAD, HELD, CANCELLED);
        allow(moves, RUNNING, Command.CANCEL, RUNNING);
        allow(moves, RUNNING, Command.KILL, CANCELLED, HELD);
        allow(moves, HELD, Command.RELEASE_HELD, READY, WAITING);
        allow(moves, HELD, Command.CONFIRM, DONE);
        return moves;
    }

    private static void allow(
            Map<JobState, Map<Command, Set<JobState>>> moves, JobState from, Command command, JobState... to) {
        moves.computeIfAbsent(from, state -> new EnumMap<>(Command.class)).put(command, Set.of(to));
    }
}
