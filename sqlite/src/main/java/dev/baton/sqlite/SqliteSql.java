package dev.baton.sqlite;

/** Every statement, in the order of a job's life. */
final class SqliteSql {

    private SqliteSql() {}

    static final String VERSION = """
            SELECT sqlite_version() AS version
            """;

    // Migrations.

    static final String MIGRATIONS_CREATE = """
            CREATE TABLE IF NOT EXISTS baton_migration (
                name       TEXT PRIMARY KEY,
                applied_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID
            """;

    static final String OUR_TABLES = """
            SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name GLOB 'baton_*' ORDER BY name
            """;

    static final String HISTORY_COLUMNS = """
            SELECT name FROM pragma_table_info('baton_migration') ORDER BY cid
            """;

    static final String MIGRATIONS = """
            SELECT name FROM baton_migration ORDER BY name
            """;

    static final String MIGRATION_INSERT = """
            INSERT INTO baton_migration (name, applied_at) VALUES (:name, :now)
            """;

    // Insert.

    static final String MAIN_FILE = """
            SELECT file FROM pragma_database_list WHERE name = 'main'
            """;

    static final String WRITE_FIRST = """
            DELETE FROM baton_fence WHERE 0
            """;

    static final String JOB_INSERT = """
            INSERT INTO baton_job (id, queue, type, version, payload, sha256, label, priority, created_at, key_scope, key)
            VALUES (:id, :queue, :type, :version, :payload, :sha256, :label, :priority, :now, :key_scope, :key)
            """;

    static final String PENDING_INSERT = """
            INSERT INTO baton_pending
                (id, queue, type, version, priority, due_at, ready, retrying, attempts, failures, lost)
            SELECT id, queue, type, version, priority, :due_at, :ready, :retrying, :attempts, :failures, :lost
            FROM baton_job WHERE id = :id
            """;

    static final String KEY_FIND = """
            SELECT job, next_job FROM baton_key WHERE type = :type AND scope = :scope AND key = :key
            """;

    static final String KEY_PUT = """
            INSERT INTO baton_key (type, scope, key, job, next_job) VALUES (:type, :scope, :key, :job, :next_job)
            ON CONFLICT (type, scope, key) DO UPDATE SET job = excluded.job, next_job = excluded.next_job
            """;

    static final String KEY_DELETE = """
            DELETE FROM baton_key WHERE type = :type AND scope = :scope AND key = :key
            """;

    static final String PENDING_READY = """
            UPDATE baton_pending SET ready = 1 WHERE id = :id
            """;

    // Claim.

    static final String NODE_LIVE = """
            SELECT 1 AS yes FROM baton_node WHERE id = :node AND live = 1
            """;

    static final String QUEUES_PAUSED = """
            SELECT name FROM baton_queue WHERE paused = 1 ORDER BY name
            """;

    /** The next priority below this one that a route has ready jobs of: one step down the index. */
    static final String PRIORITY_BELOW = """
            SELECT priority FROM baton_pending
            WHERE queue = :queue AND type = :type AND version = :version AND ready = 1 AND priority < :below
            ORDER BY priority DESC LIMIT 1
            """;

    static final String CANDIDATES = """
            SELECT id, due_at, attempts, failures, lost FROM baton_pending
            WHERE queue = :queue AND type = :type AND version = :version AND ready = 1 AND priority = :priority
                AND due_at <= :now
            ORDER BY due_at, id LIMIT :limit
            """;

    /** Past the ones that were lost before, which come alone. */
    static final String CANDIDATES_FRESH = """
            SELECT id, due_at, attempts, failures, lost FROM baton_pending
            WHERE queue = :queue AND type = :type AND version = :version AND ready = 1 AND priority = :priority
                AND due_at <= :now AND lost = 0
            ORDER BY due_at, id LIMIT :limit
            """;

    static final String DUE_NEXT = """
            SELECT due_at FROM baton_pending
            WHERE queue = :queue AND type = :type AND version = :version AND ready = 1 AND priority = :priority
                AND due_at > :now
            ORDER BY due_at LIMIT 1
            """;

    static final String FENCE_NEXT = """
            UPDATE baton_fence SET last = last + 1
            """;

