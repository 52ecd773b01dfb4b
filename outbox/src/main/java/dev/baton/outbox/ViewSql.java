package dev.baton.outbox;

/** What is said of the views of the outbox in every database. */
final class ViewSql {

    private ViewSql() {}

    static final String DROP_PENDING = """
            DROP VIEW IF EXISTS payment_outbox_pending
            """;

    static final String DROP_ATTEMPTS = """
            DROP VIEW IF EXISTS payment_outbox_attempts
            """;
}
