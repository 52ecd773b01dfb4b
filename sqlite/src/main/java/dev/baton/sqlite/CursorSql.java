package dev.baton.sqlite;

/** The statements about cursors. */
final class CursorSql {

    private CursorSql() {}

    /** For a node that lives; who does not leaves nothing behind. */
    static final String MAKE = """
            INSERT INTO baton_cursor (name, position, node, fence, moved_at)
            SELECT :name, NULL, NULL, 0, :now WHERE :node IN (SELECT n.id FROM baton_node n WHERE n.live = 1)
            ON CONFLICT (name) DO NOTHING
            """;

    /** Unless another that lives reads, or this one does not live. */
    static final String TAKE = """
            UPDATE baton_cursor SET node = :node, fence = fence + 1
            WHERE name = :name
                AND (node IS NULL OR node = :node OR node NOT IN (SELECT n.id FROM baton_node n WHERE n.live = 1))
                AND :node IN (SELECT n.id FROM baton_node n WHERE n.live = 1)
            """;

    static final String MOVE = """
            UPDATE baton_cursor SET position = coalesce(:to, position), moved_at = :now
            WHERE name = :name AND node = :node AND fence = :fence AND position IS :from
            """;

    static final String LEAVE = """
            UPDATE baton_cursor SET node = NULL WHERE name = :name AND node = :node AND fence = :fence
            """;

    /** Whoever has it, has it no more. */
    static final String RESET = """
            UPDATE baton_cursor SET position = :to, node = NULL, fence = fence + 1, moved_at = :now WHERE name = :name
            """;

    static final String FIND = """
            SELECT name, position, node, fence, moved_at FROM baton_cursor WHERE name = :name
            """;

    static final String ALL = """
            SELECT name, position, node, fence, moved_at FROM baton_cursor ORDER BY name
            """;
}
