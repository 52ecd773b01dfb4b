package dev.baton.benchmarks;

/** The statements of the naive queue, which every database understands; only its tables are made differently. */
final class NaiveSql {

    private NaiveSql() {}

    static final String INSERT = """
            INSERT INTO naive_job (state, run_at, payload) VALUES ('READY', ?, ?)
            """;

    static final String POLL = """
            SELECT id, payload FROM naive_job WHERE state = 'READY' AND run_at <= ? ORDER BY run_at LIMIT 10
            """;

    static final String LOCK = """
            UPDATE naive_job SET state = 'RUNNING' WHERE id = ? AND state = 'READY'
            """;

    static final String DONE = """
            UPDATE naive_job SET state = 'DONE' WHERE id = ?
            """;

    static final String ATTEMPT = """
            INSERT INTO naive_attempt (job, outcome, ended_at) VALUES (?, 'DONE', ?)
            """;
}
