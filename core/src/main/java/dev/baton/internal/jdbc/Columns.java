package dev.baton.internal.jdbc;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/** Which column of a result has which name. The same for every run of a statement, and drivers look it up anew in each. */
record Columns(Map<String, Integer> positions) {

    static Columns of(ResultSetMetaData result) throws SQLException {
        var positions = new HashMap<String, Integer>();
        for (int i = 1; i <= result.getColumnCount(); i++) {
            positions.put(result.getColumnLabel(i), i);
        }
        return new Columns(positions);
    }

    int of(String name) throws SQLException {
        Integer position = positions.get(name);
        if (position == null) {
            throw new SQLException("no column " + name + " in " + positions.keySet());
        }
        return position;
    }
}
