package dev.baton.checker;

/**
 * What is asked of the tables, in SQL of the checker's own. Where databases differ the statements say what is meant: {@code
 * id(…)} is an id as hexadecimal digits, {@code hex(…)} a text so, {@code is(…)} a truth.
 */
enum ArchiveSql {
    /** Of a SQLite file. */
    SQLITE("lower(hex($1))", "hex($1)", "$1 = 1") {
        @Override
        String tables() {
            return "SELECT count(*) AS tables FROM sqlite_master WHERE name = 'baton_attempt'";
        }

        @Override
        String fence() {
            return "SELECT last FROM baton_fence";
        }
    },
    /** Of a PostgreSQL schema that the connection finds by itself. */
    POSTGRES("replace($1::text, '-', '')", "encode(convert_to($1, 'UTF8'), 'hex')", "$1") {
        @Override
        String tables() {
            return "SELECT count(*) AS tables FROM pg_class WHERE relname = 'baton_attempt' AND pg_table_is_visible(oid)";
        }

        @Override
        String fence() {
            return "SELECT last_value AS last FROM baton_fence";
        }
    };

    static final String JOBS = """
            SELECT id(j.id) AS id, j.type AS type, coalesce(j.key, '') AS key, j.label AS label,
                coalesce(j.lane, '') AS lane, coalesce(j.seq, 0) AS seq,
                (SELECT count(*) FROM baton_pending p WHERE p.id = j.id) AS pending,
                (SELECT count(*) FROM baton_running r WHERE r.id = j.id) AS running,
                (SELECT count(*) FROM baton_parked d WHERE d.id = j.id) AS parked
            FROM baton_job j ORDER BY j.id
            """;

    static final String ATTEMPTS = """
            SELECT id(job) AS id, seq, number, fence, kind, code, claimed_at, ended_at FROM baton_attempt ORDER BY seq
            """;

    static final String ACTIONS = """
            SELECT act, target FROM baton_operator_action ORDER BY seq
            """;

    /** Every attempt with all that is in it, as one text. */
    static final String ATTEMPT_ROWS = """
            SELECT seq AS name, id(job) AS id, number || ' ' || fence || ' ' || kind || ' ' || code || ' ' || claimed_at
                || ' ' || ended_at || ' ' || hex(message) || ' ' || CASE WHEN result IS NULL THEN '-' ELSE hex(result) END AS content
            FROM baton_attempt ORDER BY seq
            """;

    /** Every job with all that never changes, as one text. */
    static final String JOB_ROWS = """
            SELECT id(id) AS id, queue || ' ' || type || ' ' || version || ' ' || coalesce(lane, '-') || ' '
                || coalesce(CAST(seq AS text), '-') || ' ' || hex(payload) || ' ' || sha256 || ' ' || hex(label) || ' '
                || priority || ' ' || created_at || ' ' || coalesce(key_scope, '-') || ' ' || coalesce(key, '-') AS content
            FROM baton_job ORDER BY 1
            """;

    /** Who keeps others of its lane waiting, by being parked. */
    static final String BLOCKING = """
            SELECT DISTINCT id(d.id) AS id FROM baton_parked d
            JOIN baton_pending p ON p.lane = d.lane AND p.seq > d.seq
            WHERE is(d.blocks)
            """;

    /** How many lanes there are, how many jobs wait in them, and how many of these do so behind one that is parked. */
    static final String LANES = """
            SELECT
                (SELECT count(DISTINCT lane) FROM baton_job WHERE lane IS NOT NULL) AS lanes,
                (SELECT count(*) FROM baton_pending WHERE lane IS NOT NULL) AS waiting,
                (SELECT count(*) FROM baton_parked d JOIN baton_pending p ON p.lane = d.lane AND p.seq > d.seq
                    WHERE is(d.blocks)) AS blocked
            """;

    /** The most often that any job was lost which is not over. */
    static final String LOST_MOST = """
            SELECT coalesce(max(lost), 0) AS lost
            FROM (SELECT lost FROM baton_pending UNION ALL SELECT lost FROM baton_running) AS open
            """;

    static final String RUNNING = """
            SELECT count(*) AS running FROM baton_running
            """;

    private final String id;
    private final String hex;
    private final String is;

    ArchiveSql(String id, String hex, String is) {
        this.id = id;
        this.hex = hex;
        this.is = is;
    }

    /** Whether our tables are there. */
    abstract String tables();

    /** The number of the last claim. */
    abstract String fence();

    /** This statement as it is understood here. */
    String in(String statement) {
        return statement
                .replaceAll("\\bhex\\(([a-z.]+)\\)", hex)
                .replaceAll("\\bid\\(([a-z.]+)\\)", id)
                .replaceAll("\\bis\\(([a-z.]+)\\)", is);
    }
}
