package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.job.Run;
import dev.baton.testserver.PgBouncer;
import dev.baton.testserver.SharedServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.postgresql.ds.PGSimpleDataSource;

/** Behind a pooler that gives every transaction another connection, and tells nobody that there is work. */
@Tag("external")
class PgBouncerTest {

    record Note(String text) {}

    private static final JobType<Note> NOTE = JobType.of("note.take", Note.class);

    @RegisterExtension
    final OwnSchema schema = new OwnSchema();

    private PgBouncer bouncer;

    @BeforeEach
    void start() {
        bouncer = PgBouncer.of(SharedServer.server());
    }

    @AfterEach
    void stop() {
        bouncer.close();
    }

    private PGSimpleDataSource through() {
        var source = new PGSimpleDataSource();
        source.setUrl(bouncer.url());
        return source;
    }

    private PostgresStore open() {
        return PostgresStore.on(through()).schema(schema.name()).open();
    }

    private static void finish(Run run, PGSimpleDataSource source) throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            run.finishIn(connection);
            connection.commit();
        }
    }

    @Test
    void everything_is_done_once_and_found_by_polling() throws Exception {
        var runs = new AtomicInteger();
        PGSimpleDataSource source = through();
        try (Baton worker = Baton.on(open())
                        .pollEvery(Duration.ofMillis(300))
                        .handle(NOTE, runs, (note, run, count) -> {
                            count.incrementAndGet();
                            if (note.text().endsWith("0")) {
                                finish(run, source);
                            }
                        })
                        .start();
                Baton producer = Baton.on(open()).enqueues(NOTE).start()) {
            var jobs = new ArrayList<JobId>();
            for (int i = 0; i < 100; i++) {
                jobs.add(producer.enqueue(NOTE.job(new Note("n" + i)).lane("lane " + i % 7))
                        .id());
            }

            assertThat(worker.awaitAll(jobs, Duration.ofSeconds(60)).values()).containsOnly(JobState.DONE);
            assertThat(runs).hasValue(100);
        }
    }

    @Test
    void with_a_direct_way_past_it_others_are_heard() throws Exception {
        var heard = new Semaphore(0);
        var direct = new PGSimpleDataSource();
        direct.setUrl(SharedServer.server().url());
        try (PostgresStore here = PostgresStore.on(through())
                        .schema(schema.name())
                        .direct(direct)
                        .open();
                PostgresStore elsewhere = open();
                AutoCloseable listening = here.onWork(heard::release)) {
            assertThat(listening).isNotNull();
            assertThat(heard.tryAcquire(30, TimeUnit.SECONDS))
                    .as("it has begun to listen")
                    .isTrue();

            elsewhere.insert(List.of(Sample.job()), Sample.now());

            assertThat(heard.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
        }
    }
}
