package dev.baton.examples.payments.judge;

/** What is asked of the tables, for SQLite and PostgreSQL alike. */
final class TablesSql {

    static final String ACCOUNTS = "SELECT name, opened, balance FROM account";

    static final String TRANSFERS =
            "SELECT instruction, idempotency_key, account, rail, minor, payment, number, given_back FROM transfer";

    static final String JOBS = """
            SELECT j.id AS id, j.lane AS lane, j.seq AS seq, p.id AS pending, p.doubt AS doubt, r.id AS running,
                d.id AS parked, d.held AS held, d.blocks AS blocks,
                (SELECT a.kind FROM baton_attempt a WHERE a.job = j.id AND a.kind IN ('DONE', 'CANCELLED')) AS ended
            FROM baton_job j
            LEFT JOIN baton_pending p ON p.id = j.id
            LEFT JOIN baton_running r ON r.id = j.id
            LEFT JOIN baton_parked d ON d.id = j.id
            WHERE j.type = 'outbox.payment'
            """;

    static final String ACTIONS = "SELECT act, target, why FROM baton_operator_action";

    private TablesSql() {}
}
