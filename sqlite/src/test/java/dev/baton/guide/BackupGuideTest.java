package dev.baton.guide;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.Inserted;
import dev.baton.store.JobFilter;
import dev.baton.store.OperatorCommand;
import dev.baton.store.OperatorCommand.By;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/operations.md says of backups of a SQLite file, and of what is done again after an older one was restored. */
class BackupGuideTest {

    record Receipt(String order) {}

    static final JobType<Receipt> RECEIPT = JobType.of("receipt.send", Receipt.class);

    private static final Pattern RESTORE =
            Pattern.compile("mkdir before-restore\\n.*?chmod 600 app.db", Pattern.DOTALL);
    private static final By BY = new By("alice", "a backup is restored");

    private final Map<JobId, List<Long>> fences = new ConcurrentHashMap<>();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("app.db");
    }

    private Baton start(Path file) {
        return Baton.on(SqliteStore.open(file))
                .handle(RECEIPT, fences, (receipt, run, seen) -> {
                    seen.computeIfAbsent(run.id(), id -> new CopyOnWriteArrayList<>())
                            .add(run.fence());
                    if (receipt.order().equals("slow")) {
                        begun.countDown();
                        goOn.await();
                    }
                })
                .start();
    }

    private static void backUp(Path file, Path copy) throws SQLException, IOException {
        // snippet: backup
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var backup = connection.prepareStatement("VACUUM INTO ?")) {
            backup.setString(1, copy.toString()); // must not be there yet
            backup.execute();
        }
        try (var written = FileChannel.open(copy, StandardOpenOption.WRITE)) {
            written.force(true); // SQLite does not wait for the disk here
        }
        // end of snippet
    }

    /** As the page says, when all programs have ended. */
    private void restore() throws Exception {
        Matcher steps = RESTORE.matcher(page());
        assertThat(steps.find()).isTrue();
        Process shell = new ProcessBuilder("sh", "-ec", steps.group())
                .directory(folder.toFile())
                .inheritIO()
                .start();
        assertThat(shell.waitFor()).isZero();
    }

    private static String page() throws IOException {
        return Files.readString(Path.of(System.getProperty("baton.root"), "docs", "operations.md"));
    }

    private static String ask(Path file, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? String.valueOf(row.getString(1)) : "";
        }
    }

    @Test
    void a_backup_of_a_file_under_work_has_all_that_was_acknowledged_and_goes_on_from_there() throws Exception {
        Path copy = folder.resolve("backup.db");
        var acknowledged = new ArrayList<JobId>();
        try (Baton baton = start(file())) {
            acknowledged.addAll(receipts(baton, 20));
            baton.awaitAll(acknowledged, ofSeconds(20));
            acknowledged.add(baton.enqueue(RECEIPT.job(new Receipt("slow")).lane("customer-0"))
                    .id());
            begun.await();
            acknowledged.addAll(receipts(baton, 180));

            backUp(file(), copy);

            goOn.countDown();
            receipts(baton, 20);
        }

        assertThat(ask(copy, "PRAGMA quick_check")).isEqualTo("ok");
        assertThat(ask(copy, "SELECT count(*) > 0 FROM baton_running"))
                .as("under work")
                .isEqualTo("1");
        try (Baton restored = start(copy)) {
            assertThat(restored.awaitAll(acknowledged, ofSeconds(30)).values()).containsOnly(JobState.DONE);
            assertThat(restored.list(JobFilter.ALL, 1000)).hasSize(201);
        }
    }

    private static List<JobId> receipts(Baton baton, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> baton.enqueue(RECEIPT.job(new Receipt("" + i)).lane("customer-" + i % 20))
                        .id())
                .toList();
    }

    @Test
    void what_ran_after_the_backup_runs_again_after_a_restore_and_what_came_after_it_is_forgotten() throws Exception {
        Path copy = folder.resolve("backup.db");
        JobId before;
        Inserted after;
        try (Baton baton = start(file())) {
            baton.pause("default", BY);
            before = baton.enqueue(RECEIPT.job(new Receipt("1")).lane("alice").uniqueKey("order-1"))
                    .id();
            backUp(file(), copy);
            baton.resume("default", BY);
            baton.await(before, ofSeconds(20));
            after = baton.enqueue(RECEIPT.job(new Receipt("2")).lane("alice").uniqueKey("order-2"));
            baton.await(after.id(), ofSeconds(20));
        }

        restore();

        try (Baton baton = start(file())) {
            assertThat(baton.find(after.id())).as("it came after the backup").isEmpty();
            assertThat(baton.find(RECEIPT, "order-2")).as("its key").isEmpty();
            assertThat(baton.switches()).as("as it was then").isNotEmpty();
            Inserted again =
                    baton.enqueue(RECEIPT.job(new Receipt("2")).lane("alice").uniqueKey("order-2"));
            assertThat(again.id()).as("another job").isNotEqualTo(after.id());
            assertThat(again.turn()).as("under the same number").isEqualTo(after.turn());

            baton.resume("default", BY);
            baton.await(again.id(), ofSeconds(20));
        }
        assertThat(fences.get(before)).as("the same job, twice").hasSize(2);
        assertThat(fences.get(before).get(1))
                .as("a fence that was given out before")
                .isEqualTo(fences.get(before).get(0));
    }

    @Test
    void fences_go_on_behind_all_that_were_given_out_once_the_store_knows_of_the_restore() throws Exception {
        Path copy = folder.resolve("backup.db");
        JobId job;
        try (Baton baton = start(file())) {
            baton.pause("default", BY);
            job = baton.enqueue(RECEIPT, new Receipt("1"));
            backUp(file(), copy);
            baton.resume("default", BY);
            baton.await(job, ofSeconds(20));
        }
        restore();

        try (SqliteStore store = SqliteStore.open(file())) { // what ./baton restored does
            store.command(
                    List.of(new OperatorCommand.Restored(BY)), store.clock().instant());
        }
        try (Baton baton = start(file())) {
            baton.resume("default", BY);
            baton.await(job, ofSeconds(20));
        }

        assertThat(fences.get(job)).hasSize(2);
        assertThat(fences.get(job).get(1)).isGreaterThan(fences.get(job).get(0) + Integer.MAX_VALUE);
    }
}
