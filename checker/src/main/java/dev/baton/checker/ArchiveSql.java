package dev.baton.checker;

/** What is asked of the file, in SQL of the checker's own. */
final class ArchiveSql {

    private ArchiveSql() {}

    static final String JOBS = """
            SELECT lower(hex(j.id)) AS id, j.type AS type, coalesce(j.key, '') AS key, j.label AS label,
                coalesce(j.lane, '') AS lane, coalesce(j.seq, 0) AS seq,
                (SELECT count(*) FROM baton_pending p WHERE p.id = j.id) AS pending,
                (SELECT count(*) FROM baton_running r WHERE r.id = j.id) AS running,
                (SELECT count(*) FROM baton_parked d WHERE d.id = j.id) AS parked
            FROM baton_job j ORDER BY j.id
            """;

    static final String ATTEMPTS = """
            SELECT lower(hex(job)) AS id, seq, number, fence, kind, code, claimed_at, ended_at FROM baton_attempt ORDER BY seq
            """;

    static final String ACTIONS = """
            SELECT act, target FROM baton_operator_action ORDER BY seq
            """;

    static final String TABLES = """
            SELECT count(*) AS tables FROM sqlite_master WHERE name = 'baton_attempt'
            """;

    /** Every attempt with all that is in it, as one text. */
    static final String ATTEMPT_ROWS = """
            SELECT seq AS name, lower(hex(job)) AS id, number || ' ' || fence || ' ' || kind || ' ' || code || ' ' || claimed_at
                || ' ' || ended_at || ' ' || hex(message) || ' ' || CASE WHEN result IS NULL THEN '-' ELSE hex(result) END AS content
            FROM baton_attempt ORDER BY seq
            """;

    /** Every job with all that never changes, as one text. */
    static final String JOB_ROWS = """
            SELECT lower(hex(id)) AS id, queue || ' ' || type || ' ' || version || ' ' || coalesce(lane, '-') || ' '
                || coalesce(seq, '-') || ' ' || hex(payload) || ' ' || sha256 || ' ' || hex(label) || ' ' || priority || ' '
                || created_at || ' ' || coalesce(key_scope, '-') || ' ' || coalesce(key, '-') AS content
            FROM baton_job ORDER BY id
            """;

    /** Who keeps others of its lane waiting, by being parked. */
    static final String BLOCKING = """
            SELECT DISTINCT lower(hex(d.id)) AS id FROM baton_parked d
            JOIN baton_pending p ON p.lane = d.lane AND p.seq > d.seq
            WHERE d.blocks = 1
            """;

    /** How many lanes there are, how many jobs wait in them, and how many of these do so behind one that is parked. */
    static final String LANES = """
            SELECT
                (SELECT count(DISTINCT lane) FROM baton_job WHERE lane IS NOT NULL) AS lanes,
                (SELECT count(*) FROM baton_pending WHERE lane IS NOT NULL) AS waiting,
                (SELECT count(*) FROM baton_parked d JOIN baton_pending p ON p.lane = d.lane AND p.seq > d.seq
                    WHERE d.blocks = 1) AS blocked
            """;

    /** The most often that any job was lost which is not over. */
    static final String LOST_MOST = """
            SELECT coalesce(max(lost), 0) AS lost
            FROM (SELECT lost FROM baton_pending UNION ALL SELECT lost FROM baton_running)
            """;

    static final String RUNNING = """
            SELECT count(*) AS running FROM baton_running
            """;

    static final String FENCE = """
            SELECT last FROM baton_fence
            """;
}
