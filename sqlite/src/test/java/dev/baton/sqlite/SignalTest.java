package dev.baton.sqlite;

import static dev.baton.sqlite.Service.WAIT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobState;
import dev.baton.store.AttemptView;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes that are told to end, or killed while they start. */
@Tag("slow")
class SignalTest {

    private static final int TERMINATED = 128 + 15;

    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("app.db");
    }

    private static void awaitLine(OtherProcess process, String wanted) throws Exception {
        String line = process.line();
        while (!line.equals(wanted)) {
            assertThat(line).as("before " + wanted).isNotEqualTo("null");
            line = process.line();
        }
    }

    private JobView onlyJob() {
        try (Baton reader = Baton.on(SqliteStore.open(file())).enqueues(WAIT).start()) {
            JobView job = reader.list(JobFilter.ALL, 10).get(0);
            assertThat(reader.attempts(job.id()))
                    .singleElement()
                    .satisfies(attempt -> assertThat(attempt.kind()).isEqualTo(AttemptView.Kind.RELEASED));
            return job;
        }
    }

    @Test
    @Tag("R-001-60")
    void a_signal_begins_the_usual_end_and_a_second_one_waits_for_no_handler() throws Exception {
        try (OtherProcess service = OtherProcess.start(Service.class, file())) {
            awaitLine(service, "ready");
            awaitLine(service, "waiting");

            service.terminate();
            awaitLine(service, "WorkerStopping");
            service.terminate();
            awaitLine(service, "BatonClosed");

            assertThat(service.exitCode()).isEqualTo(TERMINATED);
        }
        assertThat(onlyJob().standing().state()).isEqualTo(JobState.READY);
    }

    @Test
    @Tag("R-000-46")
    void a_signal_while_it_starts_ends_the_start_and_nothing_was_served() throws Exception {
        try (OtherProcess service = OtherProcess.startSmall(Service.class, file(), "-Dstarting=yes")) {
            awaitLine(service, "waiting");

            service.terminate();
            awaitLine(service, "StartupFailed");
            service.terminate();
            awaitLine(service, "BatonClosed");

            assertThat(service.exitCode()).isEqualTo(TERMINATED);
        }
        JobView job = onlyJob();
        assertThat(job.label()).isEqualTo("wait while starting");
        assertThat(job.standing().state()).isEqualTo(JobState.READY);
    }

    @Test
    @Tag("R-000-48")
    void a_start_after_one_that_was_killed_goes_on_with_its_job_and_runs_no_other() throws Exception {
        try (OtherProcess service = OtherProcess.startSmall(Service.class, file(), "-Dstarting=yes")) {
            awaitLine(service, "waiting");
        }

        try (Baton next = Baton.on(SqliteStore.open(file()))
                .handle(WAIT, this, (wait, run, test) -> {})
                .startup(steps -> steps.run(WAIT, new Service.Wait("while starting")))
                .start()) {
            JobView job = next.list(JobFilter.ALL, 10).get(0);
            assertThat(next.list(JobFilter.ALL, 10)).hasSize(1);
            assertThat(next.attempts(job.id()))
                    .extracting(AttemptView::kind)
                    .containsExactly(AttemptView.Kind.ORPHANED, AttemptView.Kind.DONE);
        }
    }
}
