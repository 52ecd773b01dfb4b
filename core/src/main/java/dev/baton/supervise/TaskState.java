package dev.baton.supervise;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** Where a supervised task stands. The allowed moves are {@link #successors()}; nothing else ever happens. */
public enum TaskState {
    /** Registered, not started yet. */
    CREATED,
    /** A run is under way. */
    HEALTHY,
    /** The last run failed; another one is due after its delay. */
    FAILED,
    /** The last run returned. It starts again only when asked to. */
    COMPLETED,
    /** Restarts used up, killed, or shut down. It starts again only when asked to. */
    DEAD;

    /** The states that may follow this one. */
    public Set<TaskState> successors() {
        return switch (this) {
            case CREATED -> EnumSet.of(HEALTHY, DEAD);
            case HEALTHY -> EnumSet.of(HEALTHY, FAILED, COMPLETED, DEAD);
            case FAILED -> EnumSet.of(HEALTHY, DEAD);
            case COMPLETED -> EnumSet.of(HEALTHY, DEAD);
            case DEAD -> EnumSet.of(HEALTHY, DEAD);
        };
    }

    /** Is a run under way? */
    public boolean isHealthy() {
        return this == HEALTHY;
    }

    /** Is a restart on its way? */
    public boolean isRestarting() {
        return this == FAILED;
    }

    /** Did the last run return? */
    public boolean hasCompleted() {
        return this == COMPLETED;
    }

    /** Has the supervisor given this task up? */
    public boolean isDead() {
        return this == DEAD;
    }

    /** The state's name for people: in lower case. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
