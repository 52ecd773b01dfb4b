package dev.baton.postgres;

import dev.baton.job.BatonException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Where our tables are. Every statement names their schema, so that it finds them whatever the search path of a connection is,
 * which is its owner's.
 */
final class Schema {

    private static final Pattern OURS = Pattern.compile("\\bbaton_(?=[a-z])");
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_$]{0,62}");

    private final String name;
    private final Map<String, String> qualified = new ConcurrentHashMap<>();

    private Schema(String name) {
        this.name = name;
    }

    /** By a name that is nothing but a name. */
    static Schema of(String name) {
        if (!PLAIN.matcher(name).matches()) {
            throw new BatonException(
                    "BAD_SCHEMA", "A schema's name is letters, digits and underscores, at most 63, and not: " + name);
        }
        return new Schema(name);
    }

    String name() {
        return name;
    }

    /** Quoted, so that it is taken by the letter. */
    String quoted() {
        return '"' + name + '"';
    }

    /** The same statement, on the tables of this schema. */
    String in(String sql) {
        return qualified.computeIfAbsent(sql, text -> OURS.matcher(text).replaceAll(quoted() + ".baton_"));
    }
}
