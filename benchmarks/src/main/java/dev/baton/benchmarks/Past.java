package dev.baton.benchmarks;

import dev.baton.sqlite.SqliteStore;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.IntConsumer;

/** Jobs that ended before the bench began, put into a file by plain SQL. */
final class Past {

    private static final int PIECE = 100_000;
    private static final String SHA256 = "0".repeat(64);

    private Past() {}

    /** Says after every piece how many there are. */
    static void load(BenchFile file, int jobs, IntConsumer loaded) throws SQLException {
        SqliteStore.open(file.path()).close(); // for its tables
        // A millisecond each, up to now.
        Instant first = Instant.now().minus(Duration.ofMillis(jobs)).truncatedTo(ChronoUnit.MILLIS);
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, first);
        try (PlainFile plain = PlainFile.open(file.path())) {
            for (int from = 0; from < jobs; from += PIECE) {
                int to = Math.min(jobs, from + PIECE);
                plain.begin();
                PreparedStatement job = bound(plain, BenchSql.PAST_JOBS, from, to, micros);
                job.setString(4, Work.of(0, 0).json());
                job.setString(5, SHA256);
                job.executeUpdate();
                bound(plain, BenchSql.PAST_ATTEMPTS, from, to, micros).executeUpdate();
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
