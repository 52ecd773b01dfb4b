package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.job.Handler;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.store.Claim;
import dev.baton.testserver.SharedServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/** Who hears of the next job of a lane when the one before it has left. */
class LaneWakeupTest extends OnOneNode {

    record Note(String text) {}

    private static final JobType<Note> FIRST = JobType.of("note.take", Note.class);
    private static final JobType<Note> SECOND = JobType.of("note.file", Note.class);
    private static final Duration NEVER = Duration.ofHours(1);

    private final Semaphore heard = new Semaphore(0);
    private final Semaphore mayEnd = new Semaphore(0);

    private PostgresStore openAnother() {
        return PostgresStore.on(SharedServer.pool()).schema(schema.name()).open();
    }

    private boolean hears() throws InterruptedException {
        return heard.tryAcquire(20, TimeUnit.SECONDS);
    }

    /** Two nodes that never poll, each with one of two types; a job of the other type waits for one of this. */
    private void assertNextIsDoneElsewhere(Handler<Note, LaneWakeupTest> first) throws Exception {
        PostgresStore listening = openAnother();
        try (AutoCloseable ear = listening.onWork(heard::release);
                Baton other = Baton.on(listening)
                        .pollEvery(NEVER)
                        .handle(SECOND, this, (note, run, test) -> {})
                        .start();
                Baton one = Baton.on(openAnother())
                        .pollEvery(NEVER)
                        .enqueues(SECOND)
                        .handle(FIRST, this, first)
                        .start()) {
            assertThat(ear).isNotNull();
            assertThat(hears()).as("it listens").isTrue();
            one.enqueue(FIRST.job(new Note("a")).lane("alice"));
            JobId next = one.enqueue(SECOND.job(new Note("b")).lane("alice")).id();
            assertThat(hears())
                    .as("it has heard of what was added, and looked in vain")
                    .isTrue();
            assertThatThrownBy(() -> other.await(next, Duration.ofMillis(200)))
                    .as("it waits for its turn")
                    .hasMessageContaining("Not ended within 0.2 s");

            mayEnd.release();

            assertThat(other.await(next, Duration.ofSeconds(20))).isEqualTo(JobState.DONE);
        }
    }

    @Test
    void a_node_that_handles_the_next_job_of_a_lane_is_woken_by_the_one_that_ended_the_job_before() throws Exception {
        assertNextIsDoneElsewhere((note, run, test) -> test.mayEnd.acquire());
    }

    @Test
    void it_is_woken_also_if_that_job_was_ended_in_a_transaction_of_its_handler() throws Exception {
        assertNextIsDoneElsewhere((note, run, test) -> {
            test.mayEnd.acquire();
            try (Connection connection = SharedServer.pool().getConnection()) {
                connection.setAutoCommit(false);
                run.finishIn(connection);
                connection.commit();
                connection.setAutoCommit(true);
            }
        });
    }

    @Test
    void nobody_else_is_woken_for_a_next_job_that_is_handled_here() throws SQLException {
        assertThat(claim()).as("there is room").isEmpty();
        add(inLane("alice"));
        add(inLane("alice"));
        Claim first = claimOne();
        try (Connection counting = SharedServer.server().connect();
                Statement statement = counting.createStatement()) {
            statement.execute("LISTEN \"" + channel() + "\"");

            store.finish(List.of(ended(first)), now());

            assertThat(counting.unwrap(PGConnection.class).getNotifications(500))
                    .isEmpty();
        }
        assertThat(claim()).hasSize(1);
    }

    private String channel() {
        return Pools.ask("SELECT 'baton_' || replace(id::text, '-', '_') FROM " + schema.name() + ".baton_store");
    }
}
