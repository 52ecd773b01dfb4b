package dev.baton.faults.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.checker.Finding;
import dev.baton.faults.process.Assignment.Mode;
import dev.baton.testserver.PostgresServer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server's disk is full while processes work on it, and then is not. Mounting one takes root. */
@Tag("external")
@Timeout(180)
class PostgresFullDiskTest {

    private static final int JOBS = 1_000_000;
    private static final Duration A_WHILE = Duration.ofSeconds(5);
    private static final int BLOCK = 4096;
    /** As whom the server runs where the tests are root. */
    private static final int NOBODY = 65_534;

    @TempDir
    Path folder;

    private Path disk = Path.of("mounted before each test");

    @BeforeEach
    void mount() throws Exception {
        disk = Files.createTempDirectory(Path.of(System.getProperty("java.io.tmpdir")), "baton-full-");
        run("mount", "-t", "tmpfs", "-o", "size=64m,mode=0700,uid=" + NOBODY, "tmpfs", disk.toString());
    }

    @AfterEach
    void unmount() throws Exception {
        run("umount", disk.toString());
        Files.delete(disk);
    }

    private static void run(String... command) throws Exception {
        int exit = new ProcessBuilder(command).inheritIO().start().waitFor();
        assertThat(exit).as(String.join(" ", command)).isZero();
    }

    /** Writes until nothing more fits. */
    private static void fill(Path filler) {
        var block = new byte[BLOCK];
        try (OutputStream out = Files.newOutputStream(filler)) {
            while (block.length > 0) {
                out.write(block);
            }
        } catch (IOException full) {
            // That is the aim.
        }
    }

    /** Tables are there, where room can run out without taking the server down; its log of changes is elsewhere. */
    private void keepTablesThere(PostgresServer server) throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLESPACE small LOCATION '" + disk + "'");
            statement.execute("ALTER SYSTEM SET default_tablespace = 'small'");
            statement.execute("SELECT pg_reload_conf()");
        }
    }

    @Test
    void while_there_is_no_room_nothing_is_acknowledged_and_nothing_is_lost() throws Exception {
        try (var server = PostgresServer.fresh();
                var arena = new Arena(folder, new PostgresDatabase(server.url()), 1, "-Pexternal")) {
            arena.lease(Duration.ofSeconds(3));
            keepTablesThere(server);
            Path filler = disk.resolve("filler");
            try (Life first = arena.live(Mode.SERVE, JOBS, "");
                    Life second = arena.live(Mode.SERVE, JOBS, "")) {
                arena.awaitWord(first);
                arena.awaitWord(second);
                assertThat(first.hasEnded(A_WHILE)).isFalse();
                arena.journal().fault("disk-full");
                fill(filler);
                assertThat(first.hasEnded(A_WHILE))
                        .as("it lives on without room")
                        .isFalse();
                Files.delete(filler);
                assertThat(first.hasEnded(A_WHILE)).isFalse();
                assertThat(second.isAlive()).isTrue();
                for (Life life : new Life[] {first, second}) {
                    life.kill();
                    arena.journal().killed(life.pid());
                }
            }
            assertThat(server.said("No space left on device")).isPositive();
            Optional<String> stuck = arena.drain();
            Arena.Judgement judgement = arena.judge();

            String story = String.join("\n", judgement.report());
            assertThat(stuck).as(story).isEmpty();
            assertThat(judgement.findings())
                    .extracting(Finding::toString)
                    .as(story)
                    .isEmpty();
        }
    }
}
