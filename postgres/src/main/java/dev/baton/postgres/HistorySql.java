package dev.baton.postgres;

/** The statements about which server this is: its identifier, and the number of its history, which every promotion raises. */
final class HistorySql {

    private HistorySql() {}

    static final String LOCK = """
            SELECT timeline IS NOT NULL AS any,
                coalesce(timeline = substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)
                    AND system = (SELECT system_identifier::text FROM pg_control_system()), false) AS same
            FROM baton_store FOR NO KEY UPDATE
            """;

    /** By more than anybody can have given out. */
    static final String JUMP = """
            SELECT setval('baton_fence', nextval('baton_fence') + 4294967296) AS fence
            """;

    static final String REMEMBER = """
            UPDATE baton_store SET timeline = substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8),
                system = (SELECT system_identifier::text FROM pg_control_system())
            """;
}
