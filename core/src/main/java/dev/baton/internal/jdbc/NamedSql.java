package dev.baton.internal.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** SQL with {@code :names} instead of question marks. Our statements are fixed texts, so a colon in quotes does not occur. */
record NamedSql(String positional, List<String> names) {

    private static final Pattern NAME = Pattern.compile(":([a-z][a-z0-9_]*)");

    static NamedSql parse(String sql) {
        var names = new ArrayList<String>();
        Matcher name = NAME.matcher(sql);
        while (name.find()) {
            names.add(name.group(1));
        }
        return new NamedSql(NAME.matcher(sql).replaceAll("?"), names);
    }

    void bind(PreparedStatement statement, @Nullable Object[] namesAndValues) throws SQLException {
        Map<String, @Nullable Object> values = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        for (int i = 0; i < names.size(); i++) {
            if (!values.containsKey(names.get(i))) {
                throw new IllegalArgumentException("no value for :" + names.get(i) + " in " + positional);
            }
            Object value = values.get(names.get(i));
            statement.setObject(i + 1, value instanceof Boolean yes ? Integer.valueOf(yes ? 1 : 0) : value);
        }
    }
}
