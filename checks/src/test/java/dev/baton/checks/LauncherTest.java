package dev.baton.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ./baton} has Java do, seen by a Java that says what it was told. */
class LauncherTest {

    private static final String JAVA = """
            #!/bin/sh
            if [ "$1" = -version ]; then echo 'openjdk version "17.0.1"' >&2; exit 0; fi
            for word in "$@"; do echo "$word"; done
            """;

    @TempDir
    Path folder;

    @BeforeEach
    void place() throws IOException {
        Path java = folder.resolve("bin/java");
        Files.createDirectories(java.getParent());
        Files.writeString(java, JAVA);
        Files.copy(Repository.ROOT.resolve("baton"), folder.resolve("baton"));
        Files.writeString(folder.resolve("pom.xml"), "");
        Files.createDirectories(folder.resolve("server/src/main"));
        Files.writeString(folder.resolve("server/pom.xml"), "");
        Files.createDirectories(folder.resolve("server/target"));
        Files.writeString(
                folder.resolve("server/target/baton.jar"), "newer than its sources, so that nothing is built");
        for (Path program : List.of(java, folder.resolve("baton"))) {
            assertThat(program.toFile().setExecutable(true)).isTrue();
        }
    }

    private List<String> told(Map<String, String> environment, String... words) throws IOException {
        var builder = new ProcessBuilder("./baton").directory(folder.toFile());
        builder.command().addAll(List.of(words));
        builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
        builder.environment().put("JAVA_HOME", folder.toString());
        builder.environment().putAll(environment);
        Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try (BufferedReader out = process.inputReader()) {
            return out.lines().toList();
        }
    }

    @Test
    void a_service_has_the_serial_collector_and_ends_when_it_is_out_of_memory() throws IOException {
        assertThat(told(Map.of(), "serve", "--port", "0"))
                .contains("-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError", "serve", "--port", "0");
    }

    @Test
    void who_names_a_collector_for_a_service_has_that_one() throws IOException {
        for (String variable : List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS")) {
            assertThat(told(Map.of(variable, "-Xmx4g -XX:+UseZGC"), "serve"))
                    .contains("-XX:+ExitOnOutOfMemoryError", "serve")
                    .doesNotContain("-XX:+UseSerialGC");
            assertThat(told(Map.of(variable, "-Xmx4g"), "serve")).contains("-XX:+UseSerialGC");
        }
    }
}
