package dev.baton.server.serve;

import dev.baton.server.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A service as a process of its own, as people run it. */
final class ServeProcess implements AutoCloseable {

    private final Process process;
    private final BufferedReader out;
    private final List<String> lines = new ArrayList<>();

    ServeProcess(Path folder, Map<Setting, String> settings) throws IOException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "serve",
                "--port",
                "0"));
        settings.forEach((setting, value) -> command.addAll(List.of("--" + setting.key(), value)));
        process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(folder.resolve("err.txt").toFile())
                .start();
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Reads what it prints until there is a line that begins so. */
    String lineWith(String beginning) throws IOException {
        String line = out.readLine();
        while (line != null) {
            lines.add(line);
            if (line.startsWith(beginning)) {
                return line;
            }
            line = out.readLine();
        }
        throw new IllegalStateException("It ended without \"" + beginning + "\": " + lines);
    }

    /** Where it can be reached, once work may begin. */
    int portWhenReady() throws IOException {
        return Integer.parseInt(lineWith("baton: ready").replaceAll(".*127\\.0\\.0\\.1:([0-9]+)/.*", "$1"));
    }

    /** Tells it to end, as a person or an orchestrator would. */
    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                .start()
                .waitFor();
    }

    int exitCode() throws IOException, InterruptedException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            lines.add(line);
        }
        if (!process.waitFor(50, TimeUnit.SECONDS)) {
            throw new IllegalStateException("It did not end: " + lines);
        }
        return process.exitValue();
    }

    List<String> lines() {
        return lines;
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        out.close();
    }
}
