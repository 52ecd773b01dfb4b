package dev.baton.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class BenchCommandTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return BenchCommand.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }

    @Test
    void the_bench_says_what_it_needs_and_when_it_fails() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString())
                .contains("Usage: baton bench")
                .contains("sqlite, postgres")
                .contains("--quick")
                .contains("--peers")
                .contains("--http")
                .contains("--write-docs")
                .contains("one line of JSON")
                .containsPattern("Exit code: 0 if nothing was lost or doubled")
                .doesNotContain("--jobs");
    }

    @Test
    void a_store_that_nobody_knows_is_refused() {
        assertThat(run("--store", "oracle")).isEqualTo(2);
        assertThat(err.toString()).contains("oracle").contains("sqlite, postgres");
    }

    @Test
    void what_only_a_server_has_is_refused_for_a_file() {
        assertThat(run("--peers")).isEqualTo(2);
        assertThat(err.toString()).contains("--url and --peers go with --store postgres");

        assertThat(run("--http", "--store", "postgres", "--peers")).isEqualTo(2);
        assertThat(err.toString()).contains("--peers does not go with --http");
    }
}
