package dev.baton.server.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.server.Printed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenFileTest {

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("tokens");
    }

    private Path written(String text, String mode) throws IOException {
        Files.writeString(file(), text);
        return Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString(mode));
    }

    @Test
    void the_command_prints_a_token_once_and_keeps_its_hash_alone_in_a_file_of_its_owner() throws IOException {
        Printed first = Printed.of(List.of("token", "--file", file().toString(), "alice", "viewer,submitter"));
        Printed second = Printed.of(List.of("token", "--file", file().toString(), "alice", "viewer,submitter"));

        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.out().strip())
                .matches("[A-Za-z0-9_-]{43}")
                .isNotEqualTo(second.out().strip());
        assertThat(Files.readString(file()))
                .containsPattern("(?s)alice  viewer,submitter  [0-9a-f]{64}\nalice  viewer,submitter  [0-9a-f]{64}\n$")
                .doesNotContain(first.out().strip());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        assertThat(TokenFile.read(file()).isEmpty()).isFalse();
    }

    @Test
    void a_file_that_others_can_read_lets_nobody_in() throws IOException {
        Printed.of(List.of("token", "--file", file().toString(), "alice", "admin"));
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw----r--"));

        assertThatThrownBy(() -> TokenFile.read(file())).hasMessageContaining("chmod 600");
        assertThat(Printed.of(List.of("token", "--file", file().toString(), "bob", "admin"))
                        .code())
                .isEqualTo(3);
    }

    @Test
    void a_file_without_a_token_or_with_a_line_that_is_none_is_refused_with_its_place() throws IOException {
        assertThatThrownBy(() -> TokenFile.read(file())).hasMessageContaining("no token file");
        Path empty = written("# nobody yet\n\n", "rw-------");
        assertThatThrownBy(() -> TokenFile.read(empty)).hasMessageContaining("no token in");
        Path two = written("alice viewer\n", "rw-------");
        assertThatThrownBy(() -> TokenFile.read(two)).hasMessageContaining("line 1: a line has a name");
        Path role = written("#\nalice king " + "a".repeat(64) + "\n", "rw-------");
        assertThatThrownBy(() -> TokenFile.read(role)).hasMessageContaining("line 2: there is no role king");
        Path hash = written("alice viewer abc\n", "rw-------");
        assertThatThrownBy(() -> TokenFile.read(hash)).hasMessageContaining("SHA-256");
    }

    @Test
    void a_role_that_is_none_is_refused_before_anything_is_written() {
        Printed wrong = Printed.of(List.of("token", "--file", file().toString(), "alice", "king"));

        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).contains("no role king");
        assertThat(file()).doesNotExist();
    }
}
