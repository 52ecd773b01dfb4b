package dev.baton.server.demo.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.checker.Archive;
import dev.baton.checker.Journal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When it is time to kill. The worker was never started here, so an attempt at its life is known by its failure. */
class KillerTest {

    private static final Workload WORKLOAD = Workload.full();
    private static final int STEP = WORKLOAD.total() / (WORKLOAD.kills() + 1);

    @TempDir
    private Path path;

    private interface Question {
        void ask(Killer killer) throws Exception;
    }

    /** With one job that runs, and was lost so many times; or with none. */
    private void withRunning(int jobs, int lost, Question question) throws Exception {
        var folder = new DemoFolder(path);
        try (Journal log = Journal.open(folder.log());
                Producer producer = new Producer(folder.database(), log, List.of());
                Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.database());
                Statement statement = connection.createStatement();
                Archive.Reader file = new Archive.Reader(folder.database())) {
            assertThat(producer.isThrough()).isTrue();
            for (int i = 0; i < jobs; i++) {
                statement.executeUpdate(
                        "INSERT INTO baton_running (id, node, fence, claimed_at, attempts, failures, lost, run_head,"
                                + " limit_attempts, limit_losses, crash, parked_head, cancel_wanted, doubt)"
                                + " VALUES (randomblob(16), x'01', 1, 1, 1, 0, " + lost
                                + ", 0, 9, 3, 'RERUN', 'BLOCKS', 0, 0)");
            }
            question.ask(new Killer(new WorkerProcess(folder), file, log, WORKLOAD));
        }
    }

    private static void assertKills(ThrowingCallable attempt) {
        assertThatThrownBy(attempt).hasMessage("The worker was not started");
    }

    @Test
    void a_worker_is_killed_when_enough_is_over_and_it_is_at_work() throws Exception {
        withRunning(1, 1, killer -> {
            assertThat(killer.killIfDue(STEP - 1)).isEmpty();
            assertKills(() -> killer.killIfDue(STEP));
        });
    }

    @Test
    void an_idle_worker_is_left_alone_as_its_death_would_prove_nothing() throws Exception {
        withRunning(0, 0, killer -> assertThat(killer.killIfDue(STEP)).isEmpty());
    }

    @Test
    void nobody_is_killed_while_a_job_is_at_hand_that_was_lost_twice() throws Exception {
        withRunning(1, 2, killer -> assertThat(killer.killIfDue(STEP)).isEmpty());
    }
}
