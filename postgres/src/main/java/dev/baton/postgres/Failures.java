package dev.baton.postgres;

import dev.baton.job.BatonException;
import dev.baton.store.StoreUnavailableException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;

/** What PostgreSQL says, as something a caller can act on. */
final class Failures {

    private static final String DEADLOCK = "40P01";
    private static final String SERIALIZATION = "40001";
    private static final String UNIQUE = "23505";
    private static final String LOCK_TIMEOUT = "55P03";
    private static final String CANCELLED = "57014";
    private static final String UNKNOWN_TABLE = "42P01";
    private static final String UNKNOWN_SCHEMA = "3F000";
    private static final String READ_ONLY = "25006";
    private static final String DISK_FULL = "53100";
    private static final String FORBIDDEN = "42501";
    private static final String UNKNOWN_OBJECT = "42704";

    private static final Pattern INDEX = Pattern.compile("\\b(baton|pg)_[a-z0-9_]+");
    private static final String UNSUPPORTED = "0A000";
    private static final String STATEMENT_UNKNOWN = "26000";
    private static final String STATEMENT_KNOWN = "42P05";
    /** Of the data: how many there are of it, what it is, what it collides with, how much it is. */
    private static final List<String> DATAS_FAULT = List.of("21", "22", "23", "54");

    private Failures() {}

    /** Whether the same transaction, begun again, may well succeed: it met another, and one of them had to give way. */
    static boolean isCollision(SQLException e) {
        return is(e, DEADLOCK)
                || is(e, SERIALIZATION)
                || (is(e, UNIQUE) && isAskedForByMany(index(e)))
                || isForgotten(e);
    }

    /** Whether two waited for each other, and this one had to give way. */
    static boolean isDeadlock(SQLException e) {
        return is(e, DEADLOCK);
    }

    /** Two may want a key, or make the same table. All other unique indexes are there to notice what must never be. */
    private static boolean isAskedForByMany(String index) {
        return index.equals("baton_key_pkey") || index.startsWith("pg_");
    }

    /** Its name stands in the first line of what the server says, in whatever language that is. */
    private static String index(SQLException e) {
        String told = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        Matcher name = INDEX.matcher(told);
        return name.find() ? name.group() : "";
    }

    /**
     * Whether a statement is no longer what it was when it was prepared: a table got another column, or a pooler has given this
     * connection another server process. It is prepared afresh when it comes again.
     */
    private static boolean isForgotten(SQLException e) {
        boolean otherAnswer = isUnsupported(e)
                && e instanceof PSQLException told
                && told.getServerErrorMessage() != null
                && "RevalidateCachedQuery".equals(told.getServerErrorMessage().getRoutine());
        return otherAnswer || is(e, STATEMENT_UNKNOWN) || is(e, STATEMENT_KNOWN);
    }

    static boolean isUnsupported(SQLException e) {
        return is(e, UNSUPPORTED);
    }

    /** Whether somebody had what was wanted for longer than we wait. */
    static boolean isHeldUp(SQLException e) {
        return is(e, LOCK_TIMEOUT);
    }

    /** Whether the connection went away, so that nobody knows what became of what was sent last. */
    static boolean isDisconnection(SQLException e) {
        String state = state(e);
        return state == null || state.startsWith("08") || state.startsWith("57P") || state.startsWith("XX");
    }

    /** Whether this role lacks a right. */
    static boolean isForbidden(BatonException e) {
        return e.getCause() instanceof SQLException cause && is(cause, FORBIDDEN);
    }

    /** Whether something was named that does not exist, such as a role. */
    static boolean isUnknownObject(BatonException e) {
        return e.getCause() instanceof SQLException cause && is(cause, UNKNOWN_OBJECT);
    }

    /** Whether a pool had no connection to give. */
    static boolean isExhausted(StoreUnavailableException e) {
        return e.getCause() instanceof SQLTransientConnectionException;
    }

    static StoreUnavailableException poolTooSmall(StoreUnavailableException e) {
        return new StoreUnavailableException(
                "POOL_EXHAUSTED",
                "A node keeps one connection open, and the pool had no other to give; nothing was begun. Give it at least two, and"
                        + " as many more as handlers hold at once, or name another data source for the one that is kept"
                        + " (PostgresStoreBuilder.direct).",
                e);
    }

    /** Only what is wrong with the data is wrong with the job; everything else may be right again when it is tried again. */
    static BatonException of(SQLException e) {
        if (is(e, UNKNOWN_TABLE) || is(e, UNKNOWN_SCHEMA)) {
            return new StoreUnavailableException(
                    "NO_TABLES", "Our tables are not there, or not visible to this user; nothing was done.", e);
        } else if (is(e, LOCK_TIMEOUT) || is(e, CANCELLED) || isCollision(e)) {
            return new StoreUnavailableException(
                    "STORE_BUSY", "Another transaction was in the way for too long; nothing was done. Try again.", e);
        } else if (is(e, UNIQUE)) {
            return new BatonException(
                    "STORE_INCONSISTENT",
                    "What must never be would have come about, and the index " + index(e)
                            + " has kept it out; nothing was done. This is a defect: please report it.",
                    e);
        } else if (is(e, READ_ONLY)) {
            return readOnly(e);
        } else if (is(e, DISK_FULL)) {
            return new StoreUnavailableException(
                    "DISK_FULL",
                    "There is no room left on the server; nothing was done. Make room, then try again.",
                    e);
        } else if (isRefusalOfData(e)) {
            return new BatonException("STORE_FAILED", "PostgreSQL refused a statement; nothing was done.", e);
        }
        return new StoreUnavailableException(
                "STORE_UNAVAILABLE",
                "The server cannot be reached, or could not do it (" + state(e) + "); nothing was done.",
                e);
    }

    static StoreUnavailableException readOnly(SQLException e) {
        return new StoreUnavailableException(
                "READ_ONLY", "The server takes no writes; nothing was done. Connect to the primary.", e);
    }

    private static boolean isRefusalOfData(SQLException e) {
        String state = state(e);
        return state != null && DATAS_FAULT.stream().anyMatch(state::startsWith);
    }

    /** Within a caller's transaction, which is theirs to begin again. */
    static BatonException ofCaller(SQLException e) {
        if (is(e, UNKNOWN_TABLE) || is(e, UNKNOWN_SCHEMA)) {
            return new BatonException(
                    "WRONG_TRANSACTION",
                    "The connection is to another database, where this store would never find the job; nothing was stored.",
                    e);
        } else if (is(e, DEADLOCK) || is(e, SERIALIZATION)) {
            return new StoreUnavailableException(
                    "TRANSACTION_CONFLICT",
                    "The transaction met another and had to give way. Roll it back, and begin it again.",
                    e);
        }
        return of(e);
    }

    private static boolean is(SQLException e, String state) {
        return state.equals(state(e));
    }

    private static @Nullable String state(SQLException e) {
        return e.getSQLState();
    }
}
