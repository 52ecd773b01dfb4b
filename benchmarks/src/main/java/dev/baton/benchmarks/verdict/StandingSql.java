package dev.baton.benchmarks.verdict;

/** What is asked of a database whose jobs nobody has run. */
final class StandingSql {

    private StandingSql() {}

    /** Every job of the bench, and where it stands. */
    static final String SQLITE_JOBS = """
            SELECT json_extract(j.payload, '$.part') AS part, json_extract(j.payload, '$.number') AS number,
                (SELECT count(*) FROM baton_pending p WHERE p.id = j.id) AS pending,
                (SELECT count(*) FROM baton_running r WHERE r.id = j.id)
                    + (SELECT count(*) FROM baton_parked d WHERE d.id = j.id)
                    + (SELECT count(*) FROM baton_attempt a WHERE a.job = j.id) AS elsewhere
            FROM baton_job j
            """;

    /** The same of a PostgreSQL database. */
    static final String POSTGRES_JOBS = """
            SELECT (j.payload::json ->> 'part')::int AS part, (j.payload::json ->> 'number')::int AS number,
                (SELECT count(*) FROM baton_pending p WHERE p.id = j.id) AS pending,
                (SELECT count(*) FROM baton_running r WHERE r.id = j.id)
                    + (SELECT count(*) FROM baton_parked d WHERE d.id = j.id)
                    + (SELECT count(*) FROM baton_attempt a WHERE a.job = j.id) AS elsewhere
            FROM baton_job j
            """;
}
