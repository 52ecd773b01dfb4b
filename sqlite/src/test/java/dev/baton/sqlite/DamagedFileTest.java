package dev.baton.sqlite;

import static dev.baton.sqlite.Sample.codeOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.store.JobFilter;
import dev.baton.store.NewJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that were cut off, overwritten or half restored: said so, and left as they are for whoever repairs them. */
class DamagedFileTest {

    private static final int PAGE = 4096;
    private static final int COMMITS = 40;

    @TempDir
    Path folder;

    private Path file = Path.of("set before each test");

    @BeforeEach
    void nameFile() {
        file = folder.resolve("app.db");
    }

    /** Commits two jobs at a time, says so, and waits to be killed, with everything still in the log. */
    static final class Committer {
        public static void main(String[] args) throws IOException {
            SqliteStore store = SqliteStore.open(Path.of(args[0]));
            for (int i = 0; i < COMMITS; i++) {
                List<NewJob> two = List.of(Sample.job(), Sample.job());
                store.insert(two, store.clock().instant());
                System.out.println(two.get(0).id() + " " + two.get(1).id());
            }
            System.in.read();
        }
    }

    private List<List<JobId>> commitAndBeKilled() throws Exception {
        var commits = new ArrayList<List<JobId>>();
        try (OtherProcess committer = OtherProcess.start(Committer.class, file)) {
            for (int i = 0; i < COMMITS; i++) {
                commits.add(Arrays.stream(committer.line().split(" ", -1))
                        .map(JobId::parse)
                        .toList());
            }
        }
        return commits;
    }

    private List<List<JobId>> found(List<List<JobId>> commits) {
        try (SqliteStore store = SqliteStore.open(file)) {
            return commits.stream()
                    .filter(two -> store.standings(two, store.clock().instant()).size() == 2)
                    .toList();
        }
    }

    private void fill(int jobs) {
        try (SqliteStore store = SqliteStore.open(file)) {
            var all = new ArrayList<NewJob>();
            for (int i = 0; i < jobs; i++) {
                all.add(Sample.job("{\"x\":\"" + "y".repeat(200) + "\"}"));
            }
            store.insert(all, store.clock().instant());
        }
    }

    private static byte[] overwritten(byte[] whole, int offset, int length, int with) {
        byte[] damaged = whole.clone();
        Arrays.fill(damaged, offset, offset + length, (byte) with);
        return damaged;
    }

    private void refused(String code, Path damaged, byte[] bytes) throws IOException {
        Files.write(damaged, bytes);

        assertThat(codeOf(() -> SqliteStore.open(file).close())).isEqualTo(code);
        assertThat(Files.readAllBytes(damaged)).as("untouched").isEqualTo(bytes);
    }

    @ParameterizedTest(name = "to {0} bytes of {1} parts")
    @CsvSource({"0,1,STORE_GONE", "1,2,CORRUPT", "1,1000,CORRUPT", "999,1000,CORRUPT"})
    void a_file_that_was_cut_off_is_refused_and_not_touched(int kept, int of, String code) throws Exception {
        fill(100);
        byte[] whole = Files.readAllBytes(file);

        refused(code, file, Arrays.copyOf(whole, (int) ((long) whole.length * kept / of)));

        Files.write(file, whole);
        assertThat(codeOf(() -> SqliteStore.open(file).close())).isEqualTo("accepted");
    }

