package dev.baton.postgres;

/** The statements around migrations; these themselves are numbered files. */
final class MigrationSql {

    private MigrationSql() {}

    /**
     * Who changes a table waits until all who use it are done, and all who come later wait behind: so not for long, and then once
     * more. Nothing else is set, as this is no statement of every day.
     */
    static final String BEGIN = """
            SET TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE;
            SET LOCAL lock_timeout = '1s';
            SET LOCAL statement_timeout = 0
            """;

    /** One at a time in a schema; the others look again. */
    static final String TRY_LOCK = """
            SELECT pg_try_advisory_xact_lock(hashtextextended(:schema, 4210)) AS locked
            """;

    /**
     * Tables are made in the first of them. Temporary ones are named last, or a function that runs with its owner's rights would
     * take somebody's temporary table for ours.
     */
    static final String USE_SCHEMA = "SET LOCAL search_path = %s, pg_temp";

    /** The same for the schema where a connection makes its tables, whatever its name. */
    static final String USE_CURRENT_SCHEMA = """
            SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true)
            """;

    static final String SCHEMA_CREATE = "CREATE SCHEMA IF NOT EXISTS %s";

    static final String HISTORY_CREATE = """
            CREATE TABLE IF NOT EXISTS baton_migration (
                name            text COLLATE "C" PRIMARY KEY,
                compatible_from text COLLATE "C" NOT NULL,
                sha256          text        NOT NULL,
                applied_at      timestamptz NOT NULL DEFAULT clock_timestamp())
            """;

    static final String SCHEMA_KNOWN = """
            SELECT true AS yes FROM pg_namespace WHERE nspname = :schema
            """;

    static final String OUR_TABLES = """
            SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = :schema AND c.relname ~ '^baton[_]' AND c.relkind IN ('r', 'p', 'v')
            ORDER BY c.relname
            """;

    static final String HISTORY = """
            SELECT name, compatible_from, sha256 FROM baton_migration ORDER BY name
            """;

    static final String HISTORY_INSERT = """
            INSERT INTO baton_migration (name, compatible_from, sha256) VALUES (:name, :compatible_from, :sha256)
            """;

    /** The same as text, for those who apply what is printed. */
    static final String HISTORY_PRINT = """
            INSERT INTO baton_migration (name, compatible_from, sha256)
            VALUES ('%s', '%s', '%s');
            """;

    /** Our tables as they are: a line for each column and each index. Where they are is left out. */
    static final String LAYOUT = """
            SELECT c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
                || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END AS line
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
            WHERE n.nspname = :schema AND c.relname ~ '^baton[_]' AND c.relkind IN ('r', 'p')
            UNION ALL
            SELECT replace(pg_get_indexdef(i.indexrelid), ' ON ' || quote_ident(n.nspname) || '.', ' ON ')
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            JOIN pg_index i ON i.indrelid = c.oid AND i.indisvalid
            WHERE n.nspname = :schema AND c.relname ~ '^baton[_]'
            ORDER BY 1
            """;

    /** Whose open transactions use our tables, the oldest first. */
    static final String IN_THE_WAY = """
            SELECT a.pid, coalesce(a.application_name, '') AS application,
                round(extract(epoch FROM clock_timestamp() - a.xact_start))::bigint AS seconds
            FROM pg_stat_activity a
            WHERE a.pid <> pg_backend_pid() AND a.xact_start IS NOT NULL
                AND EXISTS (
                    SELECT 1 FROM pg_locks l
                    JOIN pg_class c ON c.oid = l.relation
                    JOIN pg_namespace n ON n.oid = c.relnamespace
                    WHERE l.pid = a.pid AND l.granted AND l.locktype = 'relation'
                        AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
                        AND n.nspname = :schema AND c.relname ~ '^baton[_]')
            ORDER BY a.xact_start LIMIT 3
            """;
}
