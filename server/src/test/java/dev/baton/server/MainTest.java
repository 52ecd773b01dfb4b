package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class MainTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }

    @Test
    void without_a_command_it_says_what_there_is_and_where_to_begin() {
        assertThat(run()).isZero();
        assertThat(out.toString()).contains("demo").contains("help").contains("New here? Run: ./baton demo");
    }

    @Test
    void a_command_explains_itself_and_its_exit_code() {
        assertThat(run("help", "demo")).isZero();
        assertThat(out.toString())
                .contains("SIGKILL")
                .contains("--plain")
                .contains("--keep")
                .contains("supervise")
                .containsPattern("Exit code: 0 if all of it agrees and nothing was lost");
    }

    @Test
    void the_demo_of_the_supervisor_explains_itself_as_well() {
        assertThat(run("demo", "supervise", "--help")).isZero();
        assertThat(out.toString())
                .contains("supervision tree")
                .contains("--plain")
                .contains("Exit code: 0 if all of it agrees");
    }

    @Test
    void the_bench_is_named_and_says_where_it_is() {
        assertThat(run()).isZero();
        assertThat(out.toString()).containsPattern("bench +Measures on this machine");

        assertThat(run("bench", "--quick")).isEqualTo(2);
        assertThat(err.toString()).contains("From a checkout of Baton: ./baton bench");
    }

    @Test
    void an_unknown_command_is_refused_with_the_nearest_one_named() {
        assertThat(run("demoo")).isEqualTo(2);
        assertThat(err.toString()).contains("demoo").contains("demo");
    }

    @Test
    void it_knows_its_version() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString()).startsWith("baton ");
    }
}
