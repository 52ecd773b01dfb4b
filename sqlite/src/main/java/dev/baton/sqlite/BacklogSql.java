package dev.baton.sqlite;

/** The statements about what is still to be done. */
final class BacklogSql {

    private BacklogSql() {}

    static final String NOTE = """
            INSERT INTO baton_drain_note (name) VALUES (:name) ON CONFLICT (name) DO NOTHING
            """;

    static final String NOTED = """
            SELECT 1 AS yes FROM baton_drain_note WHERE name = :name
            """;

    static final String NOTES_DELETE = """
            DELETE FROM baton_drain_note WHERE name = :name
            """;

    /** One that was open before, of whatever type: who asks has seen that it is of the right one. */
    static final String STILL_OPEN = """
            SELECT id FROM baton_running WHERE id = :id
            UNION ALL
            SELECT id FROM baton_pending WHERE id = :id AND NOT (ready = 1 AND retrying = 1)
            """;

    /** There are only as many as an engine holds at once. */
    static final String RUNNING = """
            SELECT r.id FROM baton_running r CROSS JOIN baton_job j ON j.id = r.id WHERE j.type = :type LIMIT 1
            """;

    static final String WAITING = """
            SELECT id FROM baton_pending
            WHERE queue = :queue AND type = :type AND version = :version AND ready = 0 LIMIT 1
            """;

    /** Those to be claimed first are found first; it passes over what is retrying. */
    static final String READY = """
            SELECT id FROM baton_pending
            WHERE queue = :queue AND type = :type AND version = :version AND ready = 1 AND retrying = 0
            ORDER BY priority DESC, due_at, id LIMIT 1
            """;
}
