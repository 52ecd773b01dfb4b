package dev.baton.testserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A PgBouncer, which must be installed, between a server and its clients: every transaction of theirs may come to another connection of
 * the server. Nothing is left of it when it is closed.
 */
public final class PgBouncer implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(10);

    private final Path folder;
    private final Process process;
    private final int port;

    private PgBouncer(Path folder, Process process, int port) {
        this.folder = folder;
        this.process = process;
        this.port = port;
    }

    /** In front of this server. */
    public static PgBouncer of(PostgresServer server) {
        try {
            int port = PostgresServer.freePort();
            Path folder = Folders.fresh();
            Path settings = Files.writeString(folder.resolve("settings"), settings(server.port(), port));
            Process process = new ProcessBuilder(Unprivileged.here().command(List.of("pgbouncer", settings.toString())))
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("log").toFile())
                    .start();
            var bouncer = new PgBouncer(folder, process, port);
            bouncer.awaitAnswer();
            return bouncer;
        } catch (IOException e) {
            throw new UncheckedIOException("PgBouncer is needed here, and could not be started", e);
        }
    }

    private static String settings(int server, int port) {
        return """
            [databases]
            postgres = host=127.0.0.1 port=%d dbname=postgres user=postgres
            [pgbouncer]
            listen_addr = 127.0.0.1
            listen_port = %d
            unix_socket_dir =
            auth_type = any
            pool_mode = transaction
            default_pool_size = 5
            max_client_conn = 200
            ignore_startup_parameters = extra_float_digits
            """.formatted(server, port);
    }

    private void awaitAnswer() throws IOException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!answers()) {
            if (!process.isAlive() || System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("PgBouncer did not start:\n" + Files.readString(folder.resolve("log")));
            }
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
    }

    private boolean answers() {
        try (Connection connection = DriverManager.getConnection(url())) {
            return connection.isValid(1);
        } catch (SQLException notYet) {
            return false;
        }
    }

    /** Where the server is reached through it. The driver prepares nothing, as the next transaction may not find it. */
    public String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres&prepareThreshold=0";
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
        try {
            Folders.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
