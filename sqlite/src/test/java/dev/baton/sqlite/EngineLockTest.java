package dev.baton.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One engine per file, among real processes. */
class EngineLockTest {

    /** Another process that wants to be the engine of a file. */
    static final class Rival {
        public static void main(String[] args) {
            SqliteStore store = SqliteStore.open(Path.of(args[0]));
            System.out.println(Sample.codeOf(() -> Sample.join(store)));
        }
    }

    private static String rival(Path file) throws Exception {
        try (OtherProcess process = OtherProcess.start(Rival.class, file)) {
            return process.line();
        }
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
