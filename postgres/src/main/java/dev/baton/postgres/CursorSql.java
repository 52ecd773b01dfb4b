package dev.baton.postgres;

/** The statements about cursors. */
final class CursorSql {

    private CursorSql() {}

    /** Does another node that lives read it? Who waits for its turn asks this again and again, so it writes nothing. */
    static final String READ_BY_ANOTHER = """
            SELECT 1 AS yes FROM baton_cursor c
            WHERE c.name = :name AND c.node <> :node AND EXISTS (SELECT 1 FROM baton_node n WHERE n.id = c.node AND n.live)
            """;

    /** For a node that lives; who does not leaves nothing behind. */
    static final String MAKE = """
            INSERT INTO baton_cursor (name, position, node, fence, moved_at)
            SELECT :name, NULL::text, NULL::uuid, 0, :now
            WHERE EXISTS (SELECT 1 FROM baton_node n WHERE n.id = :node AND n.live)
            ON CONFLICT (name) DO NOTHING
            """;

    /** Whoever has it in hand moves or takes it just now. */
    static final String LOCK = """
            SELECT name FROM baton_cursor WHERE name = :name FOR UPDATE SKIP LOCKED
            """;

    /** In a statement of its own, so that it sees what was committed before the row was locked. */
    static final String TAKE = """
            UPDATE baton_cursor c SET node = :node, fence = fence + 1
            WHERE name = :name
                AND (node IS NULL OR node = :node
                    OR NOT EXISTS (SELECT 1 FROM baton_node n WHERE n.id = c.node AND n.live))
                AND EXISTS (SELECT 1 FROM baton_node n WHERE n.id = :node AND n.live)
            RETURNING name, position, node, fence, moved_at
            """;

    static final String MOVE = """
            UPDATE baton_cursor SET position = coalesce(:to::text, position), moved_at = :now
            WHERE name = :name AND node = :node::uuid AND fence = :fence AND position IS NOT DISTINCT FROM :from::text
            """;

    static final String LEAVE = """
            UPDATE baton_cursor SET node = NULL WHERE name = :name AND node = :node::uuid AND fence = :fence
            """;

    static final String LOCK_AS_IT_IS = """
            SELECT name, position, node, fence, moved_at FROM baton_cursor WHERE name = :name FOR UPDATE
            """;

    /** Whoever has it, has it no more. */
    static final String RESET = """
            UPDATE baton_cursor SET position = :to::text, node = NULL, fence = fence + 1, moved_at = :now WHERE name = :name
            """;

    static final String ALL = """
            SELECT name, position, node, fence, moved_at FROM baton_cursor ORDER BY name
            """;
}
