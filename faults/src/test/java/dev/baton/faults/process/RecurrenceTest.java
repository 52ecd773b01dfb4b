package dev.baton.faults.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.internal.fault.FaultPoint;
import dev.baton.job.JacksonCodec;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.Part;
import dev.baton.store.JobFilter;
import dev.baton.store.JobStore;
import dev.baton.store.JobView;
import dev.baton.testserver.SharedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process halts while a schedule catches up, and while ranges are split and joined, at each fault point of both; the next one goes on, no
 * time is fired twice or skipped, and the parts of every range are the whole of it.
 */
class RecurrenceTest {

    private static final List<FaultPoint> ALL = Arrays.stream(FaultPoint.values())
            .filter(point -> point.toString().matches("(fire|split|join)\\..*"))
            .filter(point -> point.toString().contains(Sweeping.ONLY))
            .toList();

    /** Six times as many as a schedule adds at once. */
    private static final int MISSED = 600;

    @TempDir
    Path folder;

    private int lives;

    @Test
    @Timeout(120)
    void a_process_that_halts_when_a_schedule_has_fired_or_in_a_split_skips_and_repeats_nothing() throws Exception {
        sweep(
                new SqliteDatabase(new Folder(folder).file()),
                List.of(FaultPoint.FIRE_AFTER_COMMIT, FaultPoint.SPLIT_AFTER_ADD),
                1);
    }

    @Test
    @Tag("long")
    @Timeout(300)
    void wherever_it_halts_sooner_or_later_no_time_is_skipped_or_repeated_and_every_range_is_whole() throws Exception {
        sweep(new SqliteDatabase(new Folder(folder).file()), ALL, 1, 2);
    }

    @Test
    @Tag("long")
    @Timeout(300)
    void wherever_it_halts_on_postgresql_no_time_is_skipped_or_repeated_and_every_range_is_whole() throws Exception {
        sweep(
                new PostgresDatabase(SharedServer.server().url() + "&currentSchema=" + SharedServer.freshSchema()),
                ALL,
                1,
                2);
    }

    private void sweep(Database database, List<FaultPoint> points, int... times) throws Exception {
        Recurrence.on(database).start().close();
        Instant begun = Instant.now();
        Instant since = Instant.now().truncatedTo(ChronoUnit.SECONDS).minusSeconds(MISSED);
        try (Connection connection = database.connect();
                PreparedStatement missed = connection.prepareStatement(RecurrenceSql.MISSED_SINCE)) {
            missed.setLong(1, since.getEpochSecond() * 1_000_000);
            assertThat(missed.executeUpdate()).isEqualTo(1);
        }
        for (FaultPoint point : points) {
            if (point.toString().startsWith("fire")) {
                for (int time : times) {
                    halt(database, point + ":halt@" + time, false);
                }
            } else {
                // One range at a time: if the one who was to wake another died, that would sleep for a minute.
                halt(database, point + ":halt@1", true);
                assertThat(live(database, "", false)).as("after " + point).isZero();
            }
        }

        try (JobStore store = database.open()) {
            judgeTicks(store, since, begun);
            judgeSpans(store);
        }
    }

    private void halt(Database database, String fault, boolean adds) throws Exception {
        assertThat(live(database, fault, adds)).as(fault).isEqualTo(Life.KILLED);
        assertThat(Files.readString(new Folder(folder).journal(lives))).contains(" fault " + fault);
    }

    private int live(Database database, String fault, boolean adds) throws Exception {
        lives++;
        var options = new ArrayList<String>();
        if (!fault.isEmpty()) {
            options.add("-Dbaton.fault=" + fault);
            options.add("-Dbaton.fault.log=" + new Folder(folder).journal(lives));
        }
        List<String> arguments = List.of(database.url(), String.valueOf(adds));
        try (Life life = Life.start(Recurrence.class, new Folder(folder), lives, options, arguments)) {
            return life.end();
        }
    }

    private static void judgeTicks(JobStore store, Instant since, Instant begun) {
        var codec = new JacksonCodec();
        List<Instant> fired = jobs(store, Recurrence.TICK.name()).stream()
                .filter(job -> !job.facts().createdAt().isBefore(begun))
                .map(job -> codec.decode(store.payload(job.id()).orElseThrow().json(), Recurrence.Tick.class)
                        .at())
                .sorted()
                .toList();
        assertThat(fired).hasSizeGreaterThanOrEqualTo(MISSED);
        for (int i = 0; i < fired.size(); i++) {
            assertThat(fired.get(i)).isEqualTo(since.plus(Recurrence.EVERY.multipliedBy(i)));
        }
    }

    private static void judgeSpans(JobStore store) {
        var codec = new JacksonCodec();
        var sizes = new HashMap<JobId, Long>();
        for (JobView each : jobs(store, Recurrence.SPAN.part().name())) {
            assertThat(each.standing().state()).isEqualTo(JobState.DONE);
            Part part = codec.decode(store.payload(each.id()).orElseThrow().json(), Part.class);
            sizes.merge(part.whole(), part.size(), Long::sum);
        }
        List<JobView> wholes = jobs(store, Recurrence.SPAN.type().name());
        assertThat(wholes).isNotEmpty().allMatch(whole -> whole.standing().state() == JobState.DONE);
        assertThat(sizes.keySet()).hasSameSizeAs(wholes);
        assertThat(sizes.values()).containsOnly(Recurrence.SIZE);
    }

    private static List<JobView> jobs(JobStore store, String type) {
        var jobs = new ArrayList<JobView>();
        Optional<JobId> after = Optional.empty();
        List<JobView> page;
        do {
            page = store.list(
                    JobFilter.ALL.type(type), after, 100, store.clock().instant());
            jobs.addAll(page);
            after = page.isEmpty()
                    ? after
                    : Optional.of(page.get(page.size() - 1).id());
        } while (!page.isEmpty());
        return jobs;
    }
}
