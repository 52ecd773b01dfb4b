package dev.baton.sqlite;

/** The statements that say how far behind jobs are. Ids are in the order in which jobs were added. */
final class LagSql {

    private LagSql() {}

    /** Of a route's jobs that may be claimed no more than a limit, those to be claimed first before the others. */
    static final String OLDEST_READY = """
            SELECT (SELECT created_at FROM baton_job WHERE id = oldest.id) AS created_at FROM (
                SELECT id FROM (
                    SELECT id FROM baton_pending
                    WHERE queue = :queue AND type = :type AND version = :version AND ready = 1
                    ORDER BY priority DESC, due_at, id LIMIT :limit)
                ORDER BY id LIMIT 1) AS oldest
            """;

    static final String OLDEST_WAITING = """
            SELECT (SELECT created_at FROM baton_job WHERE id = oldest.id) AS created_at FROM (
                SELECT id FROM baton_pending
                WHERE queue = :queue AND type = :type AND version = :version AND ready = 0
                ORDER BY id LIMIT 1) AS oldest
            """;

    /**
     * Of all that run, of which there are only as many as an engine holds at once. Who was claimed behind another of its lane has not begun
     * while that one runs, and began at the end of the one right before it.
     */
    static final String OVERDUE = """
            SELECT count(*) AS seen FROM baton_running r
            WHERE r.claimed_at < :before AND (SELECT type FROM baton_job WHERE id = r.id) = :type
                AND (SELECT 1 FROM baton_running b WHERE b.lane = r.lane AND b.seq < r.seq LIMIT 1) IS NULL
                AND coalesce((
                    SELECT a.ended_at FROM baton_attempt a
                    WHERE a.job = (
                        SELECT j.id FROM baton_job j
                        WHERE j.lane = r.lane AND j.seq >= r.run_head AND j.seq < r.seq ORDER BY j.seq DESC LIMIT 1)
                    ORDER BY a.seq DESC LIMIT 1), :before - 1) < :before
            """;
}
