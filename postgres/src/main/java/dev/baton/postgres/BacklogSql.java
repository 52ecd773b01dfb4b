package dev.baton.postgres;

/** The statements about what is still to be done. */
final class BacklogSql {

    private BacklogSql() {}

    /** Of one snapshot. In its order: those that run are few, of those that wait one is enough, and of the rest some may be retrying. */
    private static final String ANY_OPEN = """
            coalesce(
                (SELECT r.id FROM baton_running r WHERE r.type = ANY (:types::text[]) LIMIT 1),
                (SELECT waiting.id FROM waiting_route r
                    CROSS JOIN LATERAL (
                        SELECT p.id FROM baton_pending p
                        WHERE p.queue = r.queue AND p.type = r.type AND p.version = r.version AND NOT p.ready
                        LIMIT 1) waiting
                    WHERE r.type = ANY (:types::text[]) LIMIT 1),
                (SELECT ready.id FROM ready_route r
                    CROSS JOIN LATERAL (
                        SELECT p.id FROM baton_pending p
                        WHERE p.queue = r.queue AND p.type = r.type AND p.version = r.version AND p.ready AND NOT p.retrying
                        ORDER BY p.priority DESC, p.due_at, p.id LIMIT 1) ready
                    WHERE r.type = ANY (:types::text[]) LIMIT 1))
            """;

    /** From one route to the next by a step down an index, as far as somebody wants to know. */
    private static final String ROUTES = """
            WITH RECURSIVE waiting_route AS (
                (SELECT queue, type, version FROM baton_pending
                    WHERE NOT ready AND queue >= '' ORDER BY queue, type, version LIMIT 1)
                UNION ALL
                SELECT next.queue, next.type, next.version FROM waiting_route r
                CROSS JOIN LATERAL (
                    SELECT p.queue, p.type, p.version FROM baton_pending p
                    WHERE NOT p.ready AND (p.queue, p.type, p.version) > (r.queue, r.type, r.version)
                    ORDER BY p.queue, p.type, p.version LIMIT 1) next),
            ready_route AS (
                (SELECT queue, type, version FROM baton_pending
                    WHERE ready AND queue >= '' ORDER BY queue, type, version LIMIT 1)
                UNION ALL
                SELECT next.queue, next.type, next.version FROM ready_route r
                CROSS JOIN LATERAL (
                    SELECT p.queue, p.type, p.version FROM baton_pending p
                    WHERE p.ready AND (p.queue, p.type, p.version) > (r.queue, r.type, r.version)
                    ORDER BY p.queue, p.type, p.version LIMIT 1) next)
            """;

    static final String OPEN = ROUTES + """
            SELECT {open} AS id
            """.replace("{open}", ANY_OPEN);

    /** Where nothing was noted nothing else is looked at, and where one is still open that was before, nothing more. */
    static final String LOOK = ROUTES + """
            SELECT notes.many, CASE WHEN notes.many > 0 THEN coalesce(
                (SELECT r.id FROM baton_running r WHERE r.id = :seen::uuid),
                (SELECT p.id FROM baton_pending p WHERE p.id = :seen::uuid AND NOT (p.ready AND p.retrying)),
                {open}) END AS open
            FROM (SELECT count(*) AS many FROM (SELECT 1 FROM baton_drain_note WHERE name = :name LIMIT :limit) few) notes
            """.replace("{open}", ANY_OPEN);

    static final String NOTE = """
            INSERT INTO baton_drain_note (name) SELECT unnest(:names::text[])
            """;

    /**
     * What is not seen here stays: the note of a claim that is committed a moment later. Whoever takes the same notes at the same moment
     * waits, and finds none.
     */
    static final String END = ROUTES + """
            DELETE FROM baton_drain_note WHERE name = :name AND {open} IS NULL
            """.replace("{open}", ANY_OPEN);

    /**
     * A new one in the place of all. To keep one of the old would not do: who has looked before the others were there may yet take
     * it away, and would know nothing of them.
     */
    static final String COMPACT = """
            WITH gone AS (DELETE FROM baton_drain_note WHERE name = :name RETURNING name)
            INSERT INTO baton_drain_note (name) SELECT name FROM gone LIMIT 1
            """;
}
