package dev.baton.internal.prune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.JacksonCodec;
import dev.baton.job.JobId;
import dev.baton.job.JobIds;
import dev.baton.observe.Event;
import dev.baton.store.FinishedJobs;
import dev.baton.store.JobFilter;
import dev.baton.store.JobStore;
import dev.baton.store.NewJob;
import dev.baton.store.OperatorCommand;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.OperatorCommand.OnJob;
import dev.baton.store.Payload;
import dev.baton.store.Route;
import dev.baton.store.StoreUnavailableException;
import dev.baton.store.Urgency;
import dev.baton.store.memory.MemoryStore;
import dev.baton.testkit.ManualClock;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Types that are kept for times of their own, and files that are written before anything goes. */
class ExportingTest {

    private static final Duration KEEP = Duration.ofDays(30);
    private static final Duration EVERY = Duration.ofHours(1);

    private final ManualClock clock = new ManualClock();
    private final MemoryStore real = new MemoryStore(clock);
    private final JobIds ids = new JobIds(clock, new Random(3));
    private final List<Event> events = new ArrayList<>();
    private boolean removalFails;
    private int lookedAt;

    @TempDir
    Path folder;

    /** The store, which counts what it shows, and fails to remove when told so. */
    private JobStore store() {
        return (JobStore) Proxy.newProxyInstance(
                JobStore.class.getClassLoader(),
                new Class<?>[] {JobStore.class},
                (proxy, method, arguments) ->
                        method.getName().equals("finishedJobs") ? finishedJobs() : method.invoke(real, arguments));
    }

    private FinishedJobs finishedJobs() {
        FinishedJobs jobs = real.finishedJobs();
        return new FinishedJobs() {
            @Override
            public List<One> list(Instant from, Optional<JobId> after, Instant before, int limit) {
                List<One> some = jobs.list(from, after, before, limit);
                lookedAt += some.size();
                return some;
            }

            @Override
            public int remove(Collection<JobId> some) {
                if (removalFails) {
                    throw new StoreUnavailableException("STORE_BUSY", "told to fail", new IOException());
                }
                return jobs.remove(some);
            }
        };
    }

    private Pruning pruning(Map<String, Duration> ofType, Optional<Path> export) {
        return new Pruning(
                store(),
                new Pruning.Keep(KEEP, ofType, EVERY),
                export.map(path -> new ExportFiles(path, false)),
                events::add);
    }

    private Pruning exporting() {
        return pruning(Map.of(), Optional.of(folder.resolve("out")));
    }

    private List<JobId> addCancelled(String type, int howMany) {
        return addCancelled(type, howMany, clock.instant());
    }

    private List<JobId> addCancelled(String type, int howMany, Instant at) {
        var added = new ArrayList<JobId>();
        for (int i = 0; i < howMany; i++) {
            JobId id = ids.next();
            var job = new NewJob(id, new Route("default", type, 1), Payload.of("{}", "label"), new Urgency(0, at));
            real.insert(List.of(job), at);
            real.command(List.of(new OnJob(id, Act.CANCEL, new OperatorCommand.By("alice", "because"))), at);
            added.add(id);
        }
        return added;
    }

    private static void round(Pruning pruning) {
        while (pruning.runOnce().isZero()) {}
    }