    @Test
    void a_file_that_lost_its_last_bytes_is_refused_as_zeros_would_be_read_for_them() throws Exception {
        fill(100);
        byte[] whole = Files.readAllBytes(file);

        refused("CORRUPT", file, Arrays.copyOf(whole, whole.length - 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 15, 16, 19, 21})
    void a_file_whose_header_is_damaged_is_refused_and_not_touched(int offset) throws Exception {
        fill(1);

        refused("CORRUPT", file, overwritten(Files.readAllBytes(file), offset, 1, 0x7b));
    }

    @Test
    void from_a_file_with_a_damaged_page_come_right_answers_or_none() throws Exception {
        fill(100);
        byte[] whole = Files.readAllBytes(file);
        String right = everything();
        assertThat(right).contains("state=ready");
        var refusals = new ArrayList<Integer>();
        for (int page = 1; page < whole.length / PAGE; page++) {
            byte[] damaged = overwritten(whole, page * PAGE, 100, page % 2 == 0 ? 0 : 0xff);
            Files.write(file, damaged);
            String answer = everything();
            if (answer.equals("CORRUPT")) {
                refusals.add(page);
            } else {
                assertThat(answer).as("page %d", page).isEqualTo(right);
            }
            assertThat(Files.readAllBytes(file)).as("untouched").isEqualTo(damaged);
        }
        assertThat(refusals).hasSizeGreaterThan(10);
    }

    /** All that can be asked, or the code of the refusal. */
    private String everything() {
        try (SqliteStore store = SqliteStore.open(file)) {
            return store.list(
                            JobFilter.ALL, Optional.empty(), 1000, store.clock().instant()) + " "
                    + store.counts(1000, store.clock().instant());
        } catch (BatonException e) {
            return e.code();
        }
    }

    @Test
    void a_damaged_file_and_the_log_of_a_killed_process_are_both_left_for_the_repair() throws Exception {
        fill(1);
        List<List<JobId>> commits = commitAndBeKilled();
        Path log = folder.resolve("app.db-wal");
        byte[] whole = Files.readAllBytes(file);
        byte[] commitsInLog = Files.readAllBytes(log);

        refused("CORRUPT", file, overwritten(whole, (pageOfMigrations() - 1) * PAGE, PAGE, 'x'));
        assertThat(Files.readAllBytes(log)).isEqualTo(commitsInLog);

        Files.write(file, whole);
        assertThat(found(commits)).isEqualTo(commits);
    }

    /** Looked up in a copy, as a look at the file itself would bring the log into it. */
    private int pageOfMigrations() throws Exception {
        Path copy = Files.copy(file, folder.resolve("copy.db"));
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + copy);
                var statement = connection.createStatement();
                var rows =
                        statement.executeQuery("SELECT rootpage FROM sqlite_schema WHERE name = 'baton_migration'")) {
            return rows.getInt(1);
        }
    }

    @Test
    void a_damaged_page_that_the_log_has_anew_is_no_harm() throws Exception {
        List<List<JobId>> commits = commitAndBeKilled();

        Files.write(file, overwritten(Files.readAllBytes(file), 0, 16, 'x'));

        assertThat(found(commits)).isEqualTo(commits);
    }

    @Test
    void a_log_whose_beginning_is_damaged_is_not_taken_for_an_empty_one() throws Exception {
        List<List<JobId>> commits = commitAndBeKilled();
        Path log = folder.resolve("app.db-wal");
        byte[] whole = Files.readAllBytes(log);

        for (int offset = 0; offset < 32; offset++) {
            refused("CORRUPT", log, overwritten(whole, offset, 1, whole[offset] + 1));
        }

        Files.write(log, whole);
        assertThat(found(commits)).isEqualTo(commits);
    }

    @Test
    void a_log_without_its_file_is_not_thrown_away_for_a_new_one() throws Exception {
        List<List<JobId>> commits = commitAndBeKilled();
        Path log = folder.resolve("app.db-wal");
        byte[] commitsInLog = Files.readAllBytes(log);
        byte[] whole = Files.readAllBytes(file);
        Files.delete(folder.resolve("app.db-baton.lock"));

        refused("STORE_GONE", file, new byte[0]);
        Files.delete(file);
        assertThat(codeOf(() -> SqliteStore.open(file).close())).isEqualTo("STORE_GONE");
        assertThat(file).as("no new one").doesNotExist();
        assertThat(Files.readAllBytes(log)).isEqualTo(commitsInLog);

        Files.write(file, whole);
        assertThat(found(commits)).isEqualTo(commits);
    }

    @Test
    void of_a_log_that_is_damaged_further_on_whole_commits_before_the_damage_are_kept_and_it_goes_on()
            throws Exception {
        List<List<JobId>> commits = commitAndBeKilled();
        Path log = folder.resolve("app.db-wal");
        byte[] whole = Files.readAllBytes(log);
        Files.write(log, overwritten(whole, whole.length * 3 / 4, 100, 0x7b));

        List<List<JobId>> found = found(commits);

        assertThat(found).isNotEmpty().hasSizeLessThan(COMMITS).isEqualTo(commits.subList(0, found.size()));
        try (SqliteStore store = SqliteStore.open(file)) {
            List<JobId> halves = commits.subList(found.size(), COMMITS).stream()
                    .flatMap(List::stream)
                    .toList();
            assertThat(store.standings(halves, store.clock().instant()))
                    .as("no half of a commit")
                    .isEmpty();
            assertThat(codeOf(() -> Sample.insert(store, Sample.job()))).isEqualTo("accepted");
        }
    }
}
