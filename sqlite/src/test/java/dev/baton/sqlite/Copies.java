package dev.baton.sqlite;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;

/** Very many rows, made of the one that is there with other ids: much faster than a verb for each. */
final class Copies {

    private final Connection connection;
    private final Map<String, String> columns = new HashMap<>();

    private Copies(Connection connection) {
        this.connection = connection;
        columns.put("id", "CAST(printf('%016d', n.i) AS BLOB)");
    }

    /** So many, numbered from 2 on; the number is {@code n.i} in the expressions below. */
    static Copies of(Path file, int count) throws SQLException {
        var copies = new Copies(DriverManager.getConnection("jdbc:sqlite:" + file));
        copies.run("PRAGMA cache_size = -500000");
        copies.connection.setAutoCommit(false);
        copies.run("CREATE TEMP TABLE n AS WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i <= "
                + count + ") SELECT i FROM n");
        return copies;
    }

    /** From here on, with this in this column. */
    Copies with(String column, String expression) {
        columns.put(column, expression);
        return this;
    }

    Copies into(String table) throws SQLException {
        var values = new ArrayList<String>();
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT name FROM pragma_table_info('" + table + "') ORDER BY cid")) {
            while (rows.next()) {
                String column = rows.getString("name");
                values.add(columns.getOrDefault(column, "t." + column));
            }
        }
        run("INSERT INTO " + table + " SELECT " + String.join(", ", values) + " FROM n, (SELECT * FROM " + table
                + " LIMIT 1) t");
        return this;
    }

    void commit() throws SQLException {
        try (connection) {
            connection.commit();
        }
    }

    private void run(String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
