package dev.baton.benchmarks.sqlite;

/** The statements of the baselines, as somebody writes them who has no engine; and those that look on from outside. */
final class SqliteBenchSql {

    private SqliteBenchSql() {}

    // The raw limit: the store's own tables, the fewest statements that move a job through them.

    static final String BEGIN = "BEGIN IMMEDIATE";
    static final String CACHE = "PRAGMA cache_size = -16000";
    static final String LOG_SIZE = "PRAGMA wal_autocheckpoint = 4000";
    static final String COMMIT = "COMMIT";

    static final String JOB_INSERT = """
            INSERT INTO baton_job (id, queue, type, version, lane, seq, payload, sha256, label, priority, created_at)
            VALUES (?1, 'default', 'bench.plain', 1, ?5, ?6, ?2, ?3, 'bench.plain', 0, ?4)
            """;

    static final String PENDING_INSERT = """
            INSERT INTO baton_pending (id, queue, type, version, lane, seq, priority, due_at, ready, behind, retrying,
                attempts, failures, lost, cancel_wanted, doubt)
            VALUES (?1, 'default', 'bench.plain', 1, ?3, ?4, 0, ?2, ?3 IS NULL, 0, 0, 0, 0, 0, 0, 0)
            """;

    /** What a loop over a lane does next. */
    static final String NEXT_OF_LANE = """
            SELECT p.id, j.payload FROM baton_pending p JOIN baton_job j ON j.id = p.id
            WHERE p.lane = ?1 ORDER BY p.seq LIMIT 1
            """;

    static final String CLAIMABLE = """
            SELECT p.id, j.payload FROM baton_pending p JOIN baton_job j ON j.id = p.id
            WHERE p.queue = 'default' AND p.type = 'bench.plain' AND p.version = 1 AND p.ready = 1 AND p.priority = 0
                AND p.due_at <= ?1
            ORDER BY p.due_at, p.id LIMIT ?2
            """;

    static final String FENCE_NEXT = """
            UPDATE baton_fence SET last = last + 1
            """;

    static final String RUNNING_INSERT = """
            INSERT INTO baton_running (id, node, fence, claimed_at, attempts, failures, lost, lane, seq, run_head,
                limit_attempts, limit_losses, crash, parked_head, cancel_wanted, doubt)
            VALUES (?1, x'00000000000000000000000000000001', 1, ?2, 1, 0, 0, NULL, NULL, 0, 5, 3, 'RERUN', 'BLOCKS', 0, 0)
            """;

    static final String PENDING_DELETE = """
            DELETE FROM baton_pending WHERE id = ?1
            """;

    static final String RUNNING_DELETE = """
            DELETE FROM baton_running WHERE id = ?1
            """;

    static final String ATTEMPT_INSERT = """
            INSERT INTO baton_attempt (job, number, fence, kind, code, message, result, claimed_at, ended_at, prunable)
            VALUES (?1, 1, 1, 'DONE', '', '', NULL, ?2, ?2, 1)
            """;

    // The naive queue: a table with a state, and a transaction for everything.

    static final String NAIVE_JOBS = """
            CREATE TABLE naive_job (
                id      INTEGER PRIMARY KEY,
                state   TEXT    NOT NULL,
                run_at  INTEGER NOT NULL,
                payload TEXT    NOT NULL
            )
            """;

    static final String NAIVE_INDEX = """
            CREATE INDEX naive_job_state ON naive_job (state, run_at)
            """;

    static final String NAIVE_ATTEMPTS = """
            CREATE TABLE naive_attempt (
                id       INTEGER PRIMARY KEY,
                job      INTEGER NOT NULL,
                outcome  TEXT    NOT NULL,
                ended_at INTEGER NOT NULL
            )
            """;

    // The past.

    /** Jobs that were done within the last hours, in the order in which they were enqueued, as ids are made. */
    static final String PAST_JOBS = """
            WITH RECURSIVE past (n) AS (SELECT ?1 UNION ALL SELECT n + 1 FROM past WHERE n + 1 < ?2)
            INSERT INTO baton_job (id, queue, type, version, lane, seq, payload, sha256, label, priority, created_at)
            SELECT unhex(printf('%012x7000800000000000%04x', ?3 / 1000 + n, 0)), 'default', 'bench.past', 1, NULL, NULL,
                ?4, ?5, 'bench.past', 0, ?3 + n * 1000
            FROM past
            """;

    static final String PAST_ATTEMPTS = """
            WITH RECURSIVE past (n) AS (SELECT ?1 UNION ALL SELECT n + 1 FROM past WHERE n + 1 < ?2)
            INSERT INTO baton_attempt (job, number, fence, kind, code, message, result, claimed_at, ended_at, prunable)
            SELECT unhex(printf('%012x7000800000000000%04x', ?3 / 1000 + n, 0)), 1, 1, 'DONE', '', '', NULL,
                ?3 + n * 1000, ?3 + n * 1000, 1
            FROM past
            """;

    // From outside.

    static final String STANDING = """
            SELECT EXISTS (SELECT 1 FROM baton_pending) OR EXISTS (SELECT 1 FROM baton_running) AS standing
            """;
}
