package dev.baton.benchmarks.verdict;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Compares a database with the ledger: every acknowledged job is there once, ran once, is done once, and stands nowhere. */
public final class LedgerCheck {

    private static final int ROWS_AT_ONCE = 10_000;

    private final Seen seen;
    private long lost;
    private long doubled;
    private long unknown;
    private long disordered;
    private @Nullable String lane;
    private long lastInLane;
    private long lastEnded;

    private LedgerCheck(Ledger ledger) {
        this.seen = new Seen(ledger);
    }

    /** Checks a file into which so many jobs of the past were put before. */
    public static Findings ofSqlite(Connection connection, Ledger ledger, long past) throws SQLException {
        return check(connection, List.of(LedgerSql.SQLITE_JOBS, LedgerSql.PAST), ledger, past);
    }

    /** Checks the schema where this connection finds its tables. */
    public static Findings ofPostgres(Connection connection, Ledger ledger, long past) throws SQLException {
        connection.setAutoCommit(false); // otherwise the driver reads all rows at once
        return check(connection, List.of(LedgerSql.POSTGRES_JOBS, LedgerSql.PAST), ledger, past);
    }

    private static Findings check(Connection connection, List<String> questions, Ledger ledger, long past)
            throws SQLException {
        var check = new LedgerCheck(ledger);
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(ROWS_AT_ONCE);
            try (ResultSet rows = statement.executeQuery(questions.get(0))) {
                while (rows.next()) {
                    check.take(rows);
                }
            }
            try (ResultSet rows = statement.executeQuery(questions.get(1))) {
                check.lost += Math.max(0, past - (rows.next() ? rows.getLong("jobs") : 0));
            }
        }
        return check.seen.findings(check.lost, check.doubled, check.unknown, check.disordered);
    }

    private void take(ResultSet row) throws SQLException {
        int index = row.getInt("part");
        int number = row.getInt("number");
        if (seen.isUnknown(index, number)) {
            unknown++;
            return;
        }
        boolean twice = !seen.add(index, number);
        int done = row.getInt("done");
        int runs = seen.part(index).runs(number);
        if (done == 0 || row.getInt("standing") > 0 || runs == 0) {
            lost++;
        } else if (twice || done > 1 || row.getInt("attempts") > 1 || runs > 1) {
            doubled++;
        }
        takeTurn(row.getString("lane"), row.getLong("seq"), row.getLong("ended"));
    }

    private void takeTurn(@Nullable String in, long seq, long ended) {
        if (in == null) {
            return;
        }
        boolean first = !Objects.equals(in, lane);
        long expected = first ? 1 : lastInLane + 1;
        if (seq != expected || (!first && ended <= lastEnded)) {
            disordered++;
        }
        lane = in;
        lastInLane = seq;
        lastEnded = ended;
    }
}
