package dev.baton.testserver;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL of the tests' own, with its own data. It can be stopped in the middle of everything, killed, and started again on
 * the same data and port. Nothing is left of it when it is closed, or when this process ends.
 */
public final class PostgresServer implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(10);
    private static final int LAST_WORDS = 20;
    static final String USER = "postgres";
    /** What standbys call themselves. */
    private static final String STANDBY = "standby";

    private final Binaries programs;
    private final Path folder;
    private final int port;
    private final List<String> settings;
    private final Thread hook = new Thread(this::end, "test-server-end");
    private @Nullable Process process;

    private PostgresServer(Binaries programs, Path folder, int port, List<String> settings) {
        this.programs = programs;
        this.folder = folder;
        this.port = port;
        this.settings = settings;
    }

    /** A new one with these settings, such as {@code fsync=off}; as in production where nothing is said. */
    public static PostgresServer fresh(String... settings) {
        return begun(PostgresServer::initialise, settings);
    }

    /** The same in a fraction of the time, from files that were made once: to itself it is the same server as others begun so. */
    static PostgresServer copied(String... settings) {
        return begun(server -> InitialFiles.copyTo(server.data(), server.programs), settings);
    }

    private interface Beginning {
        void make(PostgresServer server) throws IOException, InterruptedException;
    }

    private static PostgresServer begun(Beginning beginning, String... settings) {
        try {
            Path folder = Folders.fresh();
            Unprivileged.here().own(folder);
            var server = new PostgresServer(Binaries.unpacked(), folder, freePort(), List.of(settings));
            Runtime.getRuntime().addShutdownHook(server.hook);
            beginning.make(server);
            server.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /**
     * A standby that follows this server, under the name {@value #STANDBY} towards {@code synchronous_standby_names}. This server is
     * stopped and started again for it: what the standby begins with is a copy of its files.
     */
    public PostgresServer standby() {
        try {
            Path copy = Folders.fresh();
            Unprivileged.here().own(copy);
            var follows = new ArrayList<>(settings);
            follows.add(
                    "primary_conninfo=host=127.0.0.1 port=" + port + " user=" + USER + " application_name=" + STANDBY);
            var standby = new PostgresServer(programs, copy, freePort(), follows);
            Runtime.getRuntime().addShutdownHook(standby.hook);
            stop();
            Unprivileged.here()
                    .run(List.of("cp", "-a", data().toString(), standby.data().toString()));
            start();
            Path signal = Files.createFile(standby.data().resolve("standby.signal"));
            Unprivileged.here().own(signal);
            standby.start();
            return standby;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Makes a standby take writes, as a server of its own. */
    public void promote() {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_promote()");
        } catch (SQLException e) {
            throw new IllegalStateException("The standby could not be promoted", e);
        }
    }

    static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void initialise() throws IOException, InterruptedException {
        InitialFiles.make(data(), programs);
    }

    private Path data() {
        return folder.resolve("data");
    }

    private File log() {
        return folder.resolve("log").toFile();
    }

    /** Starts it on the data that is there, and returns when it answers. */
    public void start() {
        var command = new ArrayList<>(List.of(
                programs.program("postgres"),
                "-D",
                data().toString(),
                "-p",
                String.valueOf(port),
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "unix_socket_directories="));
        settings.forEach(setting -> command.addAll(List.of("-c", setting)));
        try {
            process = new ProcessBuilder(Unprivileged.here().command(command))
                    .directory(Path.of("/").toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log()))
                    .start();
            awaitAnswer(process);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts it as a standby without a primary: it answers, takes nothing, and waits to be promoted. */
    public void startAsStandby() {
        try {
            Path signal = Files.createFile(data().resolve("standby.signal"));
            Unprivileged.here().own(signal);
            start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitAnswer(Process started) throws IOException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                connect().close();
                return;
            } catch (SQLException notYet) {
                if (!started.isAlive() || System.nanoTime() - deadline > 0) {
                    throw new IllegalStateException("PostgreSQL did not start:\n" + lastWords(), notYet);
                }
                LockSupport.parkNanos(LOOK_AGAIN.toNanos());
            }
        }
    }

    private String lastWords() throws IOException {
        List<String> lines = Files.readAllLines(log().toPath());
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_WORDS), lines.size()));
    }

    /** How often it has said this in its log. */
    public long said(String words) {
        try (Stream<String> lines = Files.lines(log().toPath())) {
            return lines.filter(line -> line.contains(words)).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where it is reached, as its superuser. */
    public String url() {
        return url(USER);
    }

    /** Where it is reached, as this role. */
    public String url(String role) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=" + role;
    }

    /** The port it listens on, for those who stand between it and its clients. */
    public int port() {
        return port;
    }

    /** A connection as its superuser. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url());
    }

    /** Stops it as {@code pg_ctl stop -m immediate} does: without a word to anybody, as if the machine had lost its power. */
    public void stopImmediately() {
        signal("QUIT");
    }

    /** Stops it as {@code pg_ctl stop -m fast} does: what is open is rolled back, what was committed is written. */
    public void stop() {
        signal("INT");
    }

    /** Kills all its processes at once. */
    public void kill() {
        try {
            List<ProcessHandle> all = Folders.postmaster(data()).stream()
                    .flatMap(postmaster -> Stream.concat(Stream.of(postmaster), postmaster.descendants()))
                    .toList();
            all.forEach(ProcessHandle::destroyForcibly);
            awaitEnd();
            // As long as one of them is there, no other is let near the data.
            all.forEach(each -> each.onExit()
                    .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                    .join());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void signal(String name) {
        try {
            long postmaster = Folders.postmaster(data()).orElseThrow().pid();
            new ProcessBuilder("kill", "-" + name, String.valueOf(postmaster))
                    .start()
                    .waitFor();
            awaitEnd();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private void awaitEnd() {
        Process running = process;
        try {
            if (running != null && !running.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("PostgreSQL did not stop within " + PATIENCE);
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted", e);
    }

    /** Ends it, and removes its data. */
    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(hook);
        end();
    }

    private void end() {
        try {
            Process running = process;
            if (running != null && running.isAlive()) {
                stopImmediately();
            }
            Folders.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
