package dev.baton.sqlite;

import static dev.baton.sqlite.Sample.codeOf;
import static dev.baton.sqlite.Sample.insert;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.store.Inserted;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is not ours, or not where it should be: an application's database is welcome, everything else is left alone. */
class ForeignFileTest {

    @TempDir
    Path folder;

    private Path file = Path.of("set before each test");

    @BeforeEach
    void nameFile() {
        file = folder.resolve("app.db");
    }

    private String ask(String sql) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            return statement.execute(sql) ? statement.getResultSet().getString(1) : "";
        }
    }

    private void refused(String code) throws Exception {
        byte[] before = Files.readAllBytes(file);

        assertThat(codeOf(() -> SqliteStore.open(file).close())).isEqualTo(code);
        assertThat(Files.readAllBytes(file)).as("untouched").isEqualTo(before);
    }

    @Test
    void a_file_that_is_no_database_is_refused_and_not_touched() throws Exception {
        Files.write(file, "Dear diary, ".repeat(1000).getBytes(StandardCharsets.UTF_8));

        refused("CORRUPT");
    }

    @Test
    void an_application_keeps_its_own_numbers_in_the_file_it_shares_with_us() throws Exception {
        ask("PRAGMA application_id = 4711");
        ask("PRAGMA user_version = 12");
        ask("CREATE TABLE vault (address TEXT)");

        try (SqliteStore store = SqliteStore.open(file)) {
            assertThat(insert(store, Sample.job())).isEqualTo(Inserted.Answer.ADDED);
        }

        assertThat(ask("PRAGMA application_id")).isEqualTo("4711");
        assertThat(ask("PRAGMA user_version")).isEqualTo("12");
    }

    @Test
    void an_application_that_died_in_the_middle_of_a_change_is_no_reason_to_refuse_its_file() throws Exception {
        ask("CREATE TABLE vault (address TEXT)");
        ask("INSERT INTO vault VALUES ('kept')");
        try (OtherProcess dying = OtherProcess.start(HalfWay.class, file)) {
            assertThat(dying.line()).isEqualTo("half way");
        }
        assertThat(folder.resolve("app.db-journal")).isNotEmptyFile();

        SqliteStore.open(file).close();

        assertThat(ask("SELECT group_concat(address) FROM vault")).isEqualTo("kept");
    }

    /** Changes so much in one transaction that SQLite has to write to the file before the end of it. */
    static final class HalfWay {
        public static void main(String[] args) throws Exception {
            var connection = DriverManager.getConnection("jdbc:sqlite:" + args[0]);
            var statement = connection.createStatement();
            statement.execute("PRAGMA cache_size = 1");
            connection.setAutoCommit(false);
            for (int i = 0; i < 1000; i++) {
                statement.execute("INSERT INTO vault VALUES (hex(zeroblob(1000)))");
            }
            System.out.println("half way");
            System.in.read();
        }
    }

    @Test
    void a_file_written_by_a_newer_baton_is_refused_and_not_touched() throws Exception {
        SqliteStore.open(file).close();
        ask("INSERT INTO baton_migration VALUES ('999_from_the_future.sql', 0)");
        ask("PRAGMA journal_mode = DELETE");

        refused("NEWER_SCHEMA");
    }

    @ParameterizedTest
    @ValueSource(strings = {"baton_job", "baton_migration", "baton_of_the_conductor"})
    void tables_of_others_that_are_called_as_ours_are_refused_and_not_touched(String name) throws Exception {
        ask("CREATE TABLE " + name + " (id INTEGER)");

        refused("FOREIGN_TABLES");
    }

    @Test
    void a_file_that_was_ours_and_has_none_of_our_tables_any_more_is_no_new_one() throws Exception {
        SqliteStore.open(file).close();
        Files.delete(file);
        assertThat(codeOf(() -> SqliteStore.open(file))).isEqualTo("STORE_GONE");
        assertThat(file).as("no new one").doesNotExist();
        ask("CREATE TABLE vault (address TEXT)");
        refused("STORE_GONE");

        Files.delete(folder.resolve("app.db-baton.lock"));
        assertThat(codeOf(() -> SqliteStore.open(file).close()))
                .as("begun anew by somebody's wish")
                .isEqualTo("accepted");
    }

    @Test
    void an_empty_file_that_never_was_ours_is_as_good_as_none() throws Exception {
        Files.createFile(file);

        assertThat(codeOf(() -> SqliteStore.open(file).close())).isEqualTo("accepted");
    }

    @Test
    void what_is_no_place_for_a_file_is_refused_before_anything_is_made() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link.db"), folder.resolve("nowhere.db"));

        assertThat(codeOf(() -> SqliteStore.open(folder))).isEqualTo("NOT_A_FILE");
        assertThat(codeOf(() -> SqliteStore.open(folder.resolve("nowhere").resolve("app.db"))))
                .isEqualTo("STORE_UNAVAILABLE");
        assertThat(codeOf(() -> SqliteStore.open(link))).isEqualTo("STORE_UNAVAILABLE");
        assertThat(codeOf(() -> SqliteStore.open(folder.resolve("app?cache=shared"))))
                .isEqualTo("BAD_PATH");
        assertThat(folder).isDirectoryNotContaining(path -> !path.equals(link));
    }

    @Test
    void a_folder_that_comes_later_is_a_place_for_a_file_then() throws Exception {
        Path later = folder.resolve("later").resolve("app.db");
        assertThat(codeOf(() -> SqliteStore.open(later))).isEqualTo("STORE_UNAVAILABLE");

        Files.createDirectory(folder.resolve("later"));

        assertThat(codeOf(() -> SqliteStore.open(later).close())).isEqualTo("accepted");
    }

    @Test
    void networks_are_known_by_the_names_of_their_file_systems() {
        assertThat(new String[] {
                    "nfs",
                    "nfs4",
                    "cifs",
                    "smbfs",
                    "smb3",
                    "fuse.sshfs",
                    "sshfs",
                    "afpfs",
                    "afs",
                    "fuse.glusterfs",
                    "ceph",
                    "webdav",
                    "NFS",
                    "fuse.s3fs",
                    "lustre"
                })
                .allMatch(DatabaseFile::isNetwork);
        assertThat(new String[] {
                    "ext4",
                    "xfs",
                    "btrfs",
                    "zfs",
                    "tmpfs",
                    "overlay",
                    "apfs",
                    "NTFS",
                    "fuseblk",
                    "9p",
                    "virtiofs",
                    "vfat",
                    ""
                })
                .noneMatch(DatabaseFile::isNetwork);
    }
}
