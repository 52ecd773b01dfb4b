package dev.baton.faults.process;

import dev.baton.checker.Finding;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** What an application does in a transaction of its own: it is there if and only if the job that was ended in it is done. */
final class Ledger {

    private Ledger() {}

    static Connection connect(Path database) throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = 5000");
            statement.execute("PRAGMA synchronous = FULL");
        }
        return connection;
    }

    static void create(Path database) throws SQLException {
        try (Connection connection = connect(database);
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

    /** What is there without its job being done, or the other way round, or twice. */
    static List<Finding> check(Path database) throws SQLException {
        var findings = new ArrayList<Finding>();
        try (Connection connection = connect(database);
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
