package dev.baton.faults.process;

/** A table of the application's own, in which a handler's own transaction leaves a row. */
final class LedgerSql {

    private LedgerSql() {}

    static final String CREATE = """
            CREATE TABLE IF NOT EXISTS ledger (work TEXT NOT NULL)
            """;

    static final String INSERT = """
            INSERT INTO ledger (work) VALUES (?)
            """;

    /** What is entered another number of times than its job is done, which is once or not at all. */
    static final String WRONG = """
            SELECT j.label AS work, count(l.work) AS entries, count(DISTINCT a.seq) AS done
            FROM baton_job j
            LEFT JOIN ledger l ON l.work = j.label
            LEFT JOIN baton_attempt a ON a.job = j.id AND a.kind = 'DONE'
            WHERE j.type = 'own_end'
            GROUP BY j.id HAVING count(l.work) <> count(DISTINCT a.seq)
            """;
}
