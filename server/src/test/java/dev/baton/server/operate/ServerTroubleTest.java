package dev.baton.server.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import dev.baton.server.Printed;
import dev.baton.server.serve.Keystore;
import dev.baton.server.serve.RunningService;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerTroubleTest {

    @TempDir
    private Path folder;

    private static Printed list(String url, String... more) {
        return Printed.of(Stream.concat(Stream.of("list", "--server", url), Stream.of(more))
                .toList());
    }

    @Test
    void a_service_that_starts_is_told_apart_from_one_that_is_not_there() throws Exception {
        String url;
        try (RunningService starting = RunningService.starting(folder.resolve("app.db"))) {
            url = starting.url();
            Printed early = list(url);
            Printed examined = Printed.of(List.of("doctor", "--server", url));

            assertThat(early.code()).isEqualTo(3);
            assertThat(early.err())
                    .startsWith("baton: NOT_READY: ")
                    .contains("Try again")
                    .contains("503");
            assertThat(examined.code()).isEqualTo(1);
            assertThat(examined.out())
                    .contains("LOOK  ready: no, it is starting: the store is being opened")
                    .contains("ok    live");
        }

        Printed gone = list(url);
        assertThat(gone.code()).isEqualTo(3);
        assertThat(gone.err()).startsWith("baton: SERVER_UNREACHABLE: Nobody answers at " + url);
    }

    @Test
    void a_certificate_that_nobody_vouches_for_ends_it_before_anything_is_sent() throws Exception {
        Map<String, String> settings =
                Map.of("tls-keystore", Keystore.in(folder).toString(), "tls-password", Keystore.PASSWORD);
        try (RunningService service = RunningService.on(folder.resolve("app.db"), settings)) {
            Printed refused = Printed.of(List.of("enqueue", "--server", service.url(), "a", "{}", "--key", "b"));

            assertThat(refused.code()).isEqualTo(3);
            assertThat(refused.err())
                    .startsWith("baton: SERVER_NOT_TRUSTED: ")
                    .contains("nothing was sent")
                    .contains("javax.net.ssl.trustStore");
            int port = URI.create(service.url()).getPort();
            assertThat(list("http://127.0.0.1:" + port).code()).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "list --server http://jobs.example.com | --in-the-open",
                "list --server https://a:hush@jobs.example.com | no user or password",
                "list --server https://localhost --token hush | --token-file",
                "list --server https://localhost --file app.db | Jobs are in one place",
                "list --token-file x | Name a server",
                "list | Say where the jobs are",
                "export --to x --server https://localhost | about a database itself",
                "verify --server https://localhost | about a database itself",
                "restored --hold-all --server https://localhost | about a database itself",
                "migrate --check --server https://localhost | about a database itself"
            })
    void what_cannot_be_meant_is_refused_before_anybody_is_asked(String command, String why) {
        Printed refused = Printed.of(List.of(command.split(" ")));

        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains(why).doesNotContain("hush");
    }

    @Test
    void an_option_goes_before_the_environment_which_names_one_place() {
        Map<String, String> server = Map.of("BATON_SERVER", "https://jobs.example.com");
        Map<String, String> database = Map.of("BATON_URL", "jdbc:postgresql://db.example/shop");
        Map<String, String> both = Map.of("BATON_SERVER", "https://a", "BATON_URL", "jdbc:b");

        assertThat(OperatedPlace.isServer(false, false, server)).isTrue();
        assertThat(OperatedPlace.isServer(false, false, database)).isFalse();
        assertThat(OperatedPlace.isServer(true, false, both)).isTrue();
        assertThat(OperatedPlace.isServer(false, true, both)).isFalse();
        assertThatThrownBy(() -> OperatedPlace.isServer(false, false, both))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("The environment names a server and a database");
    }
}
