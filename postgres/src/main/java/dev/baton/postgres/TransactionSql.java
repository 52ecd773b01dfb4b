package dev.baton.postgres;

/** How our transactions begin, and what is asked of those of others. Everything is set for one transaction only. */
final class TransactionSql {

    private TransactionSql() {}

    /**
     * The tables are small or are read by an index; a plan that was made while one of them was empty must not read it from end to
     * end for ever, and what an index has in order is to be read in that order. Plans are made once, whatever the arrays hold. A
     * transaction whose process has vanished must not keep its locks; and what takes long, takes long, whatever a pool has set.
     */
    static final String BEGIN_WRITE = """
            SET TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE;
            SET LOCAL lock_timeout = '10s';
            SET LOCAL statement_timeout = 0;
            SET LOCAL idle_in_transaction_session_timeout = '10s';
            SET LOCAL enable_seqscan = off;
            SET LOCAL enable_bitmapscan = off;
            SET LOCAL jit = off;
            SET LOCAL plan_cache_mode = force_generic_plan
            """;

    static final String BEGIN_IMPATIENTLY = """
            SET TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE;
            SET LOCAL lock_timeout = '5ms';
            SET LOCAL statement_timeout = 0;
            SET LOCAL idle_in_transaction_session_timeout = '10s';
            SET LOCAL enable_seqscan = off;
            SET LOCAL enable_bitmapscan = off;
            SET LOCAL jit = off;
            SET LOCAL plan_cache_mode = force_generic_plan
            """;

    static final String BEGIN_READ = """
            SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY;
            SET LOCAL statement_timeout = 0;
            SET LOCAL idle_in_transaction_session_timeout = '10s';
            SET LOCAL enable_seqscan = off;
            SET LOCAL enable_bitmapscan = off;
            SET LOCAL jit = off;
            SET LOCAL plan_cache_mode = force_generic_plan
            """;

    /** Whether our tables are there at all; to ask a table that is not would end the caller's transaction. */
    static final String HERE = """
            SELECT to_regclass(:table) IS NOT NULL AS here
            """;
    /** From PostgreSQL 14 on, where the server's system can tell: a client that is gone is noticed in the middle of a statement. */
    static final String CLIENT_CHECK = "SET LOCAL client_connection_check_interval = '5s'";

    /** From PostgreSQL 17 on, as with statements. */
    static final String NO_TIMEOUT = "SET LOCAL transaction_timeout = 0";

    /** Everything that asks this goes on to write, so that the transaction needs its number anyway. */
    static final String CALLER = """
            SELECT current_setting('transaction_isolation') AS isolation, (SELECT id FROM baton_store) AS store,
                (SELECT oid::bigint FROM pg_database WHERE datname = current_database()) AS database,
                pg_current_xact_id()::text AS transaction
            """;

    /** Which of these transactions have ended; of what is too long ago the server does not know how. */
    static final String ENDED = """
            SELECT id::text AS id, coalesce(pg_xact_status(id), 'committed') = 'committed' AS committed
            FROM unnest(:ids::xid8[]) AS asked (id)
            WHERE pg_xact_status(id) IS DISTINCT FROM 'in progress'
            """;

    /** Writes next to nothing, so that the commit waits for the disk and for standbys as that of a writer does. Locks nothing. */
    static final String WAIT_AS_WRITERS_DO = """
            SELECT pg_logical_emit_message(true, 'baton', '') IS NOT NULL AS written
            """;

    static final String SAVEPOINT = "SAVEPOINT baton_caller";
    static final String ROLLBACK_TO = "ROLLBACK TO SAVEPOINT baton_caller";
    static final String RELEASE = "RELEASE SAVEPOINT baton_caller";

    /** Ends the session, and with it the transaction: nothing else cannot be undone by going back to a savepoint. */
    static final String END_SESSION = """
            SELECT pg_terminate_backend(pg_backend_pid()) AS ended
            """;

    /** Where that is not allowed, the server takes nothing but a rollback from here on. */
    static final String LOST_CLAIM = """
            DO $$ BEGIN RAISE EXCEPTION 'a claim was lost, and with it this transaction'; END $$
            """;

    /** Of the server: whether it takes writes, whether it waits for its disk, and what it can keep. */
    static final String MANNERS = """
            SELECT pg_is_in_recovery() AS standby, current_setting('synchronous_commit') AS synchronous_commit,
                current_setting('fsync')::boolean AS fsync, current_setting('full_page_writes')::boolean AS full_page_writes,
                current_setting('server_encoding') AS encoding, current_setting('server_version_num')::int AS version,
                current_schema() AS current_schema
            """;

    static final String TIME = """
            SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS micros
            """;

    static final String STORE = """
            SELECT id, (SELECT oid::bigint FROM pg_database WHERE datname = current_database()) AS database FROM baton_store
            """;
}
