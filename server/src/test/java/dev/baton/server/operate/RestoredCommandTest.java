package dev.baton.server.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.observe.Reason;
import dev.baton.postgres.PostgresStore;
import dev.baton.server.Printed;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.ActionView;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.Finished;
import dev.baton.store.JobStore;
import dev.baton.store.NodeId;
import dev.baton.testserver.SharedServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database that goes on from an older copy of itself, while somebody still works for the later one. */
class RestoredCommandTest {

    record Wire(String to) {}

    private static final JobType<Wire> WIRE = JobType.of("wire.send", Wire.class);
    private static final JobType<Wire> LETTER = JobType.of("letter.send", Wire.class);
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Pattern FENCE = Pattern.compile("\"before\":\"(\\d+)\"");

    @TempDir
    Path folder;

    /** The fence of each run, and what became of the end that the later world's owner wanted to write down then. */
    private record Seen(long fence, Optional<Finished.Answer> strangers) {}

    private final ConcurrentLinkedQueue<Seen> seen = new ConcurrentLinkedQueue<>();

    private final String schema = SharedServer.freshSchema();

    @AfterEach
    void dropSchema() {
        SharedServer.drop(schema);
    }

    private JobStore open() {
        return PostgresStore.on(SharedServer.pool()).schema(schema).open();
    }

    private List<String> server() {
        return List.of("--url", SharedServer.server().url(), "--schema", schema);
    }

    private static Printed baton(List<String> database, String command, String... args) {
        var words = new ArrayList<String>(List.of(command));
        words.addAll(database);
        words.addAll(List.of(args));
        return Printed.of(words);
    }

    /** Runs what there is; an end of this fence is tried in the middle of it. */
    private Baton engine(JobStore store, Optional<Long> stranger) {
        return Baton.on(store)
                .handle(
                        WIRE,
                        seen,
                        (wire, run, all) ->
                                all.add(new Seen(run.fence(), stranger.map(fence -> finish(store, run.id(), fence)))))
                .start();
    }

    private static Finished.Answer finish(JobStore store, JobId job, long fence) {
        var end = new Finish(job, fence, new Ending.Done(Optional.empty()));
        return store.finish(List.of(end), store.clock().instant()).get(0).answer();
    }

    /** A job waits, and a node of the time of the backup is on record as live. */
    private static JobId before(JobStore store) {
        store.join(new NodeId(UUID.randomUUID()), Set.of(), store.clock().instant());
        try (Baton baton = Baton.on(store).enqueues(WIRE).start()) {
            return baton.enqueue(WIRE, new Wire("the landlord"));
        }
    }

    private void restoredIsSafe(JobId job, long stranger, Supplier<JobStore> copy, List<String> named)
            throws InterruptedException {
        Printed done = baton(named, "restored", "--hold", "wire.send", "--apply", "--by", "eve", "--reason", "03:00");

        assertThat(done.code()).as(done.err()).isZero();
        assertThat(done.out()).contains("fences ", "type wire.send on -> off", "Rails.restored(Instant.parse(\"20");
        JobStore store = copy.get();
        try (Baton baton = engine(store, Optional.of(stranger))) {
            assertThat(baton.why(job)).extracting(Reason::cause).contains(Reason.Cause.TYPE_OFF);
            assertThat(baton.find(job).orElseThrow().standing().state()).isEqualTo(JobState.READY);
            List<ActionView> actions = baton.actions(10);
            assertThat(actions).extracting(ActionView::act).containsExactly("TURN_OFF", "RESTORED");
            assertThat(actions).extracting(action -> action.by().who()).containsOnly("eve");

            assertThat(baton(named, "resume", "--kill-type", "wire.send").code())
                    .isZero();

            assertThat(baton.await(job, LONG)).isEqualTo(JobState.DONE);
        }
        assertThat(seen).singleElement().satisfies(run -> {
            assertThat(run.fence()).isGreaterThan(stranger + Integer.MAX_VALUE);
            assertThat(run.strangers()).hasValue(Finished.Answer.FENCED);
        });
        assertThat(baton(named, "verify").code())
                .as("the evidence of it is whole")
                .isZero();
    }

