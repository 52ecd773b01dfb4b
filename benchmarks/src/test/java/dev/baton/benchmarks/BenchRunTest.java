package dev.baton.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real bench with so few jobs that its figures mean nothing; what is asserted is its shape. */
@Tag("slow")
class BenchRunTest {

    private static final List<String> FIELDS = List.of(
            "store",
            "commit",
            "enqueue_per_s",
            "cycle_per_s",
            "raw_per_s",
            "naive_per_s",
            "cycle_vs_raw",
            "cycle_vs_naive",
            "latency_p50_ms",
            "latency_p99_ms",
            "raw_commit_p99_ms",
            "fsync_per_s",
            "batch",
            "lanes_vs_unordered",
            "strict_lane_vs_loop",
            "hot_lane_per_s",
            "history_vs_empty");

    @TempDir
    Path folder;

    private final StringWriter printed = new StringWriter();

    private boolean run(Optional<Path> page, Consumer<BenchFolder> beforeCheck) throws Exception {
        var asked = new BenchRun(Sizes.QUICK, Optional.of(folder), page, "./baton bench", "abc1234");
        return asked.tiny(60).run(new PrintWriter(printed), beforeCheck);
    }

    private String lastLine() {
        List<String> lines = printed.toString().lines().toList();
        return lines.get(lines.size() - 1);
    }

    @Test
    void the_last_line_has_every_field_and_the_page_says_the_same() throws Exception {
        Path page = folder.resolve("docs/performance.md");

        assertThat(run(Optional.of(page), files -> {})).as(printed.toString()).isTrue();

        assertThat(Pattern.compile("\"([a-z0-9_]+)\":").matcher(lastLine()).results())
                .extracting(field -> field.group(1))
                .containsExactlyElementsOf(FIELDS);
        assertThat(lastLine())
                .startsWith("{\"store\":\"sqlite\",\"commit\":\"abc1234\",")
                .matches("\\{(\"[a-z0-9_]+\":(\"[a-z0-9]+\"|\\d+(\\.\\d+)?),?)+}");
        assertThat(printed.toString())
                .contains("enqueue, producers: 1 ")
                .contains("enqueue, producers: 16 ")
                .contains("enqueue, producers: 256 ")
                .contains("synchronous=FULL")
                .containsPattern("\\d+ jobs, lost 0, doubled 0, unknown 0, out of order 0\nNothing was lost.");
        assertThat(Files.readString(page))
                .contains("`./baton bench`")
                .contains("abc1234")
                .contains(lastLine());
        assertThat(folder).isDirectoryContaining(path -> path.endsWith("docs"));
        assertThat(folder).as("the databases are gone").isDirectoryNotContaining("glob:**baton-bench-*");
    }

    @Test
    void a_job_whose_end_is_gone_fails_the_bench() throws Exception {
        assertThat(run(Optional.empty(), files -> lose(files.other("cycle.db"))))
                .isFalse();

        assertThat(printed.toString()).contains(" lost 1, doubled 0").contains("THIS BENCH FAILED");
        assertThat(lastLine()).startsWith("{\"store\":\"sqlite\"");
    }

    private static void lose(Path file) {
        try (PlainFile plain = PlainFile.open(file)) {
            plain.execute("DELETE FROM baton_attempt WHERE seq = (SELECT max(seq) FROM baton_attempt)");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
