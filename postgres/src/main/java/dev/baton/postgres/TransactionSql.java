package dev.baton.postgres;

/** How our transactions begin, and what is asked of those of others. Everything is set for one transaction only. */
final class TransactionSql {

    private TransactionSql() {}

    /**
     * The tables are small or are read by an index; a plan that was made while one of them was empty must not read it from end to
     * end for ever, and what an index has in order is to be read in that order. Plans are made once, whatever the arrays hold.
     */
    static final String BEGIN_WRITE = """
            SET TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE;
            SET LOCAL lock_timeout = '10s';
            SET LOCAL enable_seqscan = off;
            SET LOCAL enable_bitmapscan = off;
            SET LOCAL jit = off;
            SET LOCAL plan_cache_mode = force_generic_plan
            """;

    static final String BEGIN_IMPATIENTLY = """
            SET TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE;
            SET LOCAL lock_timeout = '5ms';
            SET LOCAL enable_seqscan = off;
            SET LOCAL enable_bitmapscan = off;
            SET LOCAL jit = off;
            SET LOCAL plan_cache_mode = force_generic_plan
            """;

    static final String BEGIN_READ = """
            SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY;
            SET LOCAL enable_seqscan = off;
            SET LOCAL enable_bitmapscan = off;
            SET LOCAL jit = off;
            SET LOCAL plan_cache_mode = force_generic_plan
            """;

    static final String CALLER = """
            SELECT current_setting('transaction_isolation') AS isolation, (SELECT id FROM baton_store) AS store
            """;

    static final String SAVEPOINT = "SAVEPOINT baton_caller";
    static final String ROLLBACK_TO = "ROLLBACK TO SAVEPOINT baton_caller";
    static final String RELEASE = "RELEASE SAVEPOINT baton_caller";

    /** Of the server: whether it takes writes, and whether it waits for its disk. */
    static final String MANNERS = """
            SELECT pg_is_in_recovery() AS standby, current_setting('synchronous_commit') AS synchronous_commit,
                current_setting('fsync') AS fsync, current_schema() AS current_schema
            """;

    static final String STORE = """
            SELECT id FROM baton_store
            """;
}
