package dev.baton.benchmarks.postgres;

import dev.baton.benchmarks.Plain;
import dev.baton.benchmarks.Work;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.IntConsumer;

/** Jobs that ended before the bench began, put into a schema by plain SQL. */
final class PostgresPast {

    private static final int PIECE = 100_000;

    private PostgresPast() {}

    static void load(Plain plain, int jobs, IntConsumer loaded) throws SQLException {
        // A millisecond each, up to now.
        Instant first = Instant.now().minus(Duration.ofMillis(jobs)).truncatedTo(ChronoUnit.MILLIS);
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, first);
        for (int from = 0; from < jobs; from += PIECE) {
            int to = Math.min(jobs, from + PIECE);
            PreparedStatement job = plain.statement(PostgresBenchSql.PAST_JOBS);
            job.setLong(1, micros);
            job.setString(2, Work.of(0, 0).json());
            job.setString(3, Work.SHA256);
            job.setLong(4, micros);
            job.setLong(5, from);
            job.setLong(6, to);
            job.executeUpdate();
            PreparedStatement attempt = plain.statement(PostgresBenchSql.PAST_ATTEMPTS);
            attempt.setLong(1, micros);
            attempt.setLong(2, micros);
            attempt.setLong(3, micros);
            attempt.setLong(4, from);
            attempt.setLong(5, to);
            attempt.executeUpdate();
            loaded.accept(to);
        }
        plain.execute(PostgresBenchSql.VACUUM);
    }
}
