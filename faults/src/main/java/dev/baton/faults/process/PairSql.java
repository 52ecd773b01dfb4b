package dev.baton.faults.process;

/** What is said to a server about its standby. */
final class PairSql {

    private PairSql() {}

    static final String WAIT_FOR_STANDBY = """
            ALTER SYSTEM SET synchronous_standby_names = 'standby'
            """;

    static final String RELOAD = """
            SELECT pg_reload_conf()
            """;

    static final String STANDBYS = """
            SELECT pid FROM pg_stat_replication WHERE sync_state = 'sync'
            """;

    /** Whoever waits for a standby goes on without it. */
    static final String WAIVE = """
            SELECT count(pg_cancel_backend(pid)) AS waived FROM pg_stat_activity WHERE wait_event = 'SyncRep'
            """;
}
