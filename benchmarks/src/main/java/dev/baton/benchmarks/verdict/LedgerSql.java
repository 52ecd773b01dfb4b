package dev.baton.benchmarks.verdict;

/** What the check asks of a database, in SQL of its own. */
final class LedgerSql {

    private LedgerSql() {}

    /** Every job of the bench with what became of it; those of a lane in its order. */
    static final String SQLITE_JOBS = """
            SELECT coalesce(json_extract(j.payload, '$.part'), json_extract(j.payload, '$.details.part')) AS part,
                coalesce(json_extract(j.payload, '$.number'), json_extract(j.payload, '$.details.number')) AS number,
                j.lane AS lane, coalesce(j.seq, 0) AS seq,
                (SELECT count(*) FROM baton_attempt a WHERE a.job = j.id AND a.kind = 'DONE') AS done,
                (SELECT count(*) FROM baton_attempt a WHERE a.job = j.id) AS attempts,
                (SELECT max(a.seq) FROM baton_attempt a WHERE a.job = j.id) AS ended,
                (SELECT count(*) FROM baton_pending p WHERE p.id = j.id)
                    + (SELECT count(*) FROM baton_running r WHERE r.id = j.id)
                    + (SELECT count(*) FROM baton_parked d WHERE d.id = j.id) AS standing
            FROM baton_job j WHERE j.type IN ('bench.plain', 'bench.replayable', 'bench.slow', 'outbox.payment')
            ORDER BY j.lane, j.seq
            """;

    /** The same of a PostgreSQL database. */
    static final String POSTGRES_JOBS = """
            SELECT coalesce(j.payload::json ->> 'part', j.payload::json -> 'details' ->> 'part')::int AS part,
                coalesce(j.payload::json ->> 'number', j.payload::json -> 'details' ->> 'number')::int AS number,
                j.lane AS lane, coalesce(j.seq, 0) AS seq,
                (SELECT count(*) FROM baton_attempt a WHERE a.job = j.id AND a.kind = 'DONE') AS done,
                (SELECT count(*) FROM baton_attempt a WHERE a.job = j.id) AS attempts,
                (SELECT max(a.seq) FROM baton_attempt a WHERE a.job = j.id) AS ended,
                (SELECT count(*) FROM baton_pending p WHERE p.id = j.id)
                    + (SELECT count(*) FROM baton_running r WHERE r.id = j.id)
                    + (SELECT count(*) FROM baton_parked d WHERE d.id = j.id) AS standing
            FROM baton_job j WHERE j.type IN ('bench.plain', 'bench.replayable', 'bench.slow', 'outbox.payment')
            ORDER BY j.lane, j.seq
            """;

    /** How many jobs of the past are there, and are done. */
    static final String PAST = """
            SELECT count(*) AS jobs FROM baton_job j
            WHERE j.type = 'bench.past'
                AND EXISTS (SELECT 1 FROM baton_attempt a WHERE a.job = j.id AND a.kind = 'DONE')
            """;
}
