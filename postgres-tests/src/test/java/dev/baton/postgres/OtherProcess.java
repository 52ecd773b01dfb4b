package dev.baton.postgres;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A real process with our classes: what it prints can be read line by line, it can be stopped, and closing it kills it. */
final class OtherProcess implements AutoCloseable {

    private final Process process;
    private final BufferedReader output;

    private OtherProcess(List<String> command) throws IOException {
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        output = process.inputReader(StandardCharsets.UTF_8);
    }

    static OtherProcess start(Class<?> main, String... arguments) throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx96m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return new OtherProcess(command);
    }

    /** Waits for the next line, which is "null" when there is none any more. */
    String line() throws IOException {
        return String.valueOf(output.readLine());
    }

    /** Waits for a line that begins so. */
    String lineOf(String beginning) throws IOException {
        String line = line();
        while (!line.startsWith(beginning) && !line.equals("null")) {
            line = line();
        }
        return line;
    }

    /** Has it go on from where it waits for input. */
    void goOn() throws IOException {
        process.outputWriter(StandardCharsets.UTF_8).append('\n').flush();
    }

    /** Sends it a signal, as a shell would. */
    void signal(String name) throws IOException, InterruptedException {
        int sent = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                .start()
                .waitFor();
        if (sent != 0) {
            throw new IllegalStateException("SIG" + name + " could not be sent to " + process.pid());
        }
    }

    /** Kills it, with no chance to clean up. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
