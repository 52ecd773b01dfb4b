package dev.baton.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One engine per file, among real processes. */
class EngineLockTest {

    /** Another process that wants to be the engine of a file. */
    static final class Rival {
        public static void main(String[] args) {
            SqliteStore store = SqliteStore.open(Path.of(args[0]));
            System.out.print(Sample.codeOf(() -> Sample.join(store)));
        }
    }

    private static String rival(Path file) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Rival.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void an_engine_keeps_its_file_whoever_else_is_refused_in_this_process_or_another(@TempDir Path folder)
            throws Exception {
        Path file = folder.resolve("app.db");
        try (SqliteStore engine = SqliteStore.open(file);
                SqliteStore sameProcess = SqliteStore.open(file)) {
            assertThat(Sample.codeOf(() -> Sample.join(engine))).isEqualTo("accepted");
            assertThat(rival(file)).isEqualTo("ENGINE_RUNNING");
            assertThat(Sample.codeOf(() -> Sample.join(sameProcess))).isEqualTo("ENGINE_RUNNING");
            assertThat(rival(file))
                    .as("a refusal nearby does not drop the lock")
                    .isEqualTo("ENGINE_RUNNING");
        }
        assertThat(rival(file)).as("free again").isEqualTo("accepted");
    }
}
