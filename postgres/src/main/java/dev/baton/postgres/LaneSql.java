package dev.baton.postgres;

/**
 * The statements about lanes. Each looks at single rows, or at the ends of ranges, of an index: none costs more for a long lane, or
 * for what is passed over in it; that is why none says EXISTS, for which PostgreSQL may read a whole table into memory. A lock
 * and the look that relies on it are two statements: the second sees what was committed before the lock was got.
 */
final class LaneSql {

    private LaneSql() {}

    // Producers, who wait for each other.

    /** Makes what is missing and locks all, in one order for everybody, without writing a new version of what is there. */
    static final String LOCK = """
            WITH gates AS (
                INSERT INTO baton_gate (lane) SELECT name FROM unnest(:lanes::text[]) AS wanted (name) ORDER BY name COLLATE "C"
                ON CONFLICT (lane) DO NOTHING)
            INSERT INTO baton_lane (name)
            SELECT name FROM unnest(:lanes::text[]) AS wanted (name) ORDER BY name COLLATE "C"
            ON CONFLICT (name) DO UPDATE SET name = excluded.name WHERE false
            """;

    /** The highest number that was given out; whether anybody stands there; and whether one who comes now may begin. */
    static final String ENDS = """
            SELECT l.name AS lane,
                greatest(
                    (SELECT floor FROM baton_floor WHERE lane = l.name),
                    (SELECT seq FROM baton_job WHERE lane = l.name ORDER BY seq DESC LIMIT 1),
                    0) AS last,
                (SELECT 1 FROM baton_pending WHERE lane = l.name LIMIT 1) IS NULL
                    AND (SELECT 1 FROM baton_running WHERE lane = l.name LIMIT 1) IS NULL
                    AND (SELECT 1 FROM baton_parked WHERE lane = l.name AND blocks LIMIT 1) IS NULL AS empty,
                (SELECT 1 FROM baton_switch WHERE kind = 'LANE' AND name = l.name) IS NULL AS open
            FROM unnest(:lanes::text[]) AS l (name)
            """;

    // Settling.

    /**
     * One settles a lane at a time; who comes second does not wait, and leaves a note. A lane without a gate has had no producer that
     * is done, so there is nothing to settle.
     */
    static final String GATES = """
            SELECT l.name AS lane, gate.lane IS NOT NULL AS ours
            FROM unnest(:lanes::text[]) AS l (name)
            LEFT JOIN LATERAL (SELECT lane FROM baton_gate WHERE lane = l.name FOR UPDATE SKIP LOCKED) gate ON true
            WHERE gate.lane IS NOT NULL OR (SELECT 1 FROM baton_gate WHERE lane = l.name) IS NULL
            """;

    /**
     * Makes the first of each lane ready, if it may be and no other is. Answers on which route that was, and what is left to do: one
     * that is ready and is not to be, one that somebody else holds just now, or whether there is nothing in the lane, as far as can be
     * seen.
     */
    static final String SETTLE = """
            WITH look AS MATERIALIZED (
                SELECT l.name AS lane, first.id AS first, r.id AS ready, running.yes AS runs, blocked.seq AS blocked_at,
                    first.id IS NOT NULL AND NOT first.behind AND running.yes IS NULL
                        AND (blocked.seq IS NULL OR blocked.seq > first.seq)
                        AND (SELECT 1 FROM baton_switch WHERE kind = 'LANE' AND name = l.name) IS NULL AS wanted
                FROM unnest(:lanes::text[]) AS l (name)
                LEFT JOIN LATERAL (
                    SELECT id, seq, behind FROM baton_pending WHERE lane = l.name ORDER BY seq LIMIT 1) first ON true
                LEFT JOIN LATERAL (SELECT id FROM baton_pending WHERE lane = l.name AND ready LIMIT 1) r ON true
                LEFT JOIN LATERAL (SELECT true AS yes FROM baton_running WHERE lane = l.name LIMIT 1) running ON true
                LEFT JOIN LATERAL (
                    SELECT seq FROM baton_parked WHERE lane = l.name AND blocks ORDER BY seq LIMIT 1) blocked ON true),
            made AS (
                UPDATE baton_pending SET ready = true
                WHERE id = ANY (ARRAY (
                    SELECT p.id FROM look
                    CROSS JOIN LATERAL (
                        SELECT id FROM baton_pending WHERE id = look.first FOR NO KEY UPDATE SKIP LOCKED) p
                    WHERE look.wanted AND look.ready IS NULL))
                RETURNING id, queue, type, version)
            SELECT look.lane,
                CASE WHEN ready IS NOT NULL AND (NOT wanted OR ready <> first) THEN ready END AS too_early,
                wanted AND ready IS NULL AND made.id IS NULL AS held_up,
                first IS NULL AND runs IS NULL AND blocked_at IS NULL AS empty,
                made.id IS NOT NULL AS made, made.queue, made.type, made.version
            FROM look LEFT JOIN made ON made.id = look.first
            """;

