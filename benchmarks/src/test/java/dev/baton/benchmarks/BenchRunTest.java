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
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real bench with so few jobs that its figures mean nothing; what is asserted is its shape. */
@Tag("slow")
class BenchRunTest {

    private static final int JOBS = 60;

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
            "history_vs_empty",
            "payment_p99_ms",
            "participants_vs_unordered",
            "one_participant_vs_loop",
            "backfill_vs_loop",
            "idle_schedules_vs_none");

    private static final List<String> FIELDS_OF_A_SERVER = List.of(
            "drain_per_s",
            "drain_vs_db_scheduler",
            "drain_vs_jobrunr",
            "drain_vs_graphile",
            "drain_vs_pgboss",
            "two_nodes_vs_one_5ms");

    @TempDir
    Path folder;

    private final StringWriter printed = new StringWriter();

    private boolean run(Site site, Optional<Path> page, BenchRun.BeforeCheck before) throws Exception {
        return new BenchRun(Sizes.tiny(JOBS), false, page, "./baton bench", "abc1234")
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
    void the_last_line_has_every_field_and_the_page_says_the_same() throws Exception {
        Path page = folder.resolve("docs/performance.md");

        assertThat(run(SqliteSite.create(Optional.of(folder)), Optional.of(page), () -> {}))
                .as(printed.toString())
                .isTrue();

        assertThat(fields()).containsExactlyElementsOf(FIELDS);
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
    void a_server_has_more_fields_and_is_left_as_it_was() throws Exception {
        Path page = folder.resolve("performance-postgres.md");
        String url = SharedServer.server().url();

        assertThat(run(PostgresSite.on(Optional.of(url)), Optional.of(page), () -> {}))
                .as(printed.toString())
                .isTrue();

        var fields = new ArrayList<>(FIELDS);
        fields.addAll(FIELDS_OF_A_SERVER);
        assertThat(fields()).containsExactlyElementsOf(fields);
        assertThat(lastLine())
                .startsWith("{\"store\":\"postgres\",\"commit\":\"abc1234\",")
                .contains("\"fsync_per_s\":null")
                .contains("\"drain_vs_jobrunr\":null")
                .containsPattern("\"two_nodes_vs_one_5ms\":\\d");
        assertThat(printed.toString())
                .contains("a server that was there")
                .contains("fsync=off")
                .containsPattern("\\d+ jobs, lost 0, doubled 0, unknown 0, out of order 0\nNothing was lost.");
        assertThat(Files.readString(page))
                .contains("# Performance on PostgreSQL")
                .contains(lastLine());
        assertThat(schemas(url)).as("the schemas are gone").isZero();
    }

    private static int schemas(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'bench\\_%'")) {
            row.next();
            return row.getInt(1);
        }
    }

    @Test
    void a_job_whose_end_is_gone_fails_the_bench() throws Exception {
        SqliteSite site = SqliteSite.create(Optional.of(folder));

        assertThat(run(site, Optional.empty(), () -> lose(site.folder().resolve("cycle.db"))))
                .isFalse();

        assertThat(printed.toString()).contains(" lost 1, doubled 0").contains("THIS BENCH FAILED");
        assertThat(lastLine()).startsWith("{\"store\":\"sqlite\"");
    }

    private static void lose(Path file) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("DELETE FROM baton_attempt WHERE seq = (SELECT max(seq) FROM baton_attempt)");
        }
    }
}
