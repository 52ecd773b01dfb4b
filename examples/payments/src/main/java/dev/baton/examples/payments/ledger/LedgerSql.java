package dev.baton.examples.payments.ledger;

/** The statements of the ledger on its own tables, for SQLite and PostgreSQL alike. */
final class LedgerSql {

    static final String OPEN =
            "INSERT INTO account (name, opened, balance) VALUES (?, ?, ?) ON CONFLICT (name) DO NOTHING";

    /** Changes no row where there is not enough. */
    static final String DEBIT = "UPDATE account SET balance = balance - ? WHERE name = ? AND balance >= ?";

    static final String CREDIT = "UPDATE account SET balance = balance + (SELECT minor FROM transfer WHERE payment = ?)"
            + " WHERE name = (SELECT account FROM transfer WHERE payment = ?)";

    static final String ADD_TRANSFER = """
            INSERT INTO transfer (instruction, idempotency_key, account, rail, minor, currency, payment, number)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """;

    /** Once, however often somebody tries. */
    static final String GIVE_BACK = "UPDATE transfer SET given_back = 1 WHERE payment = ? AND given_back = 0";

    static final String ACCOUNTS = "SELECT name, balance FROM account ORDER BY name";
    static final String TRANSFERS =
            "SELECT account, number, rail, minor, currency, payment, given_back FROM transfer ORDER BY account, number";

    private LedgerSql() {}
}
