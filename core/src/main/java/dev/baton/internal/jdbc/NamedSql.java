package dev.baton.internal.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * SQL with {@code :names} instead of question marks; two colons are a cast. Our statements are fixed texts, so a colon in quotes
 * does not occur.
 */
record NamedSql(String positional, List<String> names) {

    private static final Pattern NAME = Pattern.compile("(?<!:):([a-z][a-z0-9_]*)");

    /** A session lasts for a transaction, and a statement for as long as the program does: it is read once. */
    private static final Map<String, NamedSql> KNOWN = new ConcurrentHashMap<>();

    static NamedSql of(String sql) {
        NamedSql known = KNOWN.get(sql);
        return known != null ? known : KNOWN.computeIfAbsent(sql, NamedSql::parse);
    }

    private static NamedSql parse(String sql) {
        var names = new ArrayList<String>();
        Matcher name = NAME.matcher(sql);
        while (name.find()) {
            names.add(name.group(1).intern());
        }
        return new NamedSql(NAME.matcher(sql).replaceAll("?"), names);
    }

    void bind(PreparedStatement statement, @Nullable Object[] namesAndValues) throws SQLException {
        for (int i = 0; i < names.size(); i++) {
            statement.setObject(i + 1, value(names.get(i), namesAndValues));
        }
    }

    /** They are few, and mostly the same objects as the names here: looking for one is faster than a map. */
    private @Nullable Object value(String name, @Nullable Object[] namesAndValues) {
        for (int i = 0; i < namesAndValues.length; i += 2) {
            if (name.equals(namesAndValues[i])) {
                return namesAndValues[i + 1];
            }
        }
        throw new IllegalArgumentException("no value for :" + name + " in " + positional);
    }
}
