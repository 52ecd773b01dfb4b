package dev.baton.postgres;

/** The statements about unique keys. Who has one, and who is to have it next, are rows of their own. */
final class KeySql {

    private KeySql() {}

    /** In one order for all, so that two who want the same keys do not wait for each other. */
    static final String TAKE = """
            INSERT INTO baton_key (type, scope, key, heir, job)
            SELECT type, scope, key, :heir, job
            FROM unnest(:types::text[], :scopes::text[], :keys::text[], :jobs::uuid[]) AS new (type, scope, key, job)
            ORDER BY type, scope, key
            ON CONFLICT (type, scope, key, heir) DO NOTHING
            RETURNING job
            """;

    /** Who has a key and where that job stands are one look: it gives the key up in the transaction in which it ends. */
    static final String FIND = """
            SELECT wanted.n, k.heir, k.job, (SELECT 1 FROM baton_running r WHERE r.id = k.job) IS NOT NULL AS running,
                (SELECT 1 FROM baton_pending p WHERE p.id = k.job) IS NOT NULL
                    OR (SELECT 1 FROM baton_parked p WHERE p.id = k.job) IS NOT NULL AS elsewhere
            FROM unnest(:types::text[], :scopes::text[], :keys::text[]) WITH ORDINALITY AS wanted (type, scope, key, n)
            CROSS JOIN LATERAL (
                SELECT heir, job FROM baton_key k
                WHERE k.type = wanted.type AND k.scope = wanted.scope AND k.key = wanted.key OFFSET 0) k
            """;

    static final String BEGINNING = """
            SELECT key, job FROM baton_key
            WHERE type = :type AND scope = :scope AND NOT heir
                AND key >= :beginning AND key < :end
            ORDER BY key LIMIT :limit
            """;

    static final String HAND_OVER = """
            INSERT INTO baton_key AS k (type, scope, key, heir, job) VALUES (:type, :scope, :key, false, :job)
            ON CONFLICT (type, scope, key, heir) DO UPDATE SET job = excluded.job WHERE k.job = :from
            """;

    /** What ended jobs had of ACTIVE keys: the key itself, or the promise of one. */
    static final String FREE = """
            DELETE FROM baton_key WHERE job = ANY (:jobs::uuid[]) AND scope = 'ACTIVE'
            RETURNING type, key, heir
            """;

    static final String FREE_OF = """
            DELETE FROM baton_key WHERE type = :type AND scope = 'ACTIVE' AND key = :key AND NOT heir AND job = :job
            """;

    /** Who cancels an heir takes the job first and then its promise; so does who hands the key over. */
    static final String HEIRS_LOCK = """
            SELECT p.id FROM unnest(:types::text[], :keys::text[]) AS free (type, key)
            CROSS JOIN LATERAL (
                SELECT job FROM baton_key k
                WHERE k.type = free.type AND k.scope = 'ACTIVE' AND k.key = free.key AND k.heir OFFSET 0) heir
            CROSS JOIN LATERAL (SELECT id FROM baton_pending WHERE id = heir.job FOR NO KEY UPDATE) p
            """;

    /** A statement of its own after the key was freed: it sees whoever was promised it until then. */
    static final String INHERIT = """
            UPDATE baton_key k SET heir = false
            FROM unnest(:types::text[], :keys::text[]) AS free (type, key)
            WHERE k.type = free.type AND k.scope = 'ACTIVE' AND k.key = free.key AND k.heir
            RETURNING k.job
            """;

    static final String PENDING_HEIRS = """
            UPDATE baton_pending SET behind = false, ready = lane IS NULL
            WHERE id = ANY (:ids::uuid[])
            RETURNING lane
            """;

    // Notes: who was promised a key while the one who had it may just have ended.

    static final String NOTE = """
            INSERT INTO baton_key_note (type, key)
            SELECT type, key FROM unnest(:types::text[], :keys::text[]) AS promised (type, key)
            """;

    /** As with lanes. */
    static final String NOTES_DUE = """
            SELECT id, type, key FROM (
                SELECT id, type, key FROM baton_key_note
                WHERE look_at <= clock_timestamp() ORDER BY look_at LIMIT 100 FOR UPDATE SKIP LOCKED) due
            UNION ALL
            SELECT id, type, key FROM (
                SELECT id, type, key FROM baton_key_note
                WHERE look_at > clock_timestamp() + interval '2 s' ORDER BY look_at LIMIT 100 FOR UPDATE SKIP LOCKED) mistaken
            """;

    static final String NOTE_LOCK = """
            SELECT id, type, key FROM baton_key_note WHERE id = :id FOR UPDATE SKIP LOCKED
            """;

    /** Has somebody the key, and is that so for sure until we are done? */
    static final String HOLDER = """
            SELECT (SELECT true FROM baton_key WHERE type = :type AND scope = 'ACTIVE' AND key = :key AND NOT heir) AS held,
                (SELECT true FROM baton_key WHERE type = :type AND scope = 'ACTIVE' AND key = :key AND NOT heir
                    FOR SHARE SKIP LOCKED) AS for_sure
            """;

    static final String NOTE_DELETE = """
            DELETE FROM baton_key_note WHERE id = :id
            """;

    static final String NOTE_LATER = """
            UPDATE baton_key_note SET looks = looks + 1,
                look_at = clock_timestamp() + least(20 * 2 ^ least(looks, 10), 1000) * interval '1 ms'
            WHERE id = :id
            """;
}