    /** What is ready is asked for outside: within, all that are could be read by the index of those, where few were when it was planned. */
    static final String NOT_READY = """
            UPDATE baton_pending SET ready = false
            WHERE id = ANY (ARRAY (
                SELECT p.id FROM unnest(:ids::uuid[]) AS early (id)
                CROSS JOIN LATERAL (
                    SELECT id, ready FROM baton_pending WHERE id = early.id FOR NO KEY UPDATE SKIP LOCKED) p
                WHERE p.ready))
            RETURNING lane
            """;

    /** Those whose producers are all done, until we are. */
    static final String LOCK_IF_FREE = """
            SELECT wanted.name AS lane FROM unnest(:lanes::text[]) AS wanted (name)
            CROSS JOIN LATERAL (
                SELECT 1 FROM baton_lane WHERE name = wanted.name FOR NO KEY UPDATE SKIP LOCKED) locked
            """;

    /** What claims have set aside while the lane, which only numbers it, was off. */
    static final String TAKE_UP = """
            UPDATE baton_pending SET ready = true, lane = NULL WHERE lane = chr(1) || :lane
            RETURNING queue, type, version
            """;

    // Notes.

    static final String NOTE = """
            INSERT INTO baton_lane_note (lane) SELECT name FROM unnest(:lanes::text[]) AS l (name)
            """;

    /** Also those that are due later than any is ever put off: the server's clock has been set back since. */
    static final String NOTES_DUE = """
            SELECT id, lane FROM (
                SELECT id, lane FROM baton_lane_note
                WHERE look_at <= clock_timestamp() ORDER BY look_at LIMIT 500 FOR UPDATE SKIP LOCKED) due
            UNION ALL
            SELECT id, lane FROM (
                SELECT id, lane FROM baton_lane_note
                WHERE look_at > clock_timestamp() + interval '2 s' ORDER BY look_at LIMIT 500 FOR UPDATE SKIP LOCKED) mistaken
            """;

    static final String NOTES_DELETE = """
            DELETE FROM baton_lane_note WHERE id = ANY (:ids::bigint[])
            """;

    /** After 20 ms, and twice as long each time, up to a second: whoever is waited for may take very long. */
    static final String NOTES_LATER = """
            UPDATE baton_lane_note SET looks = looks + 1,
                look_at = clock_timestamp() + least(20 * 2 ^ least(looks, 10), 1000) * interval '1 ms'
            WHERE id = ANY (:ids::bigint[])
            """;

    // Runs.

    /** Those that follow a head, up to one that blocks the lane; and whether each is ours to take. */
    static final String FOLLOWING = """
            SELECT head.lane, f.id, f.seq, f.queue, f.type, f.version, f.due_at, f.behind, f.failures, f.lost, f.doubt,
                mine.id IS NOT NULL AND (SELECT 1 FROM baton_job j WHERE j.id = f.id) IS NOT NULL AS mine
            FROM unnest(:lanes::text[], :seqs::bigint[]) AS head (lane, seq)
            CROSS JOIN LATERAL (
                SELECT * FROM baton_pending p
                WHERE p.lane = head.lane AND p.seq > head.seq AND p.seq < coalesce(
                    (SELECT b.seq FROM baton_parked b
                        WHERE b.lane = head.lane AND b.blocks AND b.seq > head.seq ORDER BY b.seq LIMIT 1),
                    9223372036854775807)
                ORDER BY p.seq LIMIT :limit) f
            LEFT JOIN LATERAL (SELECT id FROM baton_pending WHERE id = f.id FOR UPDATE SKIP LOCKED) mine ON true
            ORDER BY f.lane, f.seq
            """;

    /** Which of these have one before them in their run that stands, and so goes first. */
    static final String STANDS_BETWEEN = """
            SELECT r.id FROM unnest(:ids::uuid[], :lanes::text[], :heads::bigint[], :seqs::bigint[]) AS r (id, lane, head, seq)
            WHERE (SELECT 1 FROM baton_pending WHERE lane = r.lane AND seq >= r.head AND seq < r.seq LIMIT 1) IS NOT NULL
                OR (SELECT 1 FROM baton_running WHERE lane = r.lane AND seq >= r.head AND seq < r.seq LIMIT 1) IS NOT NULL
                OR (SELECT 1 FROM baton_parked
                    WHERE lane = r.lane AND blocks AND seq >= r.head AND seq < r.seq LIMIT 1) IS NOT NULL
            """;

    // Who is in the way.

    static final String FIRST_RUNNING = """
            SELECT id, seq FROM baton_running WHERE lane = :lane ORDER BY seq LIMIT 1
            """;

    static final String FIRST_PENDING = """
            SELECT id, seq FROM baton_pending WHERE lane = :lane AND seq < :seq ORDER BY seq LIMIT 1
            """;

    static final String FIRST_BLOCKING = """
            SELECT id, seq FROM baton_parked WHERE lane = :lane AND blocks AND seq < :seq ORDER BY seq LIMIT 1
            """;
}