    static final String FENCE_READ = """
            SELECT last FROM baton_fence
            """;

    static final String PENDING_DELETE = """
            DELETE FROM baton_pending WHERE id = :id
            """;

    static final String RUNNING_INSERT = """
            INSERT INTO baton_running
                (id, node, fence, claimed_at, attempts, failures, lost, limit_attempts, limit_losses)
            VALUES (:id, :node, :fence, :now, :attempts, :failures, :lost, :limit_attempts, :limit_losses)
            """;

    static final String JOB_FIND = """
            SELECT id, queue, type, version, payload, sha256, label, priority, created_at, key_scope, key
            FROM baton_job WHERE id = :id
            """;

    static final String JOB_KNOWN = """
            SELECT 1 AS yes FROM baton_job WHERE id = :id
            """;

    static final String JOB_KEY = """
            SELECT type, key_scope, key FROM baton_job WHERE id = :id AND key_scope IS NOT NULL
            """;

    // Finish.

    static final String RUNNING_FIND = """
            SELECT id, node, fence, claimed_at, attempts, failures, lost, limit_attempts, limit_losses, cancel_wanted,
                progress_done, progress_total, progress_text
            FROM baton_running WHERE id = :id
            """;

    static final String RUNNING_DELETE = """
            DELETE FROM baton_running WHERE id = :id
            """;

    static final String PROGRESS = """
            UPDATE baton_running SET progress_done = :done, progress_total = :total, progress_text = :text
            WHERE id = :id AND fence = :fence
            """;

    static final String ATTEMPT_INSERT = """
            INSERT INTO baton_attempt
                (job, number, fence, kind, code, message, result, claimed_at, ended_at, prunable)
            VALUES (:job, :number, :fence, :kind, :code, :message, :result, :claimed_at, :now,
                CASE WHEN :kind IN ('DONE', 'CANCELLED')
                    THEN NOT EXISTS (SELECT 1 FROM baton_job WHERE id = :job AND key_scope = 'FOREVER')
                    ELSE 0 END)
            """;

    static final String ATTEMPT_BY_OWNER = """
            SELECT 1 AS yes FROM baton_attempt WHERE job = :job AND fence = :fence AND kind <> 'ORPHANED'
            """;

    static final String PARKED_INSERT = """
            INSERT INTO baton_parked (id, queue, type, version, held, attempts, failures, lost)
            SELECT id, queue, type, version, :held, :attempts, :failures, :lost FROM baton_job WHERE id = :id
            """;

    static final String PARKED_DELETE = """
            DELETE FROM baton_parked WHERE id = :id
            """;

    // Nodes and recovery.

    static final String NODE_INSERT = """
            INSERT INTO baton_node (id, beat, live) VALUES (:node, 0, 1)
            """;

    static final String NODES_END = """
            UPDATE baton_node SET live = 0 WHERE live = 1
            """;

    static final String NODE_KNOWN = """
            SELECT 1 AS yes FROM baton_node WHERE id = :node
            """;

    static final String NODE_END = """
            UPDATE baton_node SET live = 0 WHERE id = :node AND live = 1 AND beat = :beat
            """;

    static final String NODES = """
            SELECT id, beat FROM baton_node WHERE live = 1
            """;

    static final String HELD_BY = """
            SELECT id, fence, cancel_wanted FROM baton_running WHERE node = :node ORDER BY id
            """;

    static final String ORPHANS = """
            SELECT id FROM baton_running
            WHERE id > :after AND node NOT IN (SELECT n.id FROM baton_node n WHERE n.live = 1)
            ORDER BY id LIMIT :limit
            """;

    // Prune.

    static final String PRUNABLE = """
            SELECT job FROM baton_attempt
            WHERE prunable = 1 AND ended_at < :before
            ORDER BY ended_at, job LIMIT :limit
            """;

    static final String ATTEMPTS_DELETE = """
            DELETE FROM baton_attempt WHERE job = :job
            """;

    static final String JOB_DELETE = """
            DELETE FROM baton_job WHERE id = :job
            """;

    // Operators.

    static final String CANCEL_WANTED = """
            UPDATE baton_running SET cancel_wanted = 1 WHERE id = :id
            """;

