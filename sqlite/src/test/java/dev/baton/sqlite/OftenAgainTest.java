package dev.baton.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OftenAgainTest {

    @Test
    void it_tries_again_as_long_as_it_may_take_and_no_longer() {
        assertThat(new OftenAgain(Duration.ofMinutes(1)).callback(0)).isEqualTo(1);
        assertThat(new OftenAgain(Duration.ZERO).callback(0)).isZero();
    }

    @Test
    void a_write_waits_for_another_connection_that_has_the_file(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("app.db");
        try (SqliteStore store = SqliteStore.open(file);
                Connection other = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = other.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            CompletableFuture<String> written = new CompletableFuture<>();
            var writing = new Thread(() -> written.complete(Sample.codeOf(() -> Sample.insert(store, Sample.job()))));
            writing.start();
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(4);
            while (!waits() && System.nanoTime() < until) {
                Thread.onSpinWait();
            }

            statement.execute("COMMIT");

            assertThat(written.get(20, TimeUnit.SECONDS)).isEqualTo("accepted");
        }
    }

    private static boolean waits() {
        return Thread.getAllStackTraces().values().stream()
                .flatMap(Arrays::stream)
                .anyMatch(frame -> frame.getClassName().equals(OftenAgain.class.getName()));
    }
}
