package dev.baton.sqlite;

/** The statements about schedules. */
final class ScheduleSql {

    private ScheduleSql() {}

    static final String ADD = """
            INSERT INTO baton_schedule (name, revision, in_code, timing, catch_up, overlap, queue, type, version, payload, sha256,
                label, priority, lane, witnessed, fire_time_in, definition, paused, next_at)
            VALUES (:name, 1, :in_code, :timing, :catch_up, :overlap, :queue, :type, :version, :payload, :sha256,
                :label, :priority, :lane, :witnessed, :fire_time_in, :definition, 0, :next_at)
            ON CONFLICT (name) DO NOTHING
            """;

    /** Unless it is stored as it is declared. What has the same timing keeps its next time. */
    static final String CHANGE = """
            UPDATE baton_schedule SET revision = revision + 1, in_code = :in_code, catch_up = :catch_up, overlap = :overlap,
                queue = :queue, type = :type, version = :version, payload = :payload, sha256 = :sha256, label = :label,
                priority = :priority, lane = :lane, witnessed = :witnessed, fire_time_in = :fire_time_in,
                definition = :definition, next_at = CASE WHEN timing = :timing THEN next_at ELSE :next_at END, timing = :timing
            WHERE name = :name AND definition <> :definition
            """;

    /** One row more than are due: when the first is due of all, whether there are due ones or not. */
    static final String DUE = """
            SELECT first.next_at AS earliest, s.*
            FROM (SELECT min(next_at) AS next_at FROM baton_schedule WHERE paused = 0 AND next_at IS NOT NULL) AS first
            LEFT JOIN (SELECT * FROM baton_schedule
                WHERE paused = 0 AND next_at IS NOT NULL AND next_at <= :now
                    AND name NOT IN (SELECT value FROM json_each(:except))
                ORDER BY next_at, name LIMIT :limit) AS s ON true
            """;

    static final String FIND = """
            SELECT * FROM baton_schedule WHERE name = :name
            """;

    static final String MOVE = """
            UPDATE baton_schedule SET revision = revision + 1, next_at = :next_at,
                last_at = coalesce(:last_at, last_at), last_job = coalesce(:last_job, last_job)
            WHERE name = :name
            """;

    static final String PAUSE = """
            UPDATE baton_schedule SET revision = revision + 1, paused = 1 WHERE name = :name
            """;

    /** Its next time never goes back. */
    static final String RESUME = """
            UPDATE baton_schedule SET revision = revision + 1, paused = 0, next_at = max(next_at, coalesce(:next_at, next_at))
            WHERE name = :name
            """;

    static final String REMOVE = """
            DELETE FROM baton_schedule WHERE name = :name
            """;

    static final String LIST = """
            SELECT * FROM baton_schedule WHERE name > :after ORDER BY name LIMIT :limit
            """;

    static final String LIST_IN_CODE = """
            SELECT * FROM baton_schedule WHERE in_code = 1 AND name > :after ORDER BY name LIMIT :limit
            """;
}
