package dev.baton.sqlite;

import dev.baton.internal.fault.FaultPoint;
import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.BatonException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;

/** Our part of somebody else's transaction: if it is refused, theirs is as it was before. */
final class CallersPart {

    private CallersPart() {}

    static <T> T run(Jdbc jdbc, Path file, Operation<T> part) throws SQLException {
        jdbc.execute("SAVEPOINT baton_caller");
        try {
            // A write first: it waits for its turn, where a read would take a snapshot that is too old to write on
            // later.
            writeFirst(jdbc);
            requireSameFile(jdbc, file);
            T answer = part.run();
            FaultPoint.TX_AFTER_PART.hit();
            jdbc.execute("RELEASE baton_caller");
            return answer;
        } catch (SQLException | RuntimeException e) {
            takeBack(jdbc, e);
            throw e;
        }
    }

    private static void writeFirst(Jdbc jdbc) throws SQLException {
        try {
            jdbc.update(SqliteSql.WRITE_FIRST);
        } catch (SQLException e) {
            boolean noSuchTable = e.getErrorCode() == SQLiteErrorCode.SQLITE_ERROR.code;
            if (noSuchTable) {
                throw wrongFile();
            }
            throw e;
        }
    }

    /** After a full disk there is nothing left to go back to: SQLite has rolled back all of the caller's transaction. */
    private static void takeBack(Jdbc jdbc, Exception cause) {
        try {
            jdbc.execute("ROLLBACK TO baton_caller");
            jdbc.execute("RELEASE baton_caller");
        } catch (SQLException gone) {
            cause.addSuppressed(gone);
        }
    }

    private static void requireSameFile(Jdbc jdbc, Path file) throws SQLException {
        String theirs = jdbc.first(SqliteSql.MAIN_FILE, row -> row.text("file")).orElse("");
        boolean same;
        try {
            same = !theirs.isEmpty() && Path.of(theirs).toRealPath().equals(file);
        } catch (IOException gone) {
            same = false;
        }
        if (!same) {
            throw wrongFile();
        }
    }

    private static BatonException wrongFile() {
        return new BatonException(
                "WRONG_TRANSACTION",
                "The connection is to another database, where this store would never find the job; nothing was stored.");
    }
}
