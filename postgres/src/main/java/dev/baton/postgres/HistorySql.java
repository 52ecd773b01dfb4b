package dev.baton.postgres;

/** The statements about which server this is: its identifier, and the number of its history, which every promotion raises. */
final class HistorySql {

    private HistorySql() {}

    /** Everybody may ask for the identifier, unless somebody has forbidden it. */
    static final String MAY_ASK = """
            SELECT has_function_privilege('pg_catalog.pg_control_system()', 'EXECUTE') AS may
            """;

    static final String SYSTEM = """
            SELECT system_identifier::text AS system FROM pg_catalog.pg_control_system()
            """;

    /** What stands for it otherwise: the numbers of the database and of a table in it, which a copy made from a dump has of its own. */
    static final String STAND_IN = """
            SELECT 'database ' || oid || ' table ' || 'baton_store'::regclass::oid AS system
            FROM pg_database WHERE datname = current_database()
            """;

    /** The identifier and what stands for it say nothing about each other: then the history has to do. */
    static final String LOCK = """
            SELECT timeline IS NOT NULL AS any,
                coalesce(timeline = substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)
                    AND (system = :system OR (system ~ '^database') <> (:system ~ '^database')), false) AS same
            FROM baton_store FOR NO KEY UPDATE
            """;

    /** By more than anybody can have given out. */
    static final String JUMP = """
            SELECT setval('baton_fence', nextval('baton_fence') + 4294967296) AS fence
            """;

    static final String LAST = """
            SELECT coalesce(pg_sequence_last_value('baton_fence'), 0) AS fence
            """;

    static final String REMEMBER = """
            UPDATE baton_store SET timeline = substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8), system = :system
            """;
}
