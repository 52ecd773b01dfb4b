package dev.baton.faults.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.job.Retry;
import dev.baton.postgres.PostgresStore;
import dev.baton.store.AttemptView;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import dev.baton.store.OutcomeUnknownException;
import dev.baton.testserver.SharedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** Connections that break exactly between a COMMIT and its answer: what was done is done, and nobody does it again. */
class CutCommitTest {

    record Note(int number) {}

    private static final JobType<Note> NOTE =
            JobType.of("note.take", Note.class).retry(Retry.fixed(Duration.ofMillis(20)));
    private static final int JOBS = 100;
    private static final int CUTS = 20;
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration LOOK = Duration.ofMillis(5);

    private final String schema = SharedServer.freshSchema();
    private final WireProxy proxy = WireProxy.to(SharedServer.server().port());
    private final HikariDataSource cut = pool(proxy.port());
    private final HikariDataSource whole = pool(SharedServer.server().port());

    private HikariDataSource pool(int port) {
        var config = new HikariConfig();
        String url =
                SharedServer.server().url().replace(":" + SharedServer.server().port(), ":" + port);
        config.setJdbcUrl(url + "&currentSchema=" + schema);
        config.setMinimumIdle(0);
        return new HikariDataSource(config);
    }

    @AfterEach
    void close() throws Exception {
        proxy.close();
        cut.close();
        whole.close();
        SharedServer.drop(schema);
    }

    private static Baton engine(HikariDataSource pool, AtomicInteger runs) {
        return Baton.on(PostgresStore.of(pool))
                .pollEvery(Duration.ofMillis(50))
                .handle(NOTE, runs, (note, run, counted) -> counted.incrementAndGet())
                .start();
    }

    @Test
    void an_enqueue_whose_answer_is_cut_is_not_acknowledged_and_its_job_is_there() throws Exception {
        var runs = new AtomicInteger();
        try (Baton enqueuing = Baton.on(PostgresStore.of(cut)).enqueues(NOTE).start();
                Baton working = engine(whole, runs)) {
            proxy.cutCommits(1);
            assertThatThrownBy(() -> enqueuing.enqueue(NOTE, new Note(1))).isInstanceOf(OutcomeUnknownException.class);

            assertThat(proxy.cuts()).isEqualTo(1);
            List<JobView> jobs = working.list(JobFilter.ALL, 10);
            assertThat(jobs).hasSize(1);
            assertThat(working.await(jobs.get(0).id(), LONG)).isEqualTo(JobState.DONE);
        }
        assertThat(runs).hasValue(1);
    }

    @Test
    @Tag("slow")
    void an_engine_whose_answers_are_cut_again_and_again_does_each_job_once(TestReporter report) throws Exception {
        var runs = new AtomicInteger();
        try (Baton enqueuing = Baton.on(PostgresStore.of(whole)).enqueues(NOTE).start();
                Baton working = engine(cut, runs)) {
            var jobs = new ArrayList<JobId>();
            long end = System.nanoTime() + LONG.toNanos();
            while (jobs.size() < JOBS || (proxy.cuts() < CUTS && System.nanoTime() - end < 0)) {
                proxy.cutCommits(1);
                if (jobs.size() < JOBS) {
                    jobs.add(enqueuing.enqueue(NOTE, new Note(jobs.size())));
                }
                LockSupport.parkNanos(LOOK.toNanos());
            }
            proxy.cutCommits(0);
            assertThat(enqueuing.awaitAll(jobs, LONG)).hasSize(jobs.size()).containsValue(JobState.DONE);

            assertThat(working.isReady()).isTrue();
            for (JobId job : jobs) {
                assertThat(enqueuing.attempts(job))
                        .extracting(AttemptView::kind)
                        .containsExactly(AttemptView.Kind.DONE);
            }
            assertThat(proxy.cuts()).isGreaterThanOrEqualTo(CUTS);
            assertThat(runs).as("nothing ran twice").hasValue(jobs.size());
            report.publishEntry("commits cut", "" + proxy.cuts());
            report.publishEntry("jobs", "" + jobs.size());
        }
    }
}
