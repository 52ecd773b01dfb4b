package dev.baton.postgres;

/** The statements about nodes. */
final class NodeSql {

    private NodeSql() {}

    static final String INSERT = """
            INSERT INTO baton_node (id, beat, live) VALUES (:node, 0, true) ON CONFLICT (id) DO NOTHING
            """;

    static final String ROUTES_INSERT = """
            INSERT INTO baton_node_route (node, queue, type, version)
            SELECT :node, queue, type, version
            FROM unnest(:queues::text[], :types::text[], :versions::int[]) AS r (queue, type, version)
            """;

    static final String BEAT = """
            UPDATE baton_node SET beat = beat + 1 WHERE id = :node AND live
            """;

    /** Unless it is just claiming; and only if it is the one that is meant, so that who is mistaken keeps nobody else from it. */
    static final String LOCK = """
            SELECT id FROM baton_node WHERE id = :node AND live AND beat = :beat FOR UPDATE SKIP LOCKED
            """;

    /** After a claim that is under way. */
    static final String LOCK_PATIENTLY = """
            SELECT id FROM baton_node WHERE id = :node FOR UPDATE
            """;

    static final String DECLARE_DEAD = """
            UPDATE baton_node SET live = false, ended_at = clock_timestamp() WHERE id = :node AND live AND beat = :beat
            """;

    static final String LEAVE = """
            UPDATE baton_node SET live = false, ended_at = clock_timestamp() WHERE id = :node AND live
            """;

    static final String ROUTES_DELETE = """
            DELETE FROM baton_node_route WHERE node = :node
            """;

    /** Those that ended long ago, and hold nothing any more. */
    static final String FORGET = """
            DELETE FROM baton_node n WHERE id = ANY (ARRAY (
                SELECT id FROM baton_node WHERE NOT live AND ended_at < clock_timestamp() - interval '7 days'
                ORDER BY ended_at LIMIT 1000 FOR UPDATE SKIP LOCKED))
                AND (SELECT 1 FROM baton_running r WHERE r.node = n.id LIMIT 1) IS NULL
            """;

    static final String LIVE = """
            SELECT id, beat FROM baton_node WHERE live
            """;

    /** In no order. */
    static final String HELD_BY = """
            SELECT r.id, r.fence, r.cancel_wanted OR (
                SELECT 1 FROM baton_cancel c WHERE c.job = r.id AND c.fence = r.fence) IS NOT NULL AS cancel_wanted
            FROM baton_running r WHERE r.node = :node AND r.fence >= :from
            """;

    /** About how many rows are there that nobody can see, and nobody can clear away yet. */
    static final String RUNNING_DEAD = """
            SELECT pg_stat_get_dead_tuples('baton_running'::regclass) AS dead
            """;
}
