package dev.baton.sqlite;

import static dev.baton.sqlite.Worker.DEED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobRequest;
import dev.baton.job.JobState;
import dev.baton.sqlite.Worker.Deed;
import dev.baton.sqlite.Worker.Kind;
import dev.baton.store.AttemptView;
import dev.baton.store.Inserted;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real engines in real processes, killed while they work; and others that want the same file. */
@Tag("slow")
class EngineKilledTest {

    private static final Duration LONG = Duration.ofSeconds(50);

    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("app.db");
    }

    private Baton producer() {
        return Baton.on(SqliteStore.open(file())).enqueues(DEED).start();
    }

    private static List<JobId> enqueue(Baton baton, Kind kind, int howMany) {
        List<JobRequest<Deed>> deeds = Collections.nCopies(howMany, DEED.job(new Deed(kind)));
        return baton.enqueueAll(deeds).stream().map(Inserted::id).toList();
    }

    private static Set<String> startedIds(OtherProcess worker, int howMany) throws Exception {
        var ids = new HashSet<String>();
        while (ids.size() < howMany) {
            String line = worker.line();
            assertThat(line).as("the process works").startsWith("started ");
            ids.add(line.substring("started ".length()));
        }
        return ids;
    }

    @Test
    @Tag("R-002-01")
    @Tag("R-002-12")
    @Tag("R-002-13")
    @Tag("R-000-72")
    @Tag("R-000-73")
    void what_a_killed_engine_was_running_is_recovered_by_the_next_before_any_handler_runs() throws Exception {
        try (Baton producer = producer()) {
            enqueue(producer, Kind.ENDLESS, 10);
            Set<String> started;
            try (OtherProcess first = OtherProcess.start(Worker.class, file())) {
                assertThat(first.line()).isEqualTo("recovered 0 pending 10");
                started = startedIds(first, Worker.CONCURRENCY);
            }
            List<JobView> running = producer.list(JobFilter.ALL.state(JobState.RUNNING), 100);
            assertThat(running).extracting(job -> job.id().toString()).containsExactlyInAnyOrderElementsOf(started);

            try (OtherProcess second = OtherProcess.start(Worker.class, file())) {
                assertThat(second.line())
                        .as("the first thing that is heard of it")
                        .isEqualTo("recovered " + Worker.CONCURRENCY + " pending 10");
                startedIds(second, Worker.CONCURRENCY);
            }
        }
    }

    @Test
    @Tag("R-002-43")
    @Tag("R-001-61")
    void a_job_that_takes_three_processes_down_is_parked_and_the_others_are_done() throws Exception {
        try (Baton producer = producer()) {
            JobId deadly = enqueue(producer, Kind.DEADLY, 1).get(0);
            List<JobId> quick = enqueue(producer, Kind.QUICK, 50);

            int lives = 0;
            while (producer.find(deadly).orElseThrow().standing().state() != JobState.DEAD) {
                try (OtherProcess worker = OtherProcess.start(Worker.class, file())) {
                    lives++;
                    awaitParkedOrGone(producer, deadly, worker);
                }
            }
            try (OtherProcess worker = OtherProcess.start(Worker.class, file())) {
                assertThat(worker.line()).startsWith("recovered ");
                assertThat(producer.awaitAll(quick, LONG).values()).containsOnly(JobState.DONE);
            }

            assertThat(lives).as("three lost, one that parks it").isEqualTo(4);
            assertThat(producer.attempts(deadly))
                    .hasSize(3)
                    .allSatisfy(attempt -> assertThat(attempt.kind()).isEqualTo(AttemptView.Kind.ORPHANED));
            assertThat(producer.payload(deadly))
                    .hasValueSatisfying(
                            payload -> assertThat(payload.isIntact()).isTrue());
        }
    }

    private static void awaitParkedOrGone(Baton producer, JobId deadly, OtherProcess worker) throws Exception {
        for (String line = worker.line(); !line.equals("null"); line = worker.line()) {
            if (producer.find(deadly).orElseThrow().standing().state() == JobState.DEAD) {
                return;
            }
        }
    }

    @Test
    void a_second_engine_on_the_file_is_refused_and_the_first_works_on() throws Exception {
        try (Baton producer = producer();
                OtherProcess engine = OtherProcess.start(Worker.class, file())) {
            assertThat(engine.line()).startsWith("recovered ");

            assertThatThrownBy(() -> Baton.on(SqliteStore.open(file()))
                            .handle(DEED, this, (deed, run, context) -> {})
                            .start())
                    .isInstanceOfSatisfying(
                            BatonException.class, e -> assertThat(e.code()).isEqualTo("ENGINE_RUNNING"));

            JobId job = producer.enqueue(DEED, new Deed(Kind.QUICK));
            assertThat(producer.await(job, LONG)).isEqualTo(JobState.DONE);
        }
    }

    @Test
    void over_many_kills_every_job_is_done_once_and_none_is_lost() throws Exception {
        try (Baton producer = producer()) {
            var all = new ArrayList<JobId>();
            for (int life = 0; life < 4; life++) {
                all.addAll(enqueue(producer, Kind.QUICK, 400));
                try (OtherProcess worker = OtherProcess.start(Worker.class, file())) {
                    assertThat(worker.line()).startsWith("recovered ");
                    startedIds(worker, 40 * life + 1);
                }
            }
            try (OtherProcess worker = OtherProcess.start(Worker.class, file())) {
                assertThat(worker.line()).startsWith("recovered ");
                assertThat(producer.awaitAll(all, LONG)).hasSize(all.size());
            }

            assertThat(all)
                    .allSatisfy(job -> assertThat(producer.attempts(job))
                            .filteredOn(attempt -> attempt.kind() == AttemptView.Kind.DONE)
                            .hasSizeLessThanOrEqualTo(1));
            assertThat(producer.counts())
                    .allSatisfy(count -> assertThat(count.state()).isEqualTo(JobState.DEAD));
        }
    }
}
