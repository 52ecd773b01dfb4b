package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;
import java.sql.SQLException;

/** Our part of somebody else's transaction: if it fails, theirs is as it was before. */
final class CallersSavepoint {

    private CallersSavepoint() {}

    static <T> T run(Jdbc jdbc, Operation<T> part) throws SQLException {
        jdbc.execute("SAVEPOINT baton_caller");
        boolean done = false;
        try {
            T answer = part.run();
            done = true;
            return answer;
        } finally {
            if (!done) {
                jdbc.execute("ROLLBACK TO baton_caller");
            }
            jdbc.execute("RELEASE baton_caller");
        }
    }
}
