package dev.baton.benchmarks.peers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The peers that are written for Node.js: fetched by npm into a folder of their own, once, when the first of them is wanted. */
final class NodeModules implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int LAST_WORDS = 300;

    private @Nullable Path folder;
    private @Nullable String absent;

    /** Runs one of our scripts to its end. Answers what it printed. */
    String run(String script, List<String> arguments) throws AbsentException, IOException, InterruptedException {
        Path home = install();
        var command = new ArrayList<>(List.of("node", script));
        command.addAll(arguments);
        return run(home, command);
    }

    private Path install() throws AbsentException, IOException, InterruptedException {
        if (absent != null) {
            throw new AbsentException(absent);
        }
        Path home = folder;
        if (home != null) {
            return home;
        }
        home = Files.createTempDirectory("baton-bench-node-");
        folder = home;
        for (String each : List.of("package.json", "graphile-worker.mjs", "pg-boss.mjs")) {
            try (InputStream text = Objects.requireNonNull(NodeModules.class.getResourceAsStream(each), each)) {
                Files.copy(text, home.resolve(each), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        try {
            run(home, List.of("npm", "install", "--no-audit", "--no-fund", "--loglevel=error"));
        } catch (AbsentException | IOException e) {
            absent = "Node.js, or npm, or what it was to fetch, is not there: " + e.getMessage();
            throw new AbsentException(absent);
        }
        return home;
    }

    private static String run(Path home, List<String> command)
            throws AbsentException, IOException, InterruptedException {
        Path printed = home.resolve("printed");
        Process process = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        try {
            boolean ended = process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            String said = Files.readString(printed);
            if (!ended || process.exitValue() != 0) {
                String last = said.substring(Math.max(0, said.length() - LAST_WORDS));
                throw new AbsentException(command.get(0)
                        + (ended ? " failed: " : " took too long: ")
                        + last.strip().replaceAll("\\s+", " "));
            }
            return said;
        } finally {
            process.destroyForcibly();
        }
    }

    @Override
    public void close() throws IOException {
        Path home = folder;
        if (home == null) {
            return;
        }
        try (Stream<Path> all = Files.walk(home)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
