package dev.baton.faults.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.internal.fault.FaultPoint;
import dev.baton.job.JacksonCodec;
import dev.baton.job.JobId;
import dev.baton.job.JobType;
import dev.baton.store.JobFilter;
import dev.baton.store.JobStore;
import dev.baton.store.JobView;
import dev.baton.testserver.SharedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process halts while it imports an old queue table, or reads a stream, at each fault point of both; the next one goes on, and no row
 * and no event is lost or becomes two jobs.
 */
class IntakeTest {

    /** For several batches of each, in each life. */
    private static final int MORE = 12;

    private static final List<FaultPoint> POINTS = Arrays.stream(FaultPoint.values())
            .filter(point -> point.toString().matches("(bridge|import)\\..*"))
            .filter(point -> point.toString().contains(Sweeping.ONLY))
            .toList();

    @TempDir
    Path folder;

    private int lives;

    @Test
    @Tag("long")
    @Timeout(120)
    void wherever_a_process_halts_every_row_and_every_event_becomes_one_job_in_its_order() throws Exception {
        sweep(new SqliteDatabase(new Folder(folder).file()), 2);
    }

    @Test
    @Tag("long")
    @Timeout(300)
    void wherever_it_halts_sooner_or_later_every_row_and_every_event_becomes_one_job_in_its_order() throws Exception {
        sweep(new SqliteDatabase(new Folder(folder).file()), 1, 3);
    }

    @Test
    @Tag("long")
    @Timeout(300)
    void wherever_it_halts_on_postgresql_sooner_or_later_every_row_and_event_becomes_one_job() throws Exception {
        sweep(postgres(), 1, 3);
    }

    private static Database postgres() {
        return new PostgresDatabase(SharedServer.server().url() + "&currentSchema=" + SharedServer.freshSchema());
    }

    private void sweep(Database database, int... times) throws Exception {
        try (Connection connection = database.connect()) {
            OldQueue.make(connection);
        }
        for (int time : times) {
            for (FaultPoint point : POINTS) {
                boolean once = point == FaultPoint.BRIDGE_AFTER_TAKE;
                String fault = point + ":halt@" + (once ? 1 : time);
                assertThat(live(database, fault)).as(fault).isEqualTo(Life.KILLED);
                assertThat(Files.readString(new Folder(folder).journal(lives))).contains(" fault " + fault);
            }
        }
        assertThat(live(database, "")).isZero();

        judge(database);
    }

    /** One life: there are more rows and more events than before. */
    private int live(Database database, String fault) throws Exception {
        try (Connection connection = database.connect()) {
            OldQueue.add(connection, lives * (long) MORE + 1, MORE);
        }
        lives++;
        var options = new ArrayList<String>();
        if (!fault.isEmpty()) {
            options.add("-Dbaton.fault=" + fault);
            options.add("-Dbaton.fault.log=" + new Folder(folder).journal(lives));
        }
        List<String> arguments = List.of(database.url(), String.valueOf(lives * MORE));
        try (Life life = Life.start(Intake.class, new Folder(folder), lives, options, arguments)) {
            return life.end();
        }
    }

    private void judge(Database database) throws Exception {
        List<Long> all = LongStream.rangeClosed(1, lives * (long) MORE).boxed().toList();
        try (JobStore store = database.open()) {
            assertThat(numbers(store, Intake.ROW)).isEqualTo(all);
            assertThat(numbers(store, Intake.EVENT)).isEqualTo(all);
            assertThat(store.cursors()).singleElement().satisfies(cursor -> {
                assertThat(cursor.name()).isEqualTo(Intake.STREAM);
                assertThat(cursor.position()).contains(String.valueOf(lives * MORE));
            });
        }
        try (Connection connection = database.connect()) {
            assertThat(new OldQueue().oldest(connection, 1)).isEmpty();
        }
    }

    /** What became jobs, in the order of their lane. */
    private static List<Long> numbers(JobStore store, JobType<Intake.Numbered> type) {
        var jobs = new ArrayList<JobView>();
        Optional<JobId> after = Optional.empty();
        List<JobView> page;
        do {
            page = store.list(
                    JobFilter.ALL.type(type.name()), after, 100, store.clock().instant());
            jobs.addAll(page);
            after = page.isEmpty()
                    ? after
                    : Optional.of(page.get(page.size() - 1).id());
        } while (!page.isEmpty());
        var codec = new JacksonCodec();
        return jobs.stream()
                .sorted(Comparator.comparingLong(
                        job -> job.facts().turn().orElseThrow().sequence()))
                .map(job -> store.payload(job.id()).orElseThrow().json())
                .map(json -> codec.decode(json, Intake.Numbered.class).number())
                .toList();
    }
}
