package dev.baton.faults.process;

import dev.baton.checker.Finding;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** What an application does in a transaction of its own: it is there if and only if the job that was ended in it is done. */
final class Ledger {

    private Ledger() {}

    static void create(Database database) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(LedgerSql.CREATE);
        }
    }

    static void enter(Connection transaction, String work) throws SQLException {
        try (var insert = transaction.prepareStatement(LedgerSql.INSERT)) {
            insert.setString(1, work);
            insert.executeUpdate();
        }
    }

    /** Commits. False if nobody knows whether that happened: there was no answer, or one with a warning. */
    static boolean isCommitted(Connection transaction) {
        try {
            transaction.clearWarnings();
            transaction.commit();
            return transaction.getWarnings() == null;
        } catch (SQLException noAnswer) {
            return false;
        }
    }

    /** What is there without its job being done, or the other way round, or twice. */
    static List<Finding> check(Database database) throws SQLException {
        var findings = new ArrayList<Finding>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(LedgerSql.WRONG)) {
            while (rows.next()) {
                String work = rows.getString("work");
                findings.add(new Finding(
                        "C8",
                        work,
                        "work " + work + ": is entered " + rows.getInt("entries") + " times, and done "
                                + rows.getInt("done") + " times"));
            }
        }
        return findings;
    }
}