    static final String QUEUE_PUT = """
            INSERT INTO baton_queue (name, paused) VALUES (:name, :paused)
            ON CONFLICT (name) DO UPDATE SET paused = excluded.paused
            """;

    static final String ACTION_INSERT = """
            INSERT INTO baton_operator_action (act, target, who, why, before, after, at)
            VALUES (:act, :target, :who, :why, :before, :after, :now)
            """;

    static final String ACTIONS = """
            SELECT act, target, who, why, before, after, at FROM baton_operator_action ORDER BY seq DESC LIMIT :limit
            """;

    // Reads.

    static final String PENDING_FIND = """
            SELECT due_at, ready, retrying, attempts, failures, lost FROM baton_pending WHERE id = :id
            """;

    static final String PARKED_FIND = """
            SELECT held, attempts, failures, lost FROM baton_parked WHERE id = :id
            """;

    static final String ATTEMPTS = """
            SELECT number, fence, kind, code, message, result, claimed_at, ended_at
            FROM baton_attempt WHERE job = :job ORDER BY seq
            """;

    static final String JOBS_BEFORE = """
            SELECT id FROM baton_job WHERE id < :before ORDER BY id DESC LIMIT :limit
            """;

    static final String JOBS_OF_TYPE_BEFORE = """
            SELECT id FROM baton_job WHERE type = :type AND id < :before ORDER BY id DESC LIMIT :limit
            """;

    static final String PENDING_BEFORE = """
            SELECT id FROM baton_pending WHERE id < :before ORDER BY id DESC LIMIT :limit
            """;

    static final String RUNNING_BEFORE = """
            SELECT id FROM baton_running WHERE id < :before ORDER BY id DESC LIMIT :limit
            """;

    static final String PARKED_BEFORE = """
            SELECT id FROM baton_parked WHERE id < :before ORDER BY id DESC LIMIT :limit
            """;

    static final String ENDED_BEFORE = """
            SELECT job AS id FROM baton_attempt
            WHERE kind IN ('DONE', 'CANCELLED') AND job < :before
            ORDER BY job DESC LIMIT :limit
            """;

    // Counts: from one route to the next by a step down an index, and of each route no more than a limit.

    static final String READY_ROUTE_AFTER = """
            SELECT queue, type, version FROM baton_pending
            WHERE ready = 1 AND (queue, type, version) > (:queue, :type, :version)
            ORDER BY queue, type, version LIMIT 1
            """;

    static final String WAITING_ROUTE_AFTER = """
            SELECT queue, type, version FROM baton_pending
            WHERE ready = 0 AND (queue, type, version) > (:queue, :type, :version)
            ORDER BY queue, type, version LIMIT 1
            """;

    static final String PARKED_ROUTE_AFTER = """
            SELECT queue, type, version FROM baton_parked
            WHERE (queue, type, version) > (:queue, :type, :version)
            ORDER BY queue, type, version LIMIT 1
            """;

    static final String READY_COUNTS = """
            SELECT count(*) AS seen, count(*) FILTER (WHERE retrying = 1) AS retrying,
                count(*) FILTER (WHERE retrying = 0 AND due_at > :now) AS scheduled
            FROM (
                SELECT retrying, due_at FROM baton_pending
                WHERE queue = :queue AND type = :type AND version = :version AND ready = 1
                ORDER BY priority DESC, due_at, id LIMIT :limit)
            """;

    static final String WAITING_COUNTS = """
            SELECT count(*) AS seen
            FROM (
                SELECT id FROM baton_pending
                WHERE queue = :queue AND type = :type AND version = :version AND ready = 0
                LIMIT :limit)
            """;

    static final String PARKED_COUNTS = """
            SELECT count(*) AS seen, count(*) FILTER (WHERE held = 1) AS held
            FROM (
                SELECT held FROM baton_parked
                WHERE queue = :queue AND type = :type AND version = :version
                ORDER BY held DESC, id LIMIT :limit)
            """;

    /** All of them: there are only as many as an engine holds at once. */
    static final String RUNNING_ROUTES = """
            SELECT j.queue, j.type, j.version FROM baton_running r JOIN baton_job j ON j.id = r.id
            """;
}
