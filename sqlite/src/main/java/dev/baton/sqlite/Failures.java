package dev.baton.sqlite;

import dev.baton.job.BatonException;
import dev.baton.store.StoreUnavailableException;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** What SQLite says, as something a caller can act on. */
final class Failures {

    private Failures() {}

    /** Whether somebody else has the file, so that waiting may help. */
    static boolean isBusy(SQLException e) {
        return codeOf(e) == SQLiteErrorCode.SQLITE_BUSY.code || codeOf(e) == SQLiteErrorCode.SQLITE_LOCKED.code;
    }

    private static int codeOf(SQLException e) {
        return e instanceof SQLiteException sqlite ? sqlite.getResultCode().code & 0xff : e.getErrorCode() & 0xff;
    }

    static BatonException of(SQLException e) {
        int code = codeOf(e);
        if (isBusy(e)) {
            return new StoreUnavailableException(
                    "STORE_BUSY",
                    "The file is locked by another transaction; nothing was done. Try again, or end it.",
                    e);
        }
        if (code == SQLiteErrorCode.SQLITE_FULL.code) {
            return new StoreUnavailableException(
                    "DISK_FULL", "There is no room left on the disk; nothing was done. Make room, then try again.", e);
        }
        if (code == SQLiteErrorCode.SQLITE_IOERR.code || code == SQLiteErrorCode.SQLITE_CANTOPEN.code) {
            return new StoreUnavailableException(
                    "STORE_UNAVAILABLE", "The file cannot be read or written; nothing was done. Look at the disk.", e);
        }
        if (code == SQLiteErrorCode.SQLITE_READONLY.code) {
            return new StoreUnavailableException(
                    "READ_ONLY",
                    "The file or its folder is read-only; nothing was done. Change that, then try again.",
                    e);
        }
        if (code == SQLiteErrorCode.SQLITE_CORRUPT.code || code == SQLiteErrorCode.SQLITE_NOTADB.code) {
            return new BatonException(
                    "CORRUPT", "The file is damaged or no SQLite database; it was not touched. Restore a copy.", e);
        }
        return new BatonException("STORE_FAILED", "SQLite refused a statement; nothing was done.", e);
    }
}
