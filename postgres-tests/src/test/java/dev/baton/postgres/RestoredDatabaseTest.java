package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobType;
import dev.baton.store.JobStore;
import dev.baton.store.OperatorCommand;
import dev.baton.store.OperatorCommand.By;
import dev.baton.testserver.PostgresServer;
import dev.baton.testserver.SharedServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.postgresql.ds.PGSimpleDataSource;

/** What docs/operations.md says of a database that goes on from an older copy of itself, and of what ran since. */
class RestoredDatabaseTest {

    record Note(String text) {}

    private static final JobType<Note> NOTE = JobType.of("note.take", Note.class);
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final By BY = new By("alice", "a backup is made");

    @RegisterExtension
    final OwnDatabase database = new OwnDatabase();

    private final Map<JobId, List<Long>> fences = new ConcurrentHashMap<>();

    private Baton start(PGSimpleDataSource source) {
        return Baton.on(PostgresStore.of(source))
                .handle(
                        NOTE,
                        fences,
                        (note, run, seen) -> seen.computeIfAbsent(run.id(), id -> new CopyOnWriteArrayList<>())
                                .add(run.fence()))
                .start();
    }

    private static void run(PGSimpleDataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static PGSimpleDataSource source(String url) {
        var source = new PGSimpleDataSource();
        source.setUrl(url);
        return source;
    }

    /** It waits. */
    private JobId enqueuePaused(PGSimpleDataSource source) {
        try (Baton baton = start(source)) {
            baton.pause("default", BY);
            return baton.enqueue(NOTE, new Note("once"));
        }
    }

    private void runIt(PGSimpleDataSource source, JobId job) throws InterruptedException {
        try (Baton baton = start(source)) {
            baton.resume("default", BY);
            baton.await(job, LONG);
        }
    }

    @Test
    void a_copy_on_the_same_server_gives_fences_again_unless_it_is_told_that_it_was_restored() throws Exception {
        PGSimpleDataSource server = source(SharedServer.server().url());
        JobId job = enqueuePaused(database.source());
        String original = String.valueOf(database.source().getDatabaseName());
        try {
            run(server, "CREATE DATABASE own_copy TEMPLATE " + original); // as a dump that is restored
            run(server, "CREATE DATABASE own_raised TEMPLATE " + original);
            PGSimpleDataSource copy = source(SharedServer.server().url().replace("/postgres?", "/own_copy?"));
            PGSimpleDataSource raised = source(SharedServer.server().url().replace("/postgres?", "/own_raised?"));
            try (JobStore store = PostgresStore.of(raised)) { // what ./baton restored does
                store.command(
                        List.of(new OperatorCommand.Restored(BY)), store.clock().instant());
            }

            runIt(database.source(), job);
            runIt(copy, job);
            runIt(raised, job);

            List<Long> given = fences.get(job);
            assertThat(given)
                    .as("it ran after the backup, and once more in each copy")
                    .hasSize(3);
            assertThat(given.get(1))
                    .as("nothing tells the copy from the original")
                    .isEqualTo(given.get(0));
            assertThat(given.get(2)).isGreaterThan(given.get(0) + Integer.MAX_VALUE);
        } finally {
            run(server, "DROP DATABASE IF EXISTS own_copy WITH (FORCE)");
            run(server, "DROP DATABASE IF EXISTS own_raised WITH (FORCE)");
        }
    }

    @Test
    void a_base_backup_that_goes_on_as_a_history_of_its_own_gives_no_fence_again() throws Exception {
        try (var server = PostgresServer.fresh("fsync=off")) {
            JobId job = enqueuePaused(source(server.url()));
            try (PostgresServer restored = server.standby()) {
                restored.promote();

                runIt(source(server.url()), job);
                runIt(source(restored.url()), job);
            }

            assertThat(fences.get(job)).hasSize(2);
            assertThat(fences.get(job).get(1)).isGreaterThan(fences.get(job).get(0) + Integer.MAX_VALUE);
        }
    }
}
