package dev.baton.faults.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.checker.Finding;
import dev.baton.testserver.PostgresServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A synchronous standby takes over from its server: what was acknowledged is there, and nothing else counts. */
@Tag("long")
@Timeout(300)
class FailoverTest {

    private static final long SEED = Long.getLong("baton.faults.seed", System.nanoTime());
    private static final Duration A_WHILE = Duration.ofSeconds(6);

    @TempDir
    Path folder;

    private interface Course {
        void run(Pair pair) throws Exception;
    }

    private void play(Course course, TestReporter report) throws Exception {
        String replay = "mvn -Pfaults -pl faults -am test -Dtest=FailoverTest -Dsurefire.failIfNoSpecifiedTests=false"
                + " -Dbaton.faults.seed=" + SEED;
        try (var primary = PostgresServer.fresh();
                var standby = primary.standby();
                var arena = new Arena(folder, new PostgresDatabase(primary.url()), SEED, replay)) {
            try (var pair = new Pair(arena, primary, standby)) {
                pair.work(A_WHILE);
                course.run(pair);
                pair.work(A_WHILE);
            }
            Optional<String> stuck = arena.drain();
            Arena.Judgement judgement = arena.judge();

            String story = String.join("\n", judgement.report());
            assertThat(stuck).as(story).isEmpty();
            assertThat(judgement.findings())
                    .extracting(Finding::toString)
                    .as(story)
                    .isEmpty();
            assertThat(judgement.holds()).as("no fault fired: " + story).isTrue();
            report.publishEntry("seed", "" + SEED);
            report.publishEntry("jobs", "" + judgement.verdict().jobs().enqueued());
            report.publishEntry("processes", "" + arena.lives());
        }
    }

    @Test
    void a_promoted_standby_has_all_that_was_acknowledged_though_half_of_them_stay_with_the_old_server(
            TestReporter report) throws Exception {
        play(pair -> pair.failOver(A_WHILE), report);
    }

    @Test
    void what_was_committed_with_a_warning_while_the_standby_was_gone_was_not_acknowledged(TestReporter report)
            throws Exception {
        play(
                pair -> {
                    int waived = pair.loseStandby(A_WHILE);
                    assertThat(waived).as("commits with a warning").isPositive();
                    pair.promoteInstead();
                    report.publishEntry("commits with a warning", "" + waived);
                },
                report);
    }
}
