package dev.baton.postgres;

/** The statements about schedules. */
final class ScheduleSql {

    private ScheduleSql() {}

    /**
     * In one order for all, so that nobody waits in a circle. Those that are stored as they are declared are left alone, and not answered;
     * what has the same timing keeps its next time.
     */
    static final String DECLARE = """
            INSERT INTO baton_schedule AS s (name, revision, in_code, timing, catch_up, overlap, queue, type, version, payload, sha256,
                label, priority, lane, witnessed, fire_time_in, definition, paused, next_at)
            SELECT d.name, 1, d.in_code, d.timing, d.catch_up, d.overlap, d.queue, d.type, d.version, d.payload, d.sha256,
                d.label, d.priority, d.lane, d.witnessed, d.fire_time_in, d.definition, false, d.next_at
            FROM unnest(:names::text[], :in_codes::bool[], :timings::text[], :catch_ups::text[], :overlaps::text[],
                    :queues::text[], :types::text[], :versions::int[], :payloads::text[], :hashes::text[], :labels::text[],
                    :priorities::int[], :lanes::text[], :witnesseds::bool[], :fire_times_in::text[], :definitions::text[],
                    :nexts::bigint[])
                AS d (name, in_code, timing, catch_up, overlap, queue, type, version, payload, sha256, label, priority, lane,
                    witnessed, fire_time_in, definition, next_at)
            ORDER BY d.name COLLATE "C"
            ON CONFLICT (name) DO UPDATE SET revision = s.revision + 1, in_code = excluded.in_code, timing = excluded.timing,
                catch_up = excluded.catch_up, overlap = excluded.overlap, queue = excluded.queue, type = excluded.type,
                version = excluded.version, payload = excluded.payload, sha256 = excluded.sha256, label = excluded.label,
                priority = excluded.priority, lane = excluded.lane, witnessed = excluded.witnessed,
                fire_time_in = excluded.fire_time_in, definition = excluded.definition,
                next_at = CASE WHEN s.timing = excluded.timing THEN s.next_at ELSE excluded.next_at END
            WHERE s.definition <> excluded.definition
            RETURNING s.name, s.revision
            """;

    /** When the first of all is due, in every row, and beside it what is due, if anything is. */
    static final String DUE = """
            SELECT first.next_at AS earliest, s.*
            FROM (SELECT min(next_at) AS next_at FROM baton_schedule WHERE NOT paused AND next_at IS NOT NULL) AS first
            LEFT JOIN (SELECT * FROM baton_schedule
                WHERE NOT paused AND next_at IS NOT NULL AND next_at <= :now AND NOT name = ANY (:except::text[])
                ORDER BY next_at, name LIMIT :limit) AS s ON true
            """;

    /** Those that are as they were seen. Who has one in hand fires or changes it just now. */
    static final String LOCK = """
            SELECT s.* FROM unnest(:names::text[], :revisions::bigint[]) AS w (name, revision)
            JOIN baton_schedule s ON s.name = w.name COLLATE "C" AND s.revision = w.revision
            ORDER BY s.name FOR UPDATE OF s SKIP LOCKED
            """;

    static final String MOVE = """
            UPDATE baton_schedule s SET revision = s.revision + 1, next_at = w.next_at,
                last_at = coalesce(w.last_at, s.last_at), last_job = coalesce(w.last_job::uuid, s.last_job)
            FROM unnest(:names::text[], :nexts::bigint[], :lasts::bigint[], :jobs::text[])
                AS w (name, next_at, last_at, last_job)
            WHERE s.name = w.name COLLATE "C"
            """;

    static final String LOCK_AS_IT_IS = """
            SELECT * FROM baton_schedule WHERE name = :name FOR UPDATE
            """;

    static final String PAUSE = """
            UPDATE baton_schedule SET revision = revision + 1, paused = true WHERE name = :name
            """;

    /** Its next time never goes back. */
    static final String RESUME = """
            UPDATE baton_schedule SET revision = revision + 1, paused = false,
                next_at = CASE WHEN next_at IS NULL THEN NULL ELSE greatest(next_at, :next_at::bigint) END
            WHERE name = :name
            """;

    static final String REMOVE = """
            DELETE FROM baton_schedule WHERE name = :name
            """;

    static final String FIND = """
            SELECT * FROM baton_schedule WHERE name = ANY (:names::text[]) ORDER BY name
            """;

    static final String LIST = """
            SELECT * FROM baton_schedule WHERE name > :after ORDER BY name LIMIT :limit
            """;

    static final String LIST_IN_CODE = """
            SELECT * FROM baton_schedule WHERE in_code AND name > :after ORDER BY name LIMIT :limit
            """;
}
