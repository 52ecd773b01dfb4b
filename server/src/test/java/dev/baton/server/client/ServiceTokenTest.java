package dev.baton.server.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceTokenTest {

    private static final Map<String, String> ENVIRONMENT = Map.of("BATON_TOKEN", "of-the-environment\n");

    @TempDir
    private Path folder;

    private Path file(String text, String rights) throws IOException {
        Path file = Files.writeString(folder.resolve("token"), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights));
        return file;
    }

    @Test
    void a_file_goes_before_the_environment_and_its_line_end_is_no_part_of_it() throws IOException {
        assertThat(ServiceToken.of(file("of-the-file\n", "rw-------"), ENVIRONMENT))
                .contains("of-the-file");
        assertThat(ServiceToken.of(null, ENVIRONMENT)).contains("of-the-environment");
        assertThat(ServiceToken.of(null, Map.of("BATON_TOKEN", " "))).isEmpty();
    }

    @Test
    void a_file_that_others_can_read_is_refused() throws IOException {
        Path file = file("of-the-file\n", "rw-r-----");

        assertThatThrownBy(() -> ServiceToken.of(file, ENVIRONMENT))
                .hasMessageContaining("chmod 600")
                .hasMessageNotContaining("of-the-file");
    }

    @Test
    void the_file_of_a_service_and_an_empty_one_are_no_token_and_are_not_repeated() throws IOException {
        for (String text : new String[] {"# name  roles  sha256-of-token\nalice  viewer  0123abc\n", "", "two words"}) {
            Path file = file(text, "rw-------");
            assertThatThrownBy(() -> ServiceToken.of(file, Map.of()))
                    .isInstanceOfSatisfying(
                            BatonException.class, e -> assertThat(e.code()).isEqualTo("BAD_TOKEN"))
                    .hasMessageContaining("./baton token")
                    .hasMessageNotContaining("0123abc");
        }
        assertThatThrownBy(() -> ServiceToken.of(folder.resolve("none"), Map.of()))
                .hasMessageContaining("cannot be read");
    }
}
