package dev.baton.outbox;

import dev.baton.job.BatonException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What may be used as an id of the application's: two of them and what stands between fit into a unique key, and what stands between is
 * in neither.
 */
final class Ids {

    /** Between two ids, where they make one name. */
    static final String BETWEEN = "/";

    private static final int MAX = 99;
    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9._:~-]{1," + MAX + "}");

    private Ids() {}

    static String checked(String what, @Nullable String id) {
        if (id == null || id.isBlank()) {
            throw new BatonException("REQUIRED", what + " must not be blank; nothing was stored.");
        }
        if (!ALLOWED.matcher(id).matches()) {
            throw new BatonException(
                    "BAD_ID", what + " has 1 to " + MAX + " letters, digits or . _ : ~ - ; nothing was stored.");
        }
        return id;
    }
}
