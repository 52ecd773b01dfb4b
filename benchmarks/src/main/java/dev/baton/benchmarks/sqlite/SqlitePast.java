package dev.baton.benchmarks.sqlite;

import dev.baton.benchmarks.Work;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.IntConsumer;

/** Jobs that ended before the bench began, put into a file by plain SQL. */
final class SqlitePast {

    private static final int PIECE = 100_000;

    private SqlitePast() {}

    /** Says after every piece how many there are. */
    static void load(Path file, int jobs, IntConsumer loaded) throws SQLException {
        // A millisecond each, up to now.
        Instant first = Instant.now().minus(Duration.ofMillis(jobs)).truncatedTo(ChronoUnit.MILLIS);
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, first);
        try (PlainFile plain = PlainFile.open(file)) {
            for (int from = 0; from < jobs; from += PIECE) {
                int to = Math.min(jobs, from + PIECE);
                plain.begin();
                PreparedStatement job = bound(plain, SqliteBenchSql.PAST_JOBS, from, to, micros);
                job.setString(4, Work.of(0, 0).json());
                job.setString(5, Work.SHA256);
                job.executeUpdate();
                bound(plain, SqliteBenchSql.PAST_ATTEMPTS, from, to, micros).executeUpdate();
                plain.commit();
                loaded.accept(to);
            }
        }
    }

    private static PreparedStatement bound(PlainFile plain, String sql, int from, int to, long micros)
            throws SQLException {
        PreparedStatement statement = plain.statement(sql);
        statement.setInt(1, from);
        statement.setInt(2, to);
        statement.setLong(3, micros);
        return statement;
    }
}
