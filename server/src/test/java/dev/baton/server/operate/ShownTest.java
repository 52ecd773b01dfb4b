package dev.baton.server.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class ShownTest {

    @Command
    static final class Telling implements Runnable {

        @Mixin
        private Shown shown;

        @Override
        public void run() {
            shown.table(
                    List.of("label", "last"),
                    List.of(List.of("clear\u001b[2J\nscreen", "x"), List.of("short", "y\u0007")));
            shown.line("one\u001b[31m\ntwo");
        }
    }

    @Test
    void what_others_have_written_cannot_steer_the_terminal_nor_break_the_columns() {
        var out = new StringWriter();

        new CommandLine(new Telling()).setOut(new PrintWriter(out, true)).execute();

        assertThat(out.toString().lines())
                .containsExactly(
                        "label                       last",
                        "clear\\u001b[2J\\u000ascreen  x",
                        "short                       y\\u0007",
                        "one\\u001b[31m",
                        "two");
    }
}
