package dev.baton.examples.payments.ledger;

import dev.baton.examples.tables.Database;
import dev.baton.job.JobId;
import dev.baton.outbox.Enqueued;
import dev.baton.outbox.Money;
import dev.baton.outbox.Outbox;
import dev.baton.outbox.Payment;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Who has how much, and what was transferred. A transfer debits an account and enqueues the payment in one transaction: either both are
 * so, or neither is. Safe for use by several threads and processes.
 */
public final class Ledger {

    private final Database database;
    private final Outbox outbox;

    /** A transfer was refused: there is not enough. Nothing was debited, and nothing will be sent. */
    public static final class NotEnoughException extends Exception {
        private static final long serialVersionUID = 1;

        NotEnoughException(Payment payment) {
            super("There is not enough for " + payment);
        }
    }

    /**
     * A transfer as the ledger has it.
     *
     * @param payment the id of its payment
     * @param number which of the account's payments it is
     */
    public record Transfer(String account, long number, String rail, Money amount, JobId payment, boolean givenBack) {}

    /** The one in this database, with an outbox there. */
    public Ledger(Database database, Outbox outbox) {
        this.database = database;
        this.outbox = outbox;
    }

    /** Opens an account with so much, in minor units; of no effect if it is there. */
    public void open(String account, long minor) throws Exception {
        database.change(LedgerSql.OPEN, account, minor, minor);
    }

    /**
     * Debits the participant's account, and hands the payment over. The same again changes nothing.
     *
     * @throws NotEnoughException if the account has less; nothing was changed
     */
    public Enqueued transfer(Payment payment) throws Exception {
        return database.transact(transaction -> {
            Enqueued enqueued = outbox.enqueue(transaction, payment);
            if (!enqueued.duplicate()) {
                long minor = payment.amount().minor();
                if (Database.change(transaction, LedgerSql.DEBIT, minor, payment.participant(), minor) == 0) {
                    throw new NotEnoughException(payment);
                }
                Database.change(
                        transaction,
                        LedgerSql.ADD_TRANSFER,
                        payment.instruction().id(),
                        payment.instruction().key(),
                        payment.participant(),
                        payment.rail(),
                        minor,
                        payment.amount().currency(),
                        enqueued.id().toString(),
                        enqueued.sequence());
            }
            return enqueued;
        });
    }

    /** Credits what a payment took that was given up, once. Whoever says so is sure that the rail has not taken it. */
    public boolean giveBack(JobId payment) throws Exception {
        String id = payment.toString();
        return database.transact(transaction -> {
            boolean first = Database.change(transaction, LedgerSql.GIVE_BACK, id) == 1;
            if (first) {
                Database.change(transaction, LedgerSql.CREDIT, id, id);
            }
            return first;
        });
    }

    /** What every account has, in minor units. */
    public Map<String, Long> balances() throws SQLException {
        var balances = new TreeMap<String, Long>();
        database.list(LedgerSql.ACCOUNTS, row -> balances.put(row.getString("name"), row.getLong("balance")));
        return balances;
    }

    /** All transfers, by account and number. */
    public List<Transfer> transfers() throws SQLException {
        return database.list(
                LedgerSql.TRANSFERS,
                row -> new Transfer(
                        row.getString("account"),
                        row.getLong("number"),
                        row.getString("rail"),
                        new Money(row.getLong("minor"), row.getString("currency")),
                        JobId.parse(row.getString("payment")),
                        row.getInt("given_back") == 1));
    }
}
