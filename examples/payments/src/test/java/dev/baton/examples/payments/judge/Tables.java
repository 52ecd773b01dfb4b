package dev.baton.examples.payments.judge;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The ledger, the payments and what people did, as the tables have them. */
record Tables(List<Account> accounts, List<Transfer> transfers, List<Job> jobs, List<Action> actions) {

    /** An account; what it has, and what it was opened with. */
    record Account(String name, long opened, long balance) {}

    /** A transfer, and which payment it made. */
    record Transfer(
            String instruction,
            String account,
            String rail,
            long minor,
            String payment,
            long number,
            boolean givenBack) {}

    /** Where a payment stands. */
    enum State {
        PENDING,
        RUNNING,
        HELD,
        DEAD,
        DONE,
        CANCELLED,
        /** Nowhere, or in two places. */
        ASTRAY
    }

    /** A payment; whether nobody knows what became of it, and whether it keeps others waiting. */
    record Job(String id, String participant, long number, State state, boolean doubtful, boolean blocks) {}

    /** What somebody did to a payment, and why. */
    record Action(String act, String target, String why) {}

    @FunctionalInterface
    private interface Reader<T> {
        T of(ResultSet row) throws SQLException;
    }

    static Tables read(Connection connection) throws SQLException {
        return new Tables(
                list(
                        connection,
                        TablesSql.ACCOUNTS,
                        row -> new Account(row.getString(1), row.getLong(2), row.getLong(3))),
                list(connection, TablesSql.TRANSFERS, Tables::transfer),
                list(connection, TablesSql.JOBS, Tables::job),
                list(
                        connection,
                        TablesSql.ACTIONS,
                        row -> new Action(
                                row.getString("act").toUpperCase(Locale.ROOT),
                                Ids.plain(row.getString("target")),
                                row.getString("why"))));
    }

    private static <T> List<T> list(Connection connection, String sql, Reader<T> reader) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            var list = new ArrayList<T>();
            while (rows.next()) {
                list.add(reader.of(rows));
            }
            return list;
        }
    }

    private static Transfer transfer(ResultSet row) throws SQLException {
        return new Transfer(
                row.getString("instruction") + "/" + row.getString("idempotency_key"),
                row.getString("account"),
                row.getString("rail"),
                row.getLong("minor"),
                Ids.plain(row.getString("payment")),
                row.getLong("number"),
                row.getInt("given_back") == 1);
    }

    private static Job job(ResultSet row) throws SQLException {
        var states = new ArrayList<State>();
        if (row.getObject("pending") != null) {
            states.add(State.PENDING);
        }
        if (row.getObject("running") != null) {
            states.add(State.RUNNING);
        }
        if (row.getObject("parked") != null) {
            states.add(row.getBoolean("held") ? State.HELD : State.DEAD);
        }
        if (row.getString("ended") != null) {
            states.add(State.valueOf(row.getString("ended")));
        }
        String lane = row.getString("lane");
        return new Job(
                Ids.plain(row.getObject("id")),
                lane.substring(lane.indexOf('/') + 1),
                row.getLong("seq"),
                states.size() == 1 ? states.get(0) : State.ASTRAY,
                row.getLong("doubt") != 0,
                row.getBoolean("blocks"));
    }
}
