package dev.baton.postgres;

import dev.baton.store.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection of somebody else's, for one transaction. It is given back as it was; what goes wrong then is its owner's to notice,
 * and says nothing of the transaction, which has ended by then.
 */
final class Borrowed {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresStore.class);

    private final Connection connection;
    private final Session session;
    private boolean commitsByItself;
    private boolean begun;
    private boolean done;

    Borrowed(Connection connection, Session session) {
        this.connection = connection;
        this.session = session;
    }

    Connection connection() {
        return connection;
    }

    Session session() {
        return session;
    }

    void begin() throws SQLException {
        commitsByItself = connection.getAutoCommit();
        if (commitsByItself) {
            connection.setAutoCommit(false);
        } else if (isInTransaction()) {
            throw new StoreUnavailableException(
                    "TRANSACTION_OPEN",
                    "The data source lends connections with a transaction on them, and committing ours would commit somebody else's;"
                            + " nothing was done. Use the plain data source, not one that knows of transactions, and a pool that"
                            + " ends them.",
                    new SQLException("a transaction is open"));
        }
        begun = true;
    }

    private boolean isInTransaction() throws SQLException {
        return connection.isWrapperFor(BaseConnection.class)
                && connection.unwrap(BaseConnection.class).getTransactionState() != TransactionState.IDLE;
    }

    /** It was committed. */
    void done() {
        done = true;
    }

    /** What was not committed is rolled back. */
    void giveBack() {
        end();
        quietly(connection::close);
    }

    /** The same for a connection that is kept. */
    void end() {
        quietly(session::close);
        if (begun && !done) {
            quietly(connection::rollback);
        }
        if (commitsByItself) {
            quietly(() -> connection.setAutoCommit(true));
        }
    }

    private interface Step {
        void take() throws SQLException;
    }

    private static void quietly(Step step) {
        try {
            step.take();
        } catch (SQLException broken) {
            LOG.debug("connection_broken", broken);
        }
    }
}
