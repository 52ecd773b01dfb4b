package dev.baton.sqlite;

/** The statements, in the order of a job's life; those about lanes are in {@link LaneSql}, those that only read in {@link ReadSql}. */
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

    /** The same as text, for those who apply what is printed. */
    static final String MIGRATION_PRINT = """
            INSERT INTO baton_migration (name, applied_at) VALUES ('%s', strftime('%%s', 'now') * 1000000);
            """;

    // Insert.

    static final String MAIN_FILE = """
            SELECT file FROM pragma_database_list WHERE name = 'main'
            """;

    static final String WRITE_FIRST = """
            DELETE FROM baton_fence WHERE 0
            """;

    static final String JOB_INSERT = """
            INSERT INTO baton_job (id, queue, type, version, lane, seq, replaces,
                payload, sha256, label, priority, created_at, key_scope, key, witnessed)
            VALUES (:id, :queue, :type, :version, :lane, :seq, :replaces,
                :payload, :sha256, :label, :priority, :now, :key_scope, :key, :witnessed)
            ON CONFLICT (id) DO NOTHING
            """;

    /** As {@link #PENDING_INSERT}, for a job that was just written: what it says is not read again. */
    static final String PENDING_INSERT_NEW = """
            INSERT INTO baton_pending (id, queue, type, version, lane, seq, priority, due_at, ready, behind, retrying,
                attempts, failures, lost, cancel_wanted, doubt)
            VALUES (:id, :queue, :type, :version, :lane, :seq, :priority, :due_at, :ready, :behind, 0,
                0, 0, 0, 0, 0)
            """;

    /** What is in a lane gets ready by it; a job whose lane only numbers it stands here without the lane. */
    static final String PENDING_INSERT = """
            INSERT INTO baton_pending (id, queue, type, version, lane, seq, priority, due_at, ready, behind, retrying,
                attempts, failures, lost, cancel_wanted, doubt)
            SELECT id, queue, type, version, CASE WHEN :in_lane THEN lane END, seq, priority, :due_at,
                NOT :in_lane AND NOT :behind, :behind, :retrying,
                :attempts, :failures, :lost, :cancel_wanted, :doubt
            FROM baton_job WHERE id = :id
            """;

    static final String KEY_FIND = """
            SELECT job, next_job FROM baton_key WHERE type = :type AND scope = :scope AND key = :key
            """;

    static final String KEYS_BEGINNING = """
            SELECT key, job FROM baton_key
            WHERE type = :type AND scope = :scope AND key >= :beginning AND key < :end
            ORDER BY key LIMIT :limit
            """;

    static final String KEY_GIVE = """
            INSERT INTO baton_key (type, scope, key, job) VALUES (:type, :scope, :key, :job) ON CONFLICT DO NOTHING
            """;

    static final String KEY_PUT = """
            INSERT INTO baton_key (type, scope, key, job, next_job) VALUES (:type, :scope, :key, :job, :next_job)
            ON CONFLICT (type, scope, key) DO UPDATE SET job = excluded.job, next_job = excluded.next_job
            """;

    static final String KEY_DELETE = """
            DELETE FROM baton_key WHERE type = :type AND scope = :scope AND key = :key
            """;

    static final String PENDING_HEIR = """
            UPDATE baton_pending SET behind = 0, ready = lane IS NULL WHERE id = :id
            """;

    // Claim.

    /**
     * What is switched off for a live node: a row without a switch if nothing is, and none if the node is not live. Those of lanes are
     * left out, as there may be many: what they concern is not ready.
     */
    static final String OFF_FOR_NODE = """
            SELECT s.kind, s.name FROM baton_node n LEFT JOIN baton_switch s ON s.kind IN ('PAUSE', 'QUEUE', 'TYPE')
            WHERE n.id = :node AND n.live = 1
            """;

    /** The highest priority that a route has ready jobs of: one step into the index. */
    static final String PRIORITY_HIGHEST = """
            SELECT priority FROM baton_pending
            WHERE queue = :queue AND type = :type AND version = :version AND ready = 1
            ORDER BY priority DESC LIMIT 1
            """;

    /**
     * A sum as a limit: a limit that is a single parameter is part of the plan, and SQLite makes a new plan whenever it is bound anew,
     * which takes ten times as long as the question.
     */
    static final String CANDIDATES = """
            SELECT id, due_at, attempts, failures, lost FROM baton_pending
            WHERE queue = :queue AND type = :type AND version = :version AND ready = 1 AND priority = :priority
                AND due_at <= :now
            ORDER BY due_at, id LIMIT 0 + :limit
            """;

    /** Past the ones that were lost before, which come alone. */
    static final String CANDIDATES_FRESH = """
            SELECT id, due_at, attempts, failures, lost FROM baton_pending
            WHERE queue = :queue AND type = :type AND version = :version AND ready = 1 AND priority = :priority
                AND due_at <= :now AND lost = 0
            ORDER BY due_at, id LIMIT 0 + :limit
            """;

    /** Past those that must not be lost once more: the first that was lost before, and may be. */
    static final String CANDIDATES_LOST = """
            SELECT id, due_at, attempts, failures, lost FROM baton_pending INDEXED BY baton_pending_lost
            WHERE queue = :queue AND type = :type AND version = :version AND ready = 1 AND priority = :priority
                AND due_at <= :now AND lost > 0 AND lost + 1 < :losses AND failures + lost + 1 < :runs
            ORDER BY due_at, id LIMIT 1
            """;

    /** Some that are known by their ids, however many others there are; due or not. */
    static final String CANDIDATES_NAMED = """
            SELECT p.id, p.queue, p.type, p.version, p.priority, p.due_at, p.attempts, p.failures, p.lost
            FROM json_each(:ids) wanted
            CROSS JOIN baton_pending p ON p.id = unhex(wanted.value, '-')
            WHERE p.ready = 1
            """;

    /** What is left beside them: when the next of this priority is due, and which priority comes below it. */
    static final String LEFT_BEHIND = """
            SELECT
                (SELECT due_at FROM baton_pending
                    WHERE queue = :queue AND type = :type AND version = :version AND ready = 1 AND priority = :priority
                        AND due_at > :now
                    ORDER BY due_at LIMIT 1) AS due_at,
                (SELECT priority FROM baton_pending
                    WHERE queue = :queue AND type = :type AND version = :version AND ready = 1 AND priority < :priority
                    ORDER BY priority DESC LIMIT 1) AS below
            """;

    static final String FENCE_NEXT = """
            UPDATE baton_fence SET last = last + 1 RETURNING last
            """;

    static final String PENDING_DELETE = """
            DELETE FROM baton_pending WHERE id = :id
            """;

    /** What who runs them has to know beside what candidates say. Ids come as a list of text, as there is no other kind of list. */
    static final String CLAIM_READ = """
            SELECT p.id, p.lane, p.seq, j.lane AS numbered_in, p.doubt, p.cancel_wanted, j.payload, j.sha256, j.label,
                CASE WHEN p.lane IS NULL AND p.seq IS NOT NULL THEN
                    EXISTS (SELECT 1 FROM baton_switch WHERE kind = 'LANE' AND name = j.lane) ELSE 0 END AS off,
                (SELECT c.json FROM baton_checkpoint c WHERE c.job = p.id) AS checkpoint
            FROM json_each(:ids) wanted
            CROSS JOIN baton_pending p ON p.id = unhex(wanted.value, '-')
            CROSS JOIN baton_job j ON j.id = p.id
            """;

    /** The same of one. */
    static final String CLAIM_READ_ONE = """
            SELECT p.id, p.lane, p.seq, j.lane AS numbered_in, p.doubt, p.cancel_wanted, j.payload, j.sha256, j.label,
                CASE WHEN p.lane IS NULL AND p.seq IS NOT NULL THEN
                    EXISTS (SELECT 1 FROM baton_switch WHERE kind = 'LANE' AND name = j.lane) ELSE 0 END AS off,
                (SELECT c.json FROM baton_checkpoint c WHERE c.job = p.id) AS checkpoint
            FROM baton_pending p CROSS JOIN baton_job j ON j.id = p.id
            WHERE p.id = :id
            """;

    static final String ATTEMPTS_IN_DOUBT = """
            SELECT number, fence, claimed_at, ended_at, code FROM baton_attempt
            WHERE job = :job AND fence >= :since AND kind IN ('ORPHANED', 'UNKNOWN', 'UNDECIDED', 'KILLED', 'HELD')
            ORDER BY seq
            """;

    static final String JOB_FIND = """
            SELECT id, queue, type, version, lane, seq, replaces, payload, sha256, label, priority, created_at, key_scope, key
            FROM baton_job WHERE id = :id
            """;

    static final String JOB_ORIGIN = """
            SELECT lane, seq, created_at FROM baton_job WHERE id = :id
            """;

    static final String JOB_KNOWN = """
            SELECT 1 AS yes FROM baton_job WHERE id = :id
            """;

    static final String JOB_KEY = """
            SELECT type, key_scope, key FROM baton_job WHERE id = :id AND key_scope IS NOT NULL
            """;

    // Finish.

    static final String RUNNING_FIND = """
            SELECT id, node, fence, claimed_at, attempts, failures, lost, lane, seq, run_head, limit_attempts, limit_losses,
                crash, parked_head, replayable, cancel_wanted, doubt, progress_done, progress_total, progress_text
            FROM baton_running WHERE id = :id
            """;

    /** What has to be known of some when they are done: few columns, as reading them takes longer than finding the row. */
    static final String RUNNING_OWNED = """
            SELECT r.id, r.attempts, r.node, r.fence, r.claimed_at, r.lane, r.seq, r.run_head, k.type, k.key_scope, k.key,
                w.lane AS witnessed_in, w.seq AS witnessed_as, w.sha256
            FROM json_each(:ids) wanted
            CROSS JOIN baton_running r ON r.id = unhex(wanted.value, '-')
            LEFT JOIN baton_job k INDEXED BY baton_job_keyed ON k.id = r.id AND k.key_scope IS NOT NULL
            LEFT JOIN baton_job w INDEXED BY baton_job_witnessed ON w.id = r.id AND w.witnessed = 1
            """;

    /** The same of one. */
    static final String RUNNING_OWNED_ONE = """
            SELECT r.id, r.attempts, r.node, r.fence, r.claimed_at, r.lane, r.seq, r.run_head, k.type, k.key_scope, k.key,
                w.lane AS witnessed_in, w.seq AS witnessed_as, w.sha256
            FROM baton_running r
            LEFT JOIN baton_job k INDEXED BY baton_job_keyed ON k.id = r.id AND k.key_scope IS NOT NULL
            LEFT JOIN baton_job w INDEXED BY baton_job_witnessed ON w.id = r.id AND w.witnessed = 1
            WHERE r.id = :id
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
                (job, number, fence, node, kind, code, message, result, facts, claimed_at, ended_at, prunable, witnessed)
            VALUES (:job, :number, :fence, :node, :kind, :code, :message, :result, :facts, :claimed_at, :now, :prunable,
                :witnessed)
            """;

    /** What others wrote about an attempt does not mean that its owner ended it. */
    static final String ATTEMPT_BY_OWNER = """
            SELECT code, message FROM baton_attempt
            WHERE job = :job AND fence = :fence AND kind NOT IN ('ORPHANED', 'KILLED')
            ORDER BY seq LIMIT 1
            """;

    static final String CHECKPOINT_PUT = """
            INSERT INTO baton_checkpoint (job, json) SELECT id, :json FROM baton_running WHERE id = :id AND fence = :fence
            ON CONFLICT (job) DO UPDATE SET json = excluded.json
            """;

    static final String PARKED_INSERT = """
            INSERT INTO baton_parked
                (id, queue, type, version, lane, seq, blocks, held, attempts, failures, lost, crash, doubt)
            SELECT id, queue, type, version, CASE WHEN :in_lane THEN lane END, seq, :blocks, :held, :attempts, :failures, :lost, :crash, :doubt
            FROM baton_job WHERE id = :id
            """;

    static final String PARKED_DELETE = """
            DELETE FROM baton_parked WHERE id = :id
            """;

    // Nodes and recovery.

    static final String NODE_INSERT = """
            INSERT INTO baton_node (id, beat, live) VALUES (:node, 0, 1)
            """;

    static final String NODE_ROUTE_INSERT = """
            INSERT INTO baton_node_route (node, queue, type, version) VALUES (:node, :queue, :type, :version)
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

    static final String NODE_ROUTES_END = """
            DELETE FROM baton_node_route WHERE node NOT IN (SELECT n.id FROM baton_node n WHERE n.live = 1)
            """;

    static final String NODES = """
            SELECT id, beat FROM baton_node WHERE live = 1
            """;

    static final String HELD_BY = """
            SELECT id, fence, cancel_wanted FROM baton_running WHERE node = :node ORDER BY id
            """;

    static final String ORPHANS = """
            SELECT id, lane, fence, replayable FROM baton_running
            WHERE id > :after AND node NOT IN (SELECT n.id FROM baton_node n WHERE n.live = 1)
            ORDER BY id LIMIT :limit
            """;

    /** Those that were claimed in a row, as far as they still run. */
    static final String RUN_OF = """
            SELECT id FROM baton_running WHERE lane = :lane AND fence = :fence ORDER BY seq
            """;

    static final String HASTEN = """
            UPDATE baton_pending SET due_at = :now WHERE id = :id AND due_at > :now AND retrying = 0
            """;

    // Prune.

    static final String PRUNABLE = """
            SELECT job FROM baton_attempt
            WHERE prunable = 1 AND ended_at < :before
            ORDER BY ended_at, job LIMIT :limit
            """;

    /** From after a job that ended then, which may be none. */
    static final String FINISHED_AFTER = """
            SELECT a.job, a.ended_at, j.type FROM baton_attempt a CROSS JOIN baton_job j ON j.id = a.job
            WHERE a.prunable = 1 AND (a.ended_at, a.job) > (:from, :after) AND a.ended_at < :before
            ORDER BY a.ended_at, a.job LIMIT :limit
            """;

    static final String IS_PRUNABLE = """
            SELECT 1 AS yes FROM baton_attempt WHERE job = :job AND prunable = 1 AND kind IN ('DONE', 'CANCELLED')
            """;

    static final String ATTEMPTS_DELETE = """
            DELETE FROM baton_attempt WHERE job = :job
            """;

    static final String CHECKPOINT_DELETE = """
            DELETE FROM baton_checkpoint WHERE job = :job
            """;

    static final String JOB_DELETE = """
            DELETE FROM baton_job WHERE id = :job
            """;

    // Operators.

    static final String CANCEL_WANTED = """
            UPDATE baton_running SET cancel_wanted = 1 WHERE id = :id
            """;

    static final String CANCEL_WANTED_IN_DOUBT = """
            UPDATE baton_pending SET cancel_wanted = 1 WHERE id = :id AND doubt <> 0
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

    static final String ACTION_INSERT = """
            INSERT INTO baton_operator_action (act, target, who, why, before, after, at, witnessed)
            VALUES (:act, :target, :who, :why, :before, :after, :now, :witnessed)
            """;
}
