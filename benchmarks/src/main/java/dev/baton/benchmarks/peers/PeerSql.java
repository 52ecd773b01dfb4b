package dev.baton.benchmarks.peers;

/** The tables of those who do not make their own, and what is asked of them from outside. */
final class PeerSql {

    private PeerSql() {}

    /** As db-scheduler's documents have it for PostgreSQL. */
    static final String DB_SCHEDULER = """
            CREATE TABLE scheduled_tasks (
                task_name            text        NOT NULL,
                task_instance        text        NOT NULL,
                task_data            bytea,
                execution_time       timestamptz NOT NULL,
                picked               boolean     NOT NULL,
                picked_by            text,
                last_success         timestamptz,
                last_failure         timestamptz,
                consecutive_failures integer,
                last_heartbeat       timestamptz,
                version              bigint      NOT NULL,
                priority             smallint,
                state                text,
                PRIMARY KEY (task_name, task_instance)
            );
            CREATE INDEX execution_time_idx ON scheduled_tasks (execution_time);
            CREATE INDEX last_heartbeat_idx ON scheduled_tasks (last_heartbeat);
            """;

    static final String DB_SCHEDULER_LEFT = """
            SELECT EXISTS (SELECT 1 FROM scheduled_tasks) AS standing
            """;
}
