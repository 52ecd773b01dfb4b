package dev.baton.benchmarks.verdict;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compares a database whose jobs nobody has run with the ledger: every acknowledged job is there once, and is pending. */
public final class StandingCheck {

    private static final int ROWS_AT_ONCE = 10_000;

    private final List<Ledger.Part> parts;
    private final Map<Integer, BitSet> seen = new HashMap<>();
    private long lost;
    private long doubled;
    private long unknown;

    private StandingCheck(Ledger ledger) {
        this.parts = ledger.parts();
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
        return check.findings();
    }

    private void take(ResultSet row) throws SQLException {
        int index = row.getInt("part");
        int number = row.getInt("number");
        if (index >= parts.size() || !parts.get(index).wasAcknowledged(number)) {
            unknown++;
            return;
        }
        BitSet ofPart = seen.computeIfAbsent(index, any -> new BitSet());
        if (ofPart.get(number) || row.getInt("pending") + row.getInt("elsewhere") > 1) {
            doubled++;
        } else if (row.getInt("pending") == 0) {
            lost++;
        }
        ofPart.set(number);
    }

    private Findings findings() {
        long jobs = 0;
        for (Ledger.Part part : parts) {
            BitSet there = seen.getOrDefault(part.index(), new BitSet());
            for (int number = 0; number < part.size(); number++) {
                if (part.wasAcknowledged(number)) {
                    jobs++;
                    lost += there.get(number) ? 0 : 1;
                }
            }
        }
        return new Findings(jobs, lost, doubled, unknown, 0);
    }
}