    @Test
    void on_a_restored_file_who_worked_for_the_later_one_is_not_obeyed_and_types_wait_until_resumed() throws Exception {
        Path file = folder.resolve("app.db");
        Path backup = folder.resolve("backup.db");
        JobId job = before(SqliteStore.open(file));
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("VACUUM INTO '" + backup + "'");
        }
        try (Baton later = engine(SqliteStore.open(file), Optional.empty())) {
            later.await(job, LONG);
        }

        restoredIsSafe(
                job, seen.remove().fence(), () -> SqliteStore.open(backup), List.of("--file", backup.toString()));
    }

    /** Without a copy: in the later world the job had the next fence that would be given out here. */
    @Test
    void in_a_restored_database_who_worked_for_the_later_one_is_not_obeyed_and_types_wait_until_resumed()
            throws Exception {
        JobId job = before(open());
        Printed rehearsed = baton(server(), "restored", "--hold-all", "--watch", "1", "--json");
        Matcher last = FENCE.matcher(rehearsed.out());
        assertThat(last.find()).as(rehearsed.err()).isTrue();
        assertThat(rehearsed.out()).contains("\"type wire.send\"");
        try (JobStore store = open()) {
            assertThat(store.liveNodes()).as("as they were when it was copied").hasSize(1);
            store.liveNodes()
                    .forEach(node -> store.declareDead(node, store.clock().instant()));
        }

        restoredIsSafe(job, Long.parseLong(last.group(1)) + 1, this::open, server());
    }

    @Test
    void while_a_node_is_at_work_nothing_is_done() throws Exception {
        Path file = folder.resolve("app.db");
        try (Baton here = engine(SqliteStore.open(file), Optional.empty());
                Baton there = Baton.on(open())
                        .handle(WIRE, seen, (wire, run, all) -> {})
                        .heartbeat(Duration.ofMillis(50), Duration.ofSeconds(15))
                        .start()) {
            for (String apply : List.of("--json", "--apply")) {
                Printed onFile =
                        baton(List.of("--file", file.toString()), "restored", "--hold-none", apply, "--reason", "r");
                Printed onServer = baton(server(), "restored", "--hold-none", apply, "--reason", "r");

                assertThat(List.of(onFile.code(), onServer.code())).containsOnly(1);
                assertThat(onFile.err()).contains("NODE_ALIVE", "Nothing was done");
                assertThat(onServer.err()).contains("NODE_ALIVE", "Nothing was done");
            }
            assertThat(here.actions(1)).isEmpty();
            assertThat(there.actions(1)).isEmpty();
        }
    }

    @Test
    void it_is_rehearsed_unless_it_is_said_to_be_done_and_all_types_that_wait_can_be_held() {
        Path file = folder.resolve("app.db");
        List<String> named = List.of("--file", file.toString());
        try (Baton baton =
                Baton.on(SqliteStore.open(file)).enqueues(WIRE, LETTER).start()) {
            baton.enqueue(WIRE, new Wire("a"));
            baton.enqueue(LETTER, new Wire("b"));
        }

        Printed rehearsed = baton(named, "restored", "--hold-all", "--json");
        Printed offThen = baton(named, "pause");
        Printed done = baton(named, "restored", "--hold-all", "--json", "--apply", "--reason", "r");

        assertThat(rehearsed.out())
                .isEqualToIgnoringNewLines(
                        "{\"act\":\"RESTORED\",\"target\":\"fences\",\"before\":\"0\","
                                + "\"after\":\"4294967296\",\"applied\":false}"
                                + "{\"act\":\"TURN_OFF\",\"target\":\"type letter.send\",\"before\":\"on\",\"after\":\"off\",\"applied\":false}"
                                + "{\"act\":\"TURN_OFF\",\"target\":\"type wire.send\",\"before\":\"on\",\"after\":\"off\",\"applied\":false}");
        assertThat(offThen.out()).isEmpty();
        assertThat(done.out()).isEqualTo(rehearsed.out().replace("false", "true"));
        assertThat(baton(named, "restored", "--apply", "--reason", "r").code()).isEqualTo(2);
        assertThat(baton(named, "restored", "--hold-all", "--apply").err()).contains("--reason");
        assertThat(baton(named, "restored", "--hold-all", "--hold", "wire.send").code())
                .isEqualTo(2);
    }
}
