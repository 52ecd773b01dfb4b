package dev.baton.server.demo.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.demo.Look;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The real demo in small: real processes, killed with SIGKILL. */
@Tag("slow")
class JobsDemoTest {

    private final StringWriter printed = new StringWriter();

    private boolean play(Workload workload, boolean redraw) throws Exception {
        return new JobsDemo(workload, false).play(new PrintWriter(printed), new Look(false, false, 79), redraw);
    }

    private Path folder() {
        Matcher folder = Pattern.compile("\\S*baton-demo-\\d+").matcher(printed.toString());
        assertThat(folder.find()).isTrue();
        return Path.of(folder.group());
    }

    @Test
    void every_job_ends_once_and_as_designed_in_a_worker_that_is_killed_again_and_again() throws Exception {
        assertThat(play(Workload.full().dividedBy(5, 3), false))
                .as(printed.toString())
                .isTrue();

        assertThat(printed.toString())
                .containsPattern("kill 1 of 3: SIGKILL to \\d+ with \\d+ jobs in its hands; \\d+ started \\d+ ms later")
                .containsPattern("worker \\d+ claims jobs, \\d+\\.\\d s after the kill")
                .containsPattern("\n +\\d+\\.\\d s +[\\d,]+ enqueued .* pending .* running .* done .* dead .* jobs/s\n")
                .containsPattern("lane account-\\d+: number \\d+ is dead, \\d+ wait behind it; an operator skips it")
                .containsPattern("is dead, \\d+ wait behind it; an operator retries it")
                .containsPattern("\n23 lanes of up to 40 jobs; dead heads that blocked theirs: 1 retried, 1 skipped\n")
                .containsPattern("\nwallet.sync +keyed +60 +60 +0 ")
                .containsPattern("\nbroken.import hopeless +40 +0 +40 ")
                .endsWith("\nenqueued 600 | done 559 | dead as designed 40 | skipped 1"
                        + " | lost 0 | doubled 0 | out of order 0 | kills survived 3\n");
        assertThat(folder()).as("nothing is left behind").doesNotExist();
    }

    @Test
    void the_board_is_drawn_over_itself_and_no_line_of_it_wraps() throws Exception {
        assertThat(play(Workload.full().dividedBy(20, 1), true))
                .as(printed.toString())
                .isTrue();

        List<String> frames = printed.toString()
                .lines()
                .filter(line -> line.contains("\u001b[2K"))
                .map(line -> line.replaceAll("\u001b\\[\\d*[A-Z]", ""))
                .toList();
        assertThat(printed.toString()).contains("\u001b[9A").contains("kills 1 of 1");
        assertThat(frames)
                .anySatisfy(line -> assertThat(line).matches("payment.send +#+ +0 pending +0 running +69 done +0 dead"))
                .anySatisfy(line -> assertThat(line).matches("\\d+ lanes with \\d+ jobs in line, .*"))
                .allSatisfy(line -> assertThat(line).hasSizeLessThan(79));
    }
}
