package dev.baton.sqlite;

/** The statements about evidence. */
final class EvidenceSql {

    private EvidenceSql() {}

    static final String JOB_WITNESSED = """
            SELECT 1 AS yes FROM baton_job INDEXED BY baton_job_witnessed WHERE id = :id AND witnessed = 1
            """;

    /** The record that was just added, and whose it is. */
    static final String SUBJECT = """
            SELECT last_insert_rowid() AS record, lane, seq, sha256 FROM baton_job WHERE id = :id
            """;

    static final String LAST_RECORD = """
            SELECT last_insert_rowid() AS record
            """;

    static final String HEAD = """
            SELECT number, hash FROM baton_chain WHERE name = :chain
            """;

    static final String APPEND = """
            INSERT INTO baton_evidence (chain, number, previous, hash, record, kind, job, turn, attempt, fence, node,
                claimed_at, ended_at, code, payload_sha256, message_sha256, result_sha256, facts_sha256, target, who, before, after)
            VALUES (:chain, :number, :previous, :hash, :record, :kind, unhex(:job, '-'), :turn, :attempt, :fence, :node,
                :claimed_at, :ended_at, :code, :payload_sha256, :message_sha256, :result_sha256, :facts_sha256, :target, :who,
                :before, :after)
            """;

    /** What was just added, and where the chain ends to which that is to come. */
    static final String RECORD_AND_HEAD = """
            SELECT last_insert_rowid() AS record, c.number, c.hash
            FROM (SELECT 1) LEFT JOIN baton_chain c ON c.name = :chain
            """;

    /** Of some chains. */
    static final String HEADS = """
            SELECT c.name, c.number, c.hash FROM json_each(:chains) wanted CROSS JOIN baton_chain c ON c.name = wanted.value
            """;

    static final String HEAD_BEGIN = """
            INSERT INTO baton_chain (name, number, hash) VALUES (:chain, :number, :hash)
            """;

    static final String HEAD_MOVE = """
            UPDATE baton_chain SET number = :number, hash = :hash WHERE name = :chain
            """;

    // Reading all of it.

    private static final String ENTRY = """
            e.chain AS entry_chain, e.number, e.previous, e.hash, e.record, e.kind, e.job, e.turn, e.attempt, e.fence, e.node,
                e.claimed_at, e.ended_at, e.code, e.payload_sha256, e.message_sha256, e.result_sha256, e.facts_sha256, e.target,
                e.who, e.before, e.after""";

    static final String LINKS = """
            SELECT names.chain, c.number AS head_number, c.hash AS head_hash, a.number AS anchor_number, a.hash AS anchor_hash,
                a.until_at,
            """ + ENTRY + """

            FROM (SELECT name AS chain FROM baton_chain UNION SELECT chain FROM baton_evidence) names
            LEFT JOIN baton_chain c ON c.name = names.chain
            LEFT JOIN baton_anchor a ON a.chain = names.chain
            LEFT JOIN baton_evidence e ON e.chain = names.chain
            ORDER BY names.chain, e.number
            """;

    private static final String ATTEMPT = """
            a.seq AS its_record, a.job AS its_job, a.number AS its_number, a.fence AS its_fence, a.kind AS its_kind,
                a.code AS its_code, a.message AS its_message, a.result AS its_result, a.facts AS its_facts, a.node AS its_node, a.claimed_at AS its_claimed_at,
                a.ended_at AS its_ended_at, j.lane AS its_lane, j.seq AS its_turn, j.sha256 AS its_sha256""";

    /** Every entry about an attempt, beside the attempt. */
    static final String ENTRIES_OF_ATTEMPTS = "SELECT " + ATTEMPT + ",\n    " + ENTRY + """

            FROM baton_evidence e
            LEFT JOIN baton_job j ON j.id = e.job
            LEFT JOIN baton_attempt a ON a.seq = e.record AND a.job = e.job AND j.id IS NOT NULL
            WHERE e.job IS NOT NULL
            """;

    /** What is witnessed and has no entry, unless that was pruned. */
    static final String ATTEMPTS_ALONE = "SELECT " + ATTEMPT + """

            FROM baton_job j
            CROSS JOIN baton_attempt a ON a.job = j.id
            WHERE j.witnessed = 1
                AND NOT EXISTS (SELECT 1 FROM baton_evidence e WHERE e.job = a.job AND e.record = a.seq)
                AND NOT EXISTS (SELECT 1 FROM baton_anchor WHERE chain = 'lane ' || j.lane AND until_at >= a.ended_at)
            """;

    private static final String ACTION = """
            o.seq AS its_record, o.act, o.target AS its_target, o.who AS its_who, o.why, o.before AS its_before,
                o.after AS its_after, o.at""";

    static final String ENTRIES_OF_ACTIONS = "SELECT " + ACTION + ",\n    " + ENTRY + """

            FROM baton_evidence e LEFT JOIN baton_operator_action o ON o.seq = e.record
            WHERE e.job IS NULL
            """;

    static final String ACTIONS_ALONE = "SELECT " + ACTION + """

            FROM baton_operator_action o
            WHERE o.witnessed = 1
                AND NOT EXISTS (SELECT 1 FROM baton_evidence e WHERE e.job IS NULL AND e.record = o.seq)
                AND NOT EXISTS (SELECT 1 FROM baton_anchor WHERE chain = 'operators' AND until_at >= o.at)
            """;

    /** Of lanes with witnessed jobs, above what was pruned. */
    static final String GAPS = """
            SELECT lane, prior, seq FROM (
                SELECT j.lane, j.seq, lag(j.seq, 1, coalesce(f.floor, 0)) OVER (PARTITION BY j.lane ORDER BY j.seq) AS prior
                FROM baton_job j LEFT JOIN baton_lane f ON f.name = j.lane
                WHERE j.lane IN (SELECT lane FROM baton_job WHERE witnessed = 1) AND j.seq > coalesce(f.floor, 0))
            WHERE seq > prior + 1 ORDER BY lane, seq
            """;

    // The end of it.

    /** The entry with this number becomes the anchor of its chain. */
    static final String ANCHOR = """
            INSERT INTO baton_anchor (chain, number, hash, until_at)
            SELECT chain, number, hash, max(coalesce((SELECT until_at FROM baton_anchor WHERE chain = :chain), 0),
                (SELECT max(ended_at) FROM baton_evidence WHERE chain = :chain AND number <= :number))
            FROM baton_evidence WHERE chain = :chain AND number = :number
            ON CONFLICT (chain) DO UPDATE SET number = excluded.number, hash = excluded.hash, until_at = excluded.until_at
            """;

    static final String PRUNE = """
            DELETE FROM baton_evidence WHERE chain = :chain AND number <= :number
            """;
}