    private List<String> left() {
        return real.list(JobFilter.ALL, Optional.empty(), 2_000, clock.instant()).stream()
                .map(job -> job.route().type())
                .toList();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(folder.resolve("out"))) {
            return all.sorted().toList();
        }
    }

    @SuppressWarnings("unchecked")
    private List<Map<String, Object>> lines() throws IOException {
        var lines = new ArrayList<Map<String, Object>>();
        for (Path file : files()) {
            for (String line : Files.readAllLines(file)) {
                lines.add(new JacksonCodec().decode(line, Map.class));
            }
        }
        return lines;
    }

    @Test
    void every_type_is_kept_for_its_own_time_and_one_that_is_not_known_for_that_of_all() {
        Pruning pruning = pruning(Map.of("short", Duration.ofDays(1), "long", Duration.ofDays(365)), Optional.empty());
        addCancelled("short", 130);
        addCancelled("long", 3);
        addCancelled("unknown", 3);

        clock.advance(Duration.ofDays(1));
        round(pruning);
        assertThat(left()).hasSize(136);
        clock.advance(Duration.ofSeconds(1));
        round(pruning);
        assertThat(left()).hasSize(6).doesNotContain("short");
        clock.advance(KEEP);
        round(pruning);
        assertThat(left()).containsOnly("long").hasSize(3);
        clock.advance(Duration.ofDays(365));
        round(pruning);

        assertThat(left()).isEmpty();
        assertThat(events)
                .extracting(event -> ((Event.JobsPruned) event).count())
                .containsExactly(130, 3, 3);
    }

    @Test
    void what_is_kept_longer_is_passed_over_once_and_not_by_every_round() {
        Pruning pruning = pruning(Map.of("short", Duration.ofDays(1)), Optional.empty());
        addCancelled("kept", 1_200);
        clock.advance(Duration.ofHours(3));
        addCancelled("kept", 1);
        clock.advance(Duration.ofDays(2));

        round(pruning);
        assertThat(lookedAt).isEqualTo(1_201);
        round(pruning);
        assertThat(lookedAt).as("only the last hour again").isEqualTo(1_202);
        addCancelled("short", 1);
        clock.advance(Duration.ofDays(2));
        round(pruning);
        assertThat(left()).doesNotContain("short");
        assertThat(lookedAt).isEqualTo(1_204);
        round(pruning(Map.of("short", Duration.ofDays(1)), Optional.empty()));
        assertThat(lookedAt).as("all again after a restart").isEqualTo(1_204 + 1_201);
    }

    @Test
    void what_was_committed_late_is_still_found_behind_the_place_of_the_last_round() {
        Pruning pruning = pruning(Map.of("short", Duration.ofDays(1)), Optional.empty());
        clock.advance(Duration.ofMinutes(30));
        addCancelled("short", 1);
        clock.advance(Duration.ofDays(2));
        round(pruning);

        addCancelled("short", 1, clock.instant().minus(Duration.ofDays(2)).minus(Duration.ofMinutes(20)));
        round(pruning);

        assertThat(left()).isEmpty();
    }

    @Test
    void all_that_is_removed_is_in_files_that_are_whole_each_entry_once() throws Exception {
        List<JobId> jobs = addCancelled("a", 250);
        clock.advance(KEEP.plusSeconds(1));

        round(exporting());

        assertThat(left()).isEmpty();
        assertThat(files()).hasSize(1).allMatch(file -> file.toString().endsWith(".jsonl"));
        assertThat(lines())
                .extracting(line -> String.valueOf(line.get("job")))
                .containsExactlyInAnyOrderElementsOf(
                        jobs.stream().map(JobId::toString).toList());
        assertThat(lines().get(0))
                .containsEntry("type", "a")
                .containsEntry("entry", 1)
                .containsEntry("of", 1)
                .containsEntry("kind", "CANCELLED")
                .containsEntry("code", "CANCEL")
                .containsKeys("payload_sha256", "created_at", "ended_at", "fence")
                .doesNotContainKey("payload");
        assertThat(events)
                .containsExactly(
                        new Event.JobsExported(250, files().get(0).toString()),
                        new Event.JobsPruned(250, clock.instant().minus(KEEP)));
    }

    @Test
    void nothing_is_written_or_told_when_nothing_is_old_enough() throws Exception {
        addCancelled("a", 3);

        round(exporting());

        assertThat(files()).isEmpty();
        assertThat(events).isEmpty();
        assertThat(left()).hasSize(3);
    }

    @Test
    void what_cannot_be_written_is_not_removed_and_written_once_there_is_room() throws Exception {
        addCancelled("a", 3);
        clock.advance(KEEP.plusSeconds(1));
        Files.writeString(folder.resolve("out"), "no folder");
        Pruning pruning = exporting();

        assertThat(pruning.runOnce()).isEqualTo(EVERY);
        assertThat(left()).hasSize(3);
        assertThat(events)
                .hasSize(1)
                .allSatisfy(event -> assertThat(event)
                        .isInstanceOfSatisfying(
                                Event.ExportFailed.class,
                                failed -> assertThat(failed.folder())
                                        .isEqualTo(folder.resolve("out").toString())));

        Files.delete(folder.resolve("out"));
        round(pruning);
        assertThat(left()).isEmpty();
        assertThat(lines()).hasSize(3);
    }

    @Test
    void a_disk_that_fills_up_in_the_middle_of_a_file_loses_nothing() throws Exception {
        addCancelled("a", 150);
        clock.advance(KEEP.plusSeconds(1));
        Pruning pruning = exporting();
        assertThat(pruning.runOnce()).isZero();
        assertThat(files())
                .as("written in part")
                .hasSize(1)
                .allMatch(file -> file.toString().endsWith(".part"));
        Path part = files().get(0);
        Files.delete(part); // so that it cannot have its name in the end

        assertThat(pruning.runOnce()).isEqualTo(EVERY);
        assertThat(left()).hasSize(150);
        assertThat(events).hasOnlyElementsOfType(Event.ExportFailed.class);

        round(pruning);
        assertThat(left()).isEmpty();
        assertThat(lines()).hasSize(150);
    }

    @Test
    void a_crash_between_file_and_removal_writes_the_same_entries_again_and_loses_none() throws Exception {
        List<JobId> jobs = addCancelled("a", 3);
        clock.advance(KEEP.plusSeconds(1));
        removalFails = true;
        Pruning died = exporting();
        assertThat(died.runOnce()).isZero();
        assertThatThrownBy(died::runOnce).isInstanceOf(StoreUnavailableException.class);
        assertThat(left()).hasSize(3);

        removalFails = false;
        round(exporting());

        assertThat(left()).isEmpty();
        assertThat(files()).hasSize(2);
        assertThat(lines()).hasSize(6);
        assertThat(lines().stream()
                        .map(line -> line.get("job") + "#" + line.get("entry"))
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(
                        jobs.stream().map(job -> job + "#1").toList());
    }

    @Test
    void a_removal_that_fails_is_repeated_without_another_file() throws Exception {
        addCancelled("a", 3);
        clock.advance(KEEP.plusSeconds(1));
        removalFails = true;
        Pruning pruning = exporting();
        assertThat(pruning.runOnce()).isZero();
        assertThatThrownBy(pruning::runOnce).isInstanceOf(StoreUnavailableException.class);

        removalFails = false;
        round(pruning);

        assertThat(left()).isEmpty();
        assertThat(files()).hasSize(1);
    }
}
