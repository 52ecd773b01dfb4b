package dev.baton.postgres;

/** What is granted to those who use our tables without owning them. */
final class RightsSql {

    private RightsSql() {}

    static final String USAGE = """
            GRANT USAGE ON SCHEMA %s TO %s;
            """;

    static final String USAGE_OF_CURRENT = """
            DO $$ BEGIN EXECUTE format('GRANT USAGE ON SCHEMA %%I TO %s', current_schema()); END $$;
            """;

    /**
     * What a job is may be redacted, and not removed; what happened may be added to and read; evidence
     * is written by functions alone. The number of the next claim may be
     * taken, and raised when the server is another one than before.
     */
    static final String TABLES = """
            REVOKE ALL ON {work}, {in}baton_job, {in}baton_attempt, {in}baton_operator_action, {in}baton_store, {in}baton_migration,
                {in}baton_evidence, {in}baton_chain, {in}baton_anchor FROM {role};
            GRANT SELECT, INSERT, UPDATE, DELETE ON {work} TO {role};
            GRANT SELECT, INSERT, UPDATE ON {in}baton_job TO {role};
            GRANT SELECT, INSERT ON {in}baton_attempt, {in}baton_operator_action TO {role};
            GRANT SELECT ON {in}baton_floor, {in}baton_store, {in}baton_migration, {in}baton_evidence, {in}baton_chain,
                {in}baton_anchor TO {role};
            GRANT UPDATE (system, timeline) ON {in}baton_store TO {role};
            GRANT USAGE, UPDATE ON SEQUENCE {in}baton_fence TO {role};
            GRANT EXECUTE ON FUNCTION {in}baton_prune(bigint, integer), {in}baton_remove(uuid[]),
                {in}baton_witness(uuid[], bigint[], bigint[]) TO {role}
            """;
}
