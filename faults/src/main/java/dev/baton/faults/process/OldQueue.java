package dev.baton.faults.process;

import dev.baton.LegacyTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The rows of an old queue table, by their numbers. */
final class OldQueue implements LegacyTable<Long> {

    static void make(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(IntakeSql.TABLE);
        }
    }

    /** So many more, from this one on. */
    static void add(Connection connection, long from, int howMany) throws SQLException {
        try (PreparedStatement add = connection.prepareStatement(IntakeSql.ADD)) {
            for (long id = from; id < from + howMany; id++) {
                add.setLong(1, id);
                add.executeUpdate();
            }
        }
    }

    @Override
    public List<Long> oldest(Connection transaction, int limit) throws SQLException {
        var rows = new ArrayList<Long>();
        try (PreparedStatement open = transaction.prepareStatement(IntakeSql.OLDEST)) {
            open.setInt(1, limit);
            ResultSet result = open.executeQuery();
            while (result.next()) {
                rows.add(result.getLong(1));
            }
        }
        return rows;
    }

    @Override
    public boolean mark(Connection transaction, Long row) throws SQLException {
        try (PreparedStatement mark = transaction.prepareStatement(IntakeSql.MARK)) {
            mark.setLong(1, row);
            return mark.executeUpdate() == 1;
        }
    }
}
