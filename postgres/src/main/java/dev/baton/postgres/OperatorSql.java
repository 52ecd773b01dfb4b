package dev.baton.postgres;

/** The statements of operators. Those who want something of the same job wait for each other at its row. */
final class OperatorSql {

    private OperatorSql() {}

    /** In one order for all. */
    static final String JOBS_LOCK = """
            SELECT id, queue, type, version, lane, seq, replaces, payload, sha256, label, priority, created_at, key_scope, key, witnessed
            FROM baton_job WHERE id = ANY (:ids::uuid[]) ORDER BY id FOR NO KEY UPDATE
            """;

    static final String PENDING_DELETE = """
            DELETE FROM baton_pending WHERE id = :id
            """;

    static final String PENDING_DELETE_UNLESS_IN_DOUBT = """
            DELETE FROM baton_pending WHERE id = :id AND doubt = 0
            """;

    /** Unless somebody has it in hand. */
    static final String RUNNING_DELETE = """
            DELETE FROM baton_running
            WHERE id = (SELECT id FROM baton_running WHERE id = :id AND fence = :fence FOR UPDATE SKIP LOCKED)
            """;

    static final String PARKED_DELETE = """
            DELETE FROM baton_parked WHERE id = :id
            """;

    /** Beside the running row, which stays as it is, and is kept from being ended until that is said. */
    static final String CANCEL_WANTED = """
            INSERT INTO baton_cancel (job, fence)
            SELECT id, fence FROM (SELECT id, fence FROM baton_running WHERE id = :id FOR KEY SHARE SKIP LOCKED) running
            ON CONFLICT (job) DO UPDATE SET fence = excluded.fence
            """;

    static final String CANCEL_WANTED_IN_DOUBT = """
            UPDATE baton_pending SET cancel_wanted = true WHERE id = :id AND doubt <> 0
            """;

    static final String REDACT = """
            UPDATE baton_job SET payload = :payload, label = :label WHERE id = :id
            """;

    static final String SWITCH_OFF = """
            INSERT INTO baton_switch (kind, name) VALUES (:kind, :name) ON CONFLICT DO NOTHING
            """;

    static final String SWITCH_ON = """
            DELETE FROM baton_switch WHERE kind = :kind AND name = :name
            """;

    /** In the order of the arrays. */
    static final String ACTIONS_INSERT = """
            INSERT INTO baton_operator_action (act, target, who, why, before, after, at, witnessed)
            SELECT act, target, who, why, before, after, at, witnessed
            FROM unnest(:acts::text[], :targets::text[], :whos::text[], :whys::text[], :befores::text[], :afters::text[],
                    :times::bigint[], :witnesseds::bool[])
                AS a (act, target, who, why, before, after, at, witnessed)
            RETURNING seq, witnessed
            """;
}
