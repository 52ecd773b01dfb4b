package dev.baton.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.BatonException;
import dev.baton.job.DecidingHandler;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.job.Retry;
import dev.baton.observe.Event;
import dev.baton.store.AttemptView;
import dev.baton.store.OperatorCommand.By;
import dev.baton.testkit.Recorder;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A handler's own work and the end of its job are committed together, or neither is. */
class FinishInTest {

    record Booking(String account) {}

    private static final Duration LONG = Duration.ofMinutes(1);
    private static final By BY = new By("alice", "because");
    private static final JobType<Booking> BOOKING = JobType.of("booking", Booking.class)
            .retry(Retry.exponential(Duration.ofMillis(10)).attempts(2));

    private final Recorder<Event> events = new Recorder<>();
    private final List<Baton> started = new ArrayList<>();

    @TempDir
    Path folder;

    @BeforeEach
    void createTable() throws SQLException {
        try (Connection connection = connect();
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE booking (account TEXT, attempt INTEGER)");
            connection.commit();
        }
    }

    @AfterEach
    void close() {
        started.forEach(Baton::close);
    }

    private Path file() {
        return folder.resolve("app.db");
    }

    private Connection connect() throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file() + "?busy_timeout=10000");
        connection.setAutoCommit(false);
        return connection;
    }

    private void book(Connection connection, Booking booking, int attempt) throws SQLException {
        try (var insert = connection.prepareStatement("INSERT INTO booking VALUES (?, ?)")) {
            insert.setString(1, booking.account());
            insert.setInt(2, attempt);
            insert.executeUpdate();
        }
    }

    private List<String> booked() throws SQLException {
        var rows = new ArrayList<String>();
        try (Connection connection = connect();
                var result = connection
                        .createStatement()
                        .executeQuery("SELECT account || attempt FROM booking ORDER BY rowid")) {
            while (result.next()) {
                rows.add(result.getString(1));
            }
        }
        return rows;
    }

    private Baton start(JobType<Booking> type, DecidingHandler<Booking, FinishInTest> handler) {
        Baton baton = Baton.on(SqliteStore.open(file()))
                .listener(events::accept)
                .decide(type, this, handler)
                .start();
        started.add(baton);
        return baton;
    }

    @Test
    @Tag("R-003-56")
    void what_the_handler_wrote_and_the_end_of_its_job_are_committed_together() throws Exception {
        Baton baton = start(BOOKING, (booking, run, me) -> {
            try (Connection connection = me.connect()) {
                me.book(connection, booking, run.attempt());
                run.finishIn(connection, "booked");
                connection.commit();
            }
            return Outcome.fail("ANYTHING", "of what it answers now nothing counts");
        });

        JobId job = baton.enqueue(BOOKING, new Booking("a"));

        assertThat(baton.await(job, LONG)).isEqualTo(JobState.DONE);
        assertThat(booked()).containsExactly("a1");
        assertThat(baton.attempts(job)).singleElement().satisfies(attempt -> {
            assertThat(attempt.kind()).isEqualTo(AttemptView.Kind.DONE);
            assertThat(attempt.detail().result()).contains("\"booked\"");
        });
        events.await(Event.JobCompleted.class, event -> event.jobId().equals(job));
    }

    @Test
    void a_transaction_that_is_rolled_back_ends_nothing_and_the_job_is_tried_again() throws Exception {
        Baton baton = start(BOOKING, (booking, run, me) -> {
            try (Connection connection = me.connect()) {
                me.book(connection, booking, run.attempt());
                run.finishIn(connection);
                if (run.attempt() == 1) {
                    connection.rollback();
                } else {
                    connection.commit();
                }
            }
            return Outcome.done();
        });

        JobId job = baton.enqueue(BOOKING, new Booking("a"));

        assertThat(baton.await(job, LONG)).isEqualTo(JobState.DONE);
        assertThat(booked()).containsExactly("a2");
        assertThat(baton.attempts(job).get(0).detail().code()).isEqualTo("FINISH_NOT_COMMITTED");
    }

    @Test
    void a_transaction_that_is_never_committed_ends_nothing_and_in_the_end_the_job_is_dead() throws Exception {
        Baton baton = start(BOOKING, (booking, run, me) -> {
            try (Connection connection = me.connect()) {
                me.book(connection, booking, run.attempt());
                run.finishIn(connection);
            }
            return Outcome.done();
        });

        JobId job = baton.enqueue(BOOKING, new Booking("a"));

        assertThat(baton.await(job, LONG)).isEqualTo(JobState.DEAD);
        assertThat(booked()).isEmpty();
        assertThat(baton.attempts(job))
                .extracting(attempt -> attempt.detail().code())
                .containsOnly("FINISH_NOT_COMMITTED");
    }

    @Test
    void what_is_thrown_after_the_commit_changes_nothing() throws Exception {
        Baton baton = start(BOOKING, (booking, run, me) -> {
            try (Connection connection = me.connect()) {
                me.book(connection, booking, run.attempt());
                run.finishIn(connection);
                connection.commit();
            }
            throw new IllegalStateException("too late");
        });

        JobId job = baton.enqueue(BOOKING, new Booking("a"));

        assertThat(baton.await(job, LONG)).isEqualTo(JobState.DONE);
        events.await(Event.HandlerThrew.class, event -> event.jobId().equals(job));
        assertThat(booked()).containsExactly("a1");
    }

    @Test
    @Tag("R-003-60")
    @Tag("R-003-61")
    void an_owner_that_lost_the_job_is_told_and_its_transaction_stays_usable() throws Exception {
        var entered = new CountDownLatch(1);
        var refused = new CompletableFuture<String>();
        Baton baton = start(BOOKING, (booking, run, me) -> {
            entered.countDown();
            waitUntilTold();
            try (Connection connection = me.connect()) {
                me.book(connection, booking, run.attempt());
                try {
                    run.finishIn(connection);
                } catch (BatonException e) {
                    refused.complete(e.code());
                    connection.rollback();
                }
                me.book(connection, new Booking("usable"), run.attempt());
                connection.commit();
            }
            return Outcome.done();
        });
        JobId job = baton.enqueue(BOOKING, new Booking("a"));
        entered.await();

        baton.kill(job, BY).orThrow();

        assertThat(refused.get(20, TimeUnit.SECONDS)).isEqualTo("STALE_FENCE");
        events.await(Event.JobFenced.class, event -> event.jobId().equals(job));
        assertThat(booked()).containsExactly("usable1");
        assertThat(baton.find(job).orElseThrow().standing().state()).isEqualTo(JobState.CANCELLED);
    }

    private static void waitUntilTold() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException told) {
            // It was killed, and goes on all the same.
        }
    }

    @Test
    void the_next_of_its_lane_begins_when_the_transaction_is_committed() throws Exception {
        Baton baton = start(BOOKING, (booking, run, me) -> {
            try (Connection connection = me.connect()) {
                me.book(connection, booking, run.attempt());
                run.finishIn(connection);
                connection.commit();
            }
            return Outcome.done();
        });

        JobId last = baton.enqueue(BOOKING.job(new Booking("a")).lane("x")).id();
        for (String account : List.of("b", "c", "d")) {
            last = baton.enqueue(BOOKING.job(new Booking(account)).lane("x")).id();
        }

        assertThat(baton.await(last, LONG)).isEqualTo(JobState.DONE);
        assertThat(booked()).containsExactly("a1", "b1", "c1", "d1");
    }

    @Test
    void a_replayable_job_of_a_lane_cannot_end_in_a_transaction_and_is_told_so() throws Exception {
        JobType<Booking> replayable = BOOKING.replayable();
        var refused = new CompletableFuture<String>();
        Baton baton = start(replayable, (booking, run, me) -> {
            try (Connection connection = me.connect()) {
                run.finishIn(connection);
            } catch (BatonException e) {
                refused.complete(e.code());
            }
            return Outcome.done();
        });

        JobId job = baton.enqueue(replayable.job(new Booking("a")).lane("x")).id();

        assertThat(baton.await(job, LONG)).isEqualTo(JobState.DONE);
        assertThat(refused.get(20, TimeUnit.SECONDS)).isEqualTo("FINISH_IN_RUN");
    }

    @Test
    @Tag("R-004-16")
    void a_checkpoint_is_kept_with_the_handlers_own_work_or_not_at_all() throws Exception {
        var resumed = new ArrayList<Integer>();
        Baton baton = start(BOOKING, (booking, run, me) -> {
            int from = run.lastCheckpoint(Integer.class).orElse(0);
            resumed.add(from);
            try (Connection connection = me.connect()) {
                me.book(connection, booking, from);
                run.checkpoint(connection, from + 10);
                if (from == 0) {
                    connection.commit();
                } else {
                    connection.rollback();
                }
            }
            return run.attempt() < 3 ? Outcome.snooze(Instant.EPOCH) : Outcome.done();
        });

        JobId job = baton.enqueue(BOOKING, new Booking("a"));

        assertThat(baton.await(job, LONG)).isEqualTo(JobState.DONE);
        assertThat(resumed).containsExactly(0, 10, 10);
        assertThat(booked()).containsExactly("a0");
    }
}
