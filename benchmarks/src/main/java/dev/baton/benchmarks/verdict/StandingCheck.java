package dev.baton.benchmarks.verdict;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Compares a database whose jobs nobody has run with the ledger: every acknowledged job is there once, and is pending. */
public final class StandingCheck {

    private static final int ROWS_AT_ONCE = 10_000;

    private final Seen seen;
    private long lost;
    private long doubled;
    private long unknown;

    private StandingCheck(Ledger ledger) {
        this.seen = new Seen(ledger);
    }

    /** Checks a file. */
    public static Findings ofSqlite(Connection connection, Ledger ledger) throws SQLException {
        return check(connection, StandingSql.SQLITE_JOBS, ledger);
    }

    /** Checks the schema where this connection finds its tables. */
    public static Findings ofPostgres(Connection connection, Ledger ledger) throws SQLException {
        connection.setAutoCommit(false); // otherwise the driver reads all rows at once
        return check(connection, StandingSql.POSTGRES_JOBS, ledger);
    }

    private static Findings check(Connection connection, String question, Ledger ledger) throws SQLException {
        var check = new StandingCheck(ledger);
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(ROWS_AT_ONCE);
            try (ResultSet rows = statement.executeQuery(question)) {
                while (rows.next()) {
                    check.take(rows);
                }
            }
        }
        return check.seen.findings(check.lost, check.doubled, check.unknown, 0);
    }

    private void take(ResultSet row) throws SQLException {
        int index = row.getInt("part");
        int number = row.getInt("number");
        if (seen.isUnknown(index, number)) {
            unknown++;
            return;
        }
        boolean twice = !seen.add(index, number);
        if (twice || row.getInt("pending") + row.getInt("elsewhere") > 1) {
            doubled++;
        } else if (row.getInt("pending") == 0) {
            lost++;
        }
    }
}
