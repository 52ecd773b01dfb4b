package dev.baton.sqlite;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** A real process with our classes: what it prints can be read line by line, and closing it kills it. */
final class OtherProcess implements AutoCloseable {

    private final Process process;
    private final BufferedReader output;

    private OtherProcess(List<String> prefix, List<String> options, Class<?> main, Path file) throws IOException {
        var command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.add(file.toString());
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        output = process.inputReader(StandardCharsets.UTF_8);
    }

    static OtherProcess start(Class<?> main, Path file) throws IOException {
        return new OtherProcess(List.of(), List.of(), main, file);
    }

    /** One whose JVM has options of its own. */
    static OtherProcess startSmall(Class<?> main, Path file, String... options) throws IOException {
        return new OtherProcess(List.of(), List.of(options), main, file);
    }

    /** One that may not write where the mode of a file says so, not even if it is root's. */
    static OtherProcess startObedient(Class<?> main, Path file) throws IOException {
        List<String> prefix =
                obeysModes(file) ? List.of() : List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search");
        return new OtherProcess(prefix, List.of(), main, file);
    }

    private static boolean obeysModes(Path beside) throws IOException {
        Path probe = beside.resolveSibling("probe");
        Files.createFile(probe, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r--------")));
        boolean obeys = !Files.isWritable(probe);
        Files.delete(probe);
        return obeys;
    }

    /** Waits for the next line, which is "null" when there is none any more. */
    String line() throws IOException {
        return String.valueOf(output.readLine());
    }

    /** Has it go on from where it waits for input. */
    void goOn() throws IOException {
        process.outputWriter(StandardCharsets.UTF_8).append('\n').flush();
    }

    /** Tells it to end. */
    void terminate() {
        process.toHandle().destroy(); // that of the process itself closes its streams as well
    }

    /** Waits until it has ended by itself. */
    int exitCode() {
        return process.onExit().join().exitValue();
    }

    /** Kills it, with no chance to clean up. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
