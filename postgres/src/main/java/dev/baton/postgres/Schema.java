package dev.baton.postgres;

import dev.baton.job.BatonException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where our tables are. Every statement names their schema, so that it finds them whatever the search path of a connection is,
 * which is its owner's.
 */
final class Schema {

    /** Not what has its schema before it already, nor a schema's own name, which may begin as our tables do. */
    private static final Pattern OURS = Pattern.compile("(?<![.\"])\\bbaton_(?=[a-z])");
    /** It stands in quotes, and in texts that do: what ends one of these, or is taken for a parameter, is not in it. */
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}_$ .-]+");

    private static final int BYTES_MAX = 63;

    private final String name;
    private final Map<String, String> qualified = new ConcurrentHashMap<>();

    private Schema(String name) {
        this.name = name;
    }

    /** By a name that is nothing but a name. */
    static Schema of(String name) {
        if (!PLAIN.matcher(name).matches() || name.getBytes(StandardCharsets.UTF_8).length > BYTES_MAX) {
            throw new BatonException(
                    "BAD_SCHEMA",
                    "A schema's name is letters, digits, spaces and any of _ $ . -, at most 63 bytes, and not: "
                            + name);
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

    /** The same statement, on the tables of this schema; what names a schema stays as it is. */
    String in(String sql) {
        return qualified.computeIfAbsent(
                sql, text -> OURS.matcher(text).replaceAll(Matcher.quoteReplacement(quoted() + ".baton_")));
    }
}
