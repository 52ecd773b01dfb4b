package dev.baton.benchmarks;

import java.util.List;
import java.util.stream.Stream;

/** A number in the last line, by the name it has there. */
public enum Figure {
    ENQUEUE_PER_S("enqueue_per_s", 0),
    CYCLE_PER_S("cycle_per_s", 0),
    RAW_PER_S("raw_per_s", 0),
    NAIVE_PER_S("naive_per_s", 0),
    CYCLE_VS_RAW("cycle_vs_raw", 2),
    CYCLE_VS_NAIVE("cycle_vs_naive", 1),
    LATENCY_P50_MS("latency_p50_ms", 2),
    LATENCY_P99_MS("latency_p99_ms", 2),
    RAW_COMMIT_P99_MS("raw_commit_p99_ms", 2),
    FSYNC_PER_S("fsync_per_s", 0),
    BATCH("batch", 0),
    LANES_VS_UNORDERED("lanes_vs_unordered", 2),
    STRICT_LANE_VS_LOOP("strict_lane_vs_loop", 2),
    HOT_LANE_PER_S("hot_lane_per_s", 0),
    HISTORY_VS_EMPTY("history_vs_empty", 2),
    PAYMENT_P99_MS("payment_p99_ms", 2),
    PARTICIPANTS_VS_UNORDERED("participants_vs_unordered", 2),
    ONE_PARTICIPANT_VS_LOOP("one_participant_vs_loop", 2),
    BACKFILL_VS_LOOP("backfill_vs_loop", 2),
    IDLE_SCHEDULES_VS_NONE("idle_schedules_vs_none", 2),
    // Only where several engines can share a database.
    DRAIN_PER_S("drain_per_s", 0),
    DRAIN_VS_DB_SCHEDULER("drain_vs_db_scheduler", 1),
    DRAIN_VS_JOBRUNR("drain_vs_jobrunr", 1),
    DRAIN_VS_GRAPHILE("drain_vs_graphile", 2),
    DRAIN_VS_PGBOSS("drain_vs_pgboss", 2),
    TWO_NODES_VS_ONE_5MS("two_nodes_vs_one_5ms", 2),
    // Of the service.
    POST_PER_S("post_per_s", 0),
    POST_VS_ENQUEUE("post_vs_enqueue", 2),
    POST_P50_MS("post_p50_ms", 2),
    POST_P99_MS("post_p99_ms", 2),
    POST_ERRORS("errors", 0),
    POST_CPU_US("post_cpu_us", 0),
    SOAK_SECONDS("soak_s", 0),
    SOAK_PER_S("soak_per_s", 0),
    LISTENERS("listeners", 0),
    LISTENERS_AT_END("listeners_at_end", 0),
    EVENTS("events", 0),
    HEAP_BEGIN_MB("heap_begin_mb", 1),
    HEAP_END_MB("heap_end_mb", 1),
    HEAP_GROWTH("heap_growth", 2);

    private final String field;
    private final int decimals;

    Figure(String field, int decimals) {
        this.field = field;
        this.decimals = decimals;
    }

    /** All that are measured of this on this kind of store, in the order of the last line. */
    static List<Figure> of(Topic topic, Kind kind) {
        return Stream.of(values()).filter(each -> each.isOf(topic, kind)).toList();
    }

    private boolean isOf(Topic topic, Kind kind) {
        if (topic == Topic.HTTP) {
            return this == ENQUEUE_PER_S || compareTo(POST_PER_S) >= 0;
        }
        return compareTo(kind == Kind.POSTGRES ? POST_PER_S : DRAIN_PER_S) < 0;
    }

    String field() {
        return field;
    }

    int decimals() {
        return decimals;
    }
}
