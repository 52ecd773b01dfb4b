package dev.baton.server.demo.supervise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.demo.Look;
import dev.baton.supervise.TaskState;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class SuperviseDemoTest {

    private final StringWriter printed = new StringWriter();

    private boolean play(SuperviseDemo demo, boolean redraw) throws InterruptedException {
        return demo.play(new PrintWriter(printed), new Look(false, false, 60), redraw);
    }

    @Test
    void every_task_does_what_its_policy_promises_and_the_table_says_so() throws Exception {
        assertThat(play(SuperviseDemo.ofEverything(), false))
                .as(printed.toString())
                .isTrue();

        assertThat(printed.toString())
                .contains("bad-config      no restart left")
                .containsPattern("bad-config +crashes every time +4 +3 +dead +ok")
                .containsPattern("chain-follower +hangs once +2 +1 +healthy +ok")
                .endsWith("Every task ran and restarted exactly as its policy says.\n");
    }

    @Test
    void a_task_that_does_not_do_what_was_promised_is_pointed_out() throws Exception {
        Act honest = Cast.all().get(0);
        var wrong = new Act(honest.name(), honest.does(), honest.spec(), TaskState.COMPLETED, 2, honest.seen());

        assertThat(play(new SuperviseDemo(List.of(wrong), Duration.ofSeconds(1)), false))
                .isFalse();

        assertThat(printed.toString())
                .containsPattern("view-replay +finishes +1 +0 +completed +DIFFERS  promised: 2 runs, completed")
                .contains("Something differs");
    }

    @Test
    void the_tree_is_drawn_over_itself() throws Exception {
        Act honest = Cast.all().get(0);

        assertThat(play(new SuperviseDemo(List.of(honest), Duration.ofSeconds(20)), true))
                .isTrue();

        assertThat(printed.toString())
                .contains("supervisor")
                .contains("`- * view-replay     healthy    run 1")
                .contains("\u001b[2A")
                .contains("`- + view-replay     completed  run 1")
                .satisfies(text -> assertThat(text.lines().skip(2).takeWhile(line -> !line.isEmpty()))
                        .as("a line that wraps would spoil the next frame")
                        .allSatisfy(line -> assertThat(line.replaceAll("\u001b\\[\\d*[A-Z]", ""))
                                .hasSizeLessThan(60)));
    }
}
