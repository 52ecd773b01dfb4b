package dev.baton.sqlite;

/** The statement about a file that was put back to how it was once. */
final class RestoredSql {

    private RestoredSql() {}

    static final String RAISE = """
            UPDATE baton_fence SET last = last + :by RETURNING last
            """;
}
