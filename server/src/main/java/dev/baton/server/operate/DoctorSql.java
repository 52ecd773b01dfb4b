package dev.baton.server.operate;

/** What a doctor asks a database; each answers one row. */
final class DoctorSql {

    private DoctorSql() {}

    // Of both.

    static final String BLOCKED_LANES = """
            SELECT count(DISTINCT lane) FROM baton_parked WHERE lane IS NOT NULL AND blocks
            """;

    static final String DEAD = """
            SELECT count(*) FROM baton_parked WHERE NOT held
            """;

    static final String HELD = """
            SELECT count(*) FROM baton_parked WHERE held
            """;

    static final String SWITCHED_OFF = """
            SELECT count(*) FROM baton_switch
            """;

    static final String LIVE_NODES = """
            SELECT count(*) FROM baton_node WHERE live
            """;

    static final String WITHOUT_OWNER = """
            SELECT count(*) FROM baton_running r LEFT JOIN baton_node n ON n.id = r.node AND n.live WHERE n.id IS NULL
            """;

    /** Of routes, not of jobs: a few steps through an index for each. */
    static final String ROUTES_NOT_SERVED = """
            WITH RECURSIVE route (queue, type, version) AS (
                SELECT * FROM (
                    SELECT queue, type, version FROM baton_pending WHERE ready ORDER BY queue, type, version LIMIT 1) first
                UNION ALL
                SELECT next.queue, next.type, next.version FROM route, LATERAL (
                    SELECT p.queue, p.type, p.version FROM baton_pending p
                    WHERE p.ready AND (p.queue, p.type, p.version) > (route.queue, route.type, route.version)
                    ORDER BY p.queue, p.type, p.version LIMIT 1) next)
            SELECT count(*) FROM route
            WHERE NOT EXISTS (
                SELECT 1 FROM baton_node_route s
                WHERE s.queue = route.queue AND s.type = route.type AND s.version = route.version)
            """;

    // SQLite.

    static final String QUICK_CHECK = """
            PRAGMA quick_check(1)
            """;

    static final String JOURNAL = """
            SELECT journal_mode FROM pragma_journal_mode
            """;

    static final String FREE_PAGES = """
            SELECT 100 * freelist_count / max(1, page_count) FROM pragma_freelist_count, pragma_page_count
            """;

    static final String FILE_ROUTES_NOT_SERVED = """
            SELECT count(*) FROM (SELECT DISTINCT queue, type, version FROM baton_pending WHERE ready) route
            WHERE NOT EXISTS (
                SELECT 1 FROM baton_node_route s
                WHERE s.queue = route.queue AND s.type = route.type AND s.version = route.version)
            """;

    // PostgreSQL.

    static final String FSYNC = """
            SELECT setting FROM pg_settings WHERE name = 'fsync'
            """;

    static final String SYNCHRONOUS_COMMIT = """
            SELECT setting FROM pg_settings WHERE name = 'synchronous_commit'
            """;

    static final String AUTOVACUUM = """
            SELECT setting FROM pg_settings WHERE name = 'autovacuum'
            """;

    static final String STANDBY = """
            SELECT pg_is_in_recovery()::text
            """;

    static final String OLDEST_TRANSACTION_SECONDS = """
            SELECT coalesce(extract(epoch FROM max(clock_timestamp() - xact_start)), 0)::bigint
            FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
            """;

    /** How many times as many rows are dead as alive, in the worst of our tables; small ones do not matter. */
    static final String BLOAT = """
            SELECT coalesce(max(n_dead_tup / greatest(1, n_live_tup)), 0)
            FROM pg_stat_user_tables WHERE schemaname = current_schema() AND relname LIKE 'baton\\_%' AND n_dead_tup > 100000
            """;

    static final String NOTES_NOT_WORKED_OFF = """
            SELECT count(*) FROM baton_lane_note WHERE look_at < clock_timestamp() - interval '1 minute'
            """;
}
