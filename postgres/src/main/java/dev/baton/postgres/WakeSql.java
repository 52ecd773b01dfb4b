package dev.baton.postgres;

/** The statements by which processes wake each other. Channels belong to a database; ours is named after the store. */
final class WakeSql {

    private WakeSql() {}

    static final String CHANNEL = "baton_%s";

    static final String LISTEN = "LISTEN \"%s\"";

    static final String UNLISTEN = "UNLISTEN \"%s\"";

    /** The server commits these one after another, so that nothing else is in such a transaction, and it waits for no disk. */
    static final String NOTIFY = """
            SELECT set_config('synchronous_commit', 'off', true) AS waits, pg_notify(:channel, '') AS told
            """;
}
