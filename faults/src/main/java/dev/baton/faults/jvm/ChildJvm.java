package dev.baton.faults.jvm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Another JVM, small and quick to start. It reads nothing, and can tell from the end of its input that whoever started it is gone.
 *
 * @param classPath what it runs on
 * @param options of the JVM, beside the usual ones
 * @param output the file that all goes to that it says
 */
public record ChildJvm(String classPath, List<String> options, Path output) {

    private static final List<String> SMALL = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

    /** On what this process runs on. */
    public ChildJvm(List<String> options, Path output) {
        this(System.getProperty("java.class.path"), options, output);
    }

    /** Starts it, in this folder. */
    public Process start(Path folder, String main, List<String> arguments) throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(SMALL);
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, main));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }
}
