package dev.baton.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.benchmarks.postgres.PostgresSite;
import dev.baton.benchmarks.sqlite.SqliteSite;
import dev.baton.testserver.SharedServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real load test, with a real service beside it, for so short a time that its figures mean nothing; what is asserted is its shape. */
@Tag("slow")
class LoadRunTest {

    private static final List<String> FIELDS = List.of(
            "store",
            "commit",
            "enqueue_per_s",
            "post_per_s",
            "post_vs_enqueue",
            "post_p50_ms",
            "post_p99_ms",
            "errors",
            "post_cpu_us",
            "soak_s",
            "soak_per_s",
            "listeners",
            "listeners_at_end",
            "events",
            "heap_begin_mb",
            "heap_end_mb",
            "heap_growth");

    /** As the jar of the service would, but quicker to start. */
    private static final List<String> SERVICE =
            List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), "dev.baton.server.Main");

    @TempDir
    Path folder;

    private final StringWriter printed = new StringWriter();

    private boolean run(Site site, Optional<Path> page, BenchRun.BeforeCheck before) throws Exception {
        return new LoadRun(LoadSizes.tiny(), SERVICE, new Printout(page, "./baton bench --http", "abc1234"))
                .run(site, new PrintWriter(printed), before);
    }

    private String lastLine() {
        List<String> lines = printed.toString().lines().toList();
        return lines.get(lines.size() - 1);
    }

    private List<String> fields() {
        return Pattern.compile("\"([a-z0-9_]+)\":")
                .matcher(lastLine())
                .results()
                .map(field -> field.group(1))
                .toList();
    }

    @Test
    void jobs_posted_to_a_service_on_a_server_are_all_there_and_everybody_hears_of_them() throws Exception {
        Path page = folder.resolve("docs/performance-http-postgres.md");

        assertThat(run(PostgresSite.on(Optional.of(SharedServer.server().url())), Optional.of(page), () -> {}))
                .as(printed.toString())
                .isTrue();

        assertThat(fields()).containsExactlyElementsOf(FIELDS);
        assertThat(lastLine())
                .startsWith("{\"store\":\"postgres\",\"commit\":\"abc1234\",")
                .contains("\"errors\":0,")
                .contains("\"listeners\":5,\"listeners_at_end\":5,")
                .containsPattern("\"events\":[1-9]")
                .containsPattern("\"heap_end_mb\":[1-9]");
        assertThat(printed.toString())
                .containsPattern("[1-9]\\d* jobs, lost 0, doubled 0, unknown 0, out of order 0\nNothing was lost.")
                .containsPattern("every POST answered with 201 +0  reached");
        assertThat(Files.readString(page))
                .contains("# Performance of the service on PostgreSQL")
                .contains("`./baton bench --http`")
                .contains("128 MB")
                .contains(lastLine());
    }

    @Test
    void a_posted_job_that_is_gone_fails_the_load_test() throws Exception {
        SqliteSite site = SqliteSite.create(Optional.of(folder));

        assertThat(run(site, Optional.empty(), () -> lose(site.folder().resolve("posted.db"))))
                .isFalse();

        assertThat(printed.toString())
                .contains(" lost 2, doubled 0, unknown 0, ")
                .contains("THIS BENCH FAILED");
        assertThat(fields()).containsExactlyElementsOf(FIELDS);
    }

    /** One job is not there at all, and another stands nowhere. */
    private static void lose(Path file) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("DELETE FROM baton_pending WHERE id = (SELECT max(id) FROM baton_job)");
            statement.execute("DELETE FROM baton_job WHERE id = (SELECT max(id) FROM baton_job)");
            statement.execute("DELETE FROM baton_pending WHERE id = (SELECT max(id) FROM baton_pending)");
        }
    }
}
