package dev.baton.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.store.Inserted;
import dev.baton.store.NewJob;
import dev.baton.store.OutcomeUnknownException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real commit that fails, as SQLite looks for parents only then: nothing of its transaction is acknowledged to anybody. */
class FailedCommitTest {

    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("app.db");
    }

    private Connections connect() throws SQLException {
        Connections connections = Sample.connect(file());
        Jdbc jdbc = connections.writing();
        jdbc.execute("PRAGMA foreign_keys = ON");
        jdbc.execute("CREATE TABLE parent (id INTEGER PRIMARY KEY)");
        jdbc.execute("CREATE TABLE child (parent INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)");
        return connections;
    }

    private static List<Inserted> insert(Connections connections, NewJob job) throws SQLException {
        return new Verbs(connections.writing()).inserting.insert(List.of(job), Instant.EPOCH);
    }

    /** From then on its transaction cannot be committed. */
    private static int addOrphan(Connections connections) throws SQLException {
        return connections.writing().update("INSERT INTO child (parent) VALUES (42)");
    }

    private static long jobs(Connections connections) throws SQLException {
        return connections
                .reading()
                .first("SELECT count(*) AS jobs FROM baton_job", row -> row.number("jobs"))
                .orElseThrow();
    }

    @Test
    void who_wrote_in_a_transaction_that_fails_to_commit_is_told_so_and_the_next_one_works() throws Exception {
        NewJob job = Sample.job();
        try (Connections connections = connect();
                Writer writer = Sample.writer(connections, file())) {
            assertThatThrownBy(() -> writer.write(() -> {
                        insert(connections, job);
                        return addOrphan(connections);
                    }))
                    .isInstanceOf(OutcomeUnknownException.class);

            assertThat(jobs(connections)).isZero();
            assertThat(writer.write(() -> insert(connections, job)))
                    .extracting(Inserted::answer)
                    .containsExactly(Inserted.Answer.ADDED);
        }
    }

    @Test
    void who_shares_a_transaction_that_fails_to_commit_is_told_so_as_well() throws Exception {
        var entered = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        try (Connections connections = connect();
                Writer writer = Sample.writer(connections, file())) {
            FutureTask<Integer> first = begin(writer, () -> {
                entered.countDown();
                awaitUninterrupted(release);
                return 0;
            });
            entered.await();
            FutureTask<List<Inserted>> neighbour = beginAndQueue(writer, () -> insert(connections, Sample.job()));
            FutureTask<Integer> culprit = beginAndQueue(writer, () -> addOrphan(connections));
            release.countDown();

            for (FutureTask<?> each : List.of(first, culprit, neighbour)) {
                assertThatThrownBy(each::get).hasCauseInstanceOf(OutcomeUnknownException.class);
            }
            assertThat(jobs(connections)).isZero();
        }
    }

    private static <T> FutureTask<T> begin(Writer writer, Operation<T> operation) {
        var task = new FutureTask<>(() -> writer.write(operation));
        new Thread(task).start();
        return task;
    }

    /** The writer is busy; when this returns, the operation waits for its turn. */
    private static <T> FutureTask<T> beginAndQueue(Writer writer, Operation<T> operation) {
        var task = new FutureTask<>(() -> writer.write(operation));
        var thread = new Thread(task);
        thread.start();
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        return task;
    }

    private static void awaitUninterrupted(CountDownLatch release) {
        try {
            release.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
