package dev.baton.faults.process;

/** The queue that an application had before, in the same database. */
final class IntakeSql {

    private IntakeSql() {}

    static final String TABLE = """
            CREATE TABLE old_queue (id BIGINT PRIMARY KEY, processed INTEGER NOT NULL)
            """;

    static final String ADD = """
            INSERT INTO old_queue (id, processed) VALUES (?, 0)
            """;

    static final String OLDEST = """
            SELECT id FROM old_queue WHERE processed = 0 ORDER BY id LIMIT ?
            """;

    static final String MARK = """
            UPDATE old_queue SET processed = 1 WHERE id = ? AND processed = 0
            """;
}
