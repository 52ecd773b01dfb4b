package dev.baton.examples.liquidity;

import java.util.List;

/** The ten steps of a start, in their order. */
public enum StartStep {
    /** Baton's tables, then ours. */
    RUN_MIGRATIONS,
    /** Subscribe to ClearV3 and TakeOrderV3. */
    CONNECT_WEBSOCKET,
    /** Find the cutoff, and push jobs for what was missed. */
    BACKFILL_EVENTS,
    /** Positions, orders, inventory, broker. */
    BUILD_SERVICES,
    /** All that a job needs. */
    BUILD_JOB_CONTEXT,
    /** What earlier versions left in their queue becomes jobs. */
    IMPORT_EVENT_QUEUE,
    /** From here on jobs are done, and new events received. */
    SPAWN_ENGINE_AND_RECEIVER,
    /** Pollers, maintenance, rebalancer. */
    BUILD_TASKS,
    /** They begin. */
    START_SUPERVISOR,
    /** Until somebody wants it to end. */
    WAIT;

    /** Counted from 1. */
    public int number() {
        return List.of(values()).indexOf(this) + 1;
    }
}
