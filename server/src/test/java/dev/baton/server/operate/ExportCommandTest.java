package dev.baton.server.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobType;
import dev.baton.server.Printed;
import dev.baton.sqlite.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExportCommandTest {

    record Note(String text) {}

    private static final JobType<Note> NOTE = JobType.of("note", Note.class);

    private final List<JobId> jobs = new ArrayList<>();

    @TempDir
    Path folder;

    private Path file = Path.of("set before each test");

    private static Printed export(String... args) {
        return Printed.of(Stream.concat(Stream.of("export"), Stream.of(args)).toList());
    }

    private List<String> written(Path to) throws IOException {
        var lines = new ArrayList<String>();
        try (Stream<Path> files = Files.list(to)) {
            for (Path each : files.toList()) {
                lines.addAll(Files.readAllLines(each));
            }
        }
        return lines;
    }

    @BeforeEach
    void work() throws InterruptedException {
        file = folder.resolve("app.db");
        try (Baton baton = Baton.on(SqliteStore.open(file))
                .handle(NOTE, "book", (note, run, book) -> {})
                .start()) {
            jobs.add(baton.enqueue(NOTE, new Note("first")));
            jobs.add(baton.enqueue(NOTE, new Note("second")));
            baton.awaitAll(jobs, Duration.ofSeconds(30));
        }
    }

    @Test
    void the_past_of_a_file_is_written_and_each_file_is_told_with_its_last_job() throws Exception {
        Path to = folder.resolve("history");

        Printed printed = export("--file", file.toString(), "--to", to.toString());

        assertThat(printed.err()).isEmpty();
        assertThat(printed.code()).isZero();
        assertThat(printed.out().lines())
                .hasSize(2)
                .first()
                .asString()
                .startsWith("jobs 2 file " + to)
                .endsWith(".jsonl last " + jobs.get(0));
        assertThat(written(to))
                .hasSize(2)
                .allMatch(line -> line.contains("\"kind\":\"DONE\"") && !line.contains("first"));
    }

    @Test
    void an_export_goes_on_after_the_job_that_is_named_and_has_payloads_if_wanted() throws Exception {
        Path to = folder.resolve("history");

        Printed printed = export(
                "--file",
                file.toString(),
                "--to",
                to.toString(),
                "--payloads",
                "--from",
                jobs.get(1).toString());

        assertThat(printed.code()).isZero();
        assertThat(written(to)).hasSize(1).allMatch(line -> line.contains("first") && line.contains("\"payload\""));
    }

    @Test
    void what_cannot_be_understood_or_written_is_refused_with_a_code() throws Exception {
        String to = folder.resolve("history").toString();

        assertThat(export("--to", to, "--file", folder.resolve("none.db").toString())
                        .err())
                .startsWith("baton: NO_SUCH_FILE: ");
        assertThat(export("--to", to, "--file", file.toString(), "--from", "nonsense")
                        .err())
                .startsWith("baton: BAD_ID: ");
        assertThat(export("--to", file.toString(), "--file", file.toString()).err())
                .startsWith("baton: EXPORT_FAILED: ");
        assertThat(export("--to", to, "--file", file.toString(), "--url", "jdbc:postgresql://here/db")
                        .code())
                .isEqualTo(2);
        assertThat(export("--to", to, "--file", file.toString(), "--password", "secret")
                        .code())
                .isEqualTo(2);
    }
}
