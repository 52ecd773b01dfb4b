package dev.baton.testkit.store;

/** What somebody does to the tables who wants something not to have happened. Both SQL stores understand it. */
final class TamperSql {

    private TamperSql() {}

    static final String ENTRY_CHANGED = """
            UPDATE baton_evidence SET code = 'OTHER' WHERE chain = 'lane alice' AND number = 2
            """;

    static final String ENTRY_REMOVED = """
            DELETE FROM baton_evidence WHERE chain = 'lane alice' AND number = 2
            """;

    static final String FIRST_REMOVED = """
            DELETE FROM baton_evidence WHERE chain = 'lane alice' AND number = 1
            """;

    static final String LAST_REMOVED = """
            DELETE FROM baton_evidence WHERE chain = 'lane alice' AND number = 3
            """;

    static final String ENTRY_ADDED = """
            INSERT INTO baton_evidence (chain, number, previous, hash, record, kind, job, ended_at)
            SELECT chain, 4, hash, previous, 4711, kind, job, ended_at FROM baton_evidence
            WHERE chain = 'lane alice' AND number = 3
            """;

    static final String ENTRY_PUT_IN = """
            INSERT INTO baton_evidence (chain, number, previous, hash, record, kind, job, ended_at)
            SELECT chain, 0, '', previous, 4711, kind, job, ended_at FROM baton_evidence
            WHERE chain = 'lane alice' AND number = 3
            """;

    static final String HEAD_MOVED = """
            UPDATE baton_chain SET number = number + 1 WHERE name = 'lane alice'
            """;

    static final String HEAD_REMOVED = """
            DELETE FROM baton_chain WHERE name = 'lane alice'
            """;

    static final String HEAD_BEFORE_LAST = """
            UPDATE baton_chain SET number = 2,
                hash = (SELECT hash FROM baton_evidence WHERE chain = 'lane alice' AND number = 2)
            WHERE name = 'lane alice'
            """;

    static final String ANCHOR_ADDED = """
            INSERT INTO baton_anchor (chain, number, hash, until_at) VALUES ('lane alice', 2, 'deadbeef', 0)
            """;

    static final String RECORD_CHANGED = """
            UPDATE baton_attempt SET code = 'OTHER' WHERE seq = (SELECT min(seq) FROM baton_attempt)
            """;

    static final String RECORD_OF_ANOTHER_KIND = """
            UPDATE baton_attempt SET kind = 'NEVER_HEARD_OF' WHERE seq = (SELECT min(seq) FROM baton_attempt)
            """;

    static final String RECORD_REMOVED = """
            DELETE FROM baton_attempt WHERE seq = (SELECT min(seq) FROM baton_attempt)
            """;

    static final String LAST_RECORD_REMOVED = """
            DELETE FROM baton_attempt WHERE job = (SELECT id FROM baton_job WHERE lane = 'alice' AND seq = 3)
            """;

    static final String RECORD_ADDED = """
            INSERT INTO baton_attempt
                (job, number, fence, kind, code, message, claimed_at, ended_at, prunable)
            SELECT id, 9, 9, 'FAILED', '', '', 0, 0, prunable
            FROM baton_job CROSS JOIN (SELECT prunable FROM baton_attempt LIMIT 1) any_one
            WHERE lane = 'alice' AND seq = 1
            """;

    static final String ACTION_CHANGED = """
            UPDATE baton_operator_action SET who = '' WHERE act = 'CANCEL'
            """;

    static final String ACTION_REMOVED = """
            DELETE FROM baton_operator_action WHERE act = 'CANCEL'
            """;

    static final String PAYLOAD_EXCHANGED = """
            UPDATE baton_job SET payload = '[]', sha256 = 'c0ffee' WHERE lane = 'alice' AND seq = 1
            """;

    static final String LANE_EXCHANGED = """
            UPDATE baton_job SET lane = 'carol' WHERE lane = 'alice' AND seq = 1
            """;

    static final String JOB_REMOVED = """
            DELETE FROM baton_job WHERE lane = 'alice' AND seq = 2
            """;

    static final String WAITING_JOB_REMOVED = """
            DELETE FROM baton_job WHERE lane = 'dave' AND seq = 1
            """;
}
