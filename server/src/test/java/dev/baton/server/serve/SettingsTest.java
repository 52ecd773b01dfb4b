package dev.baton.server.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import dev.baton.server.Printed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {

    private static final Map<String, String> NOTHING = Map.of();

    @TempDir
    private Path folder;

    private static Settings flags(Map<Setting, String> flags) {
        return Settings.of(NOTHING, NOTHING, flags);
    }

    @Test
    void without_anything_said_it_listens_on_this_machine_alone_and_works_on_a_file() {
        Settings usual = flags(Map.of());

        assertThat(usual.text(Setting.ADDRESS)).hasValue("127.0.0.1");
        assertThat(usual.path(Setting.FILE)).hasValue(Path.of("baton.db"));
        assertThat(usual.text(Setting.URL)).isEmpty();
        assertThat(usual.list(Setting.HTTP_HOSTS)).isEmpty();
        assertThat(usual.duration(Setting.LEASE)).isEqualTo(Duration.ofSeconds(15));
    }

    @Test
    void the_server_that_commands_ask_is_no_setting_and_their_token_is_refused_as_one_that_would_protect_nothing() {
        Map<String, String> server = Map.of("BATON_SERVER", "https://jobs.example.com");

        assertThat(Settings.of(Map.of(), server, Map.of()).lines())
                .noneMatch(line -> line.contains("jobs.example.com"));
        assertThatThrownBy(() -> Settings.of(Map.of(), Map.of("BATON_TOKEN", "secret"), Map.of()))
                .hasMessageContaining("no setting BATON_TOKEN")
                .hasMessageNotContaining("secret");
    }

    @Test
    void the_environment_wins_over_a_file_and_the_command_line_over_both() {
        Settings settings = Settings.of(
                Map.of("port", "1", "workers", "1", "backlog", "1"),
                Map.of("BATON_PORT", "2", "BATON_WORKERS", "2", "PATH", "anything"),
                Map.of(Setting.PORT, "3"));

        assertThat(settings.number(Setting.PORT)).isEqualTo(3);
        assertThat(settings.number(Setting.WORKERS)).isEqualTo(2);
        assertThat(settings.number(Setting.BACKLOG)).isEqualTo(1);
    }

    @Test
    void whatever_is_wrong_is_refused_at_once_with_the_name_that_may_have_been_meant() {
        assertThatThrownBy(() -> Settings.of(
                        Map.of("prot", "1", "lease", "fifteen"),
                        Map.of("BATON_WORKRES", "2", "BATON_MIGRATE", "yes", "BATON_TOKEN_FILE", " "),
                        Map.of(Setting.PORT, "70000")))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("BAD_SETTINGS"))
                .hasMessageContaining("no setting prot, which the file names (perhaps it is port)")
                .hasMessageContaining(
                        "no setting BATON_WORKRES, which the environment names (perhaps it is BATON_WORKERS)")
                .hasMessageContaining("lease is a duration from PT1S to PT1H")
                .hasMessageContaining("BATON_MIGRATE is true or false; the environment says yes")
                .hasMessageContaining("BATON_TOKEN_FILE has no value")
                .hasMessageContaining("port is a whole number from 0 to 65535; the command line says 70000");
    }

    @Test
    void beyond_this_machine_nobody_is_let_in_without_tokens_and_tls_or_a_proxy() {
        assertThatThrownBy(() -> flags(Map.of(Setting.ADDRESS, "0.0.0.0")))
                .hasMessageContaining("needs a token-file")
                .hasMessageContaining("needs a tls-keystore, or behind-proxy=true");
        assertThatThrownBy(() -> flags(Map.of(Setting.ADDRESS, "0.0.0.0", Setting.TOKEN_FILE, "t")))
                .hasMessageContaining("tls-keystore")
                .hasMessageNotContaining("needs a token-file");
        assertThatThrownBy(() -> flags(Map.of(Setting.ADDRESS, "::", Setting.BEHIND_PROXY, "true")))
                .hasMessageContaining("needs a token-file");
        assertThatThrownBy(() -> flags(Map.of(Setting.BEHIND_PROXY, "true")))
                .hasMessageContaining("needs a token-file");
        assertThatThrownBy(() -> flags(Map.of(Setting.TLS_KEYSTORE, "k")))
                .hasMessageContaining("needs its tls-password");

        assertThat(flags(Map.of(Setting.ADDRESS, "0.0.0.0", Setting.TOKEN_FILE, "t", Setting.BEHIND_PROXY, "true")))
                .isNotNull();
        assertThat(flags(Map.of(Setting.ADDRESS, "::1"))).isNotNull();
    }

    @Test
    void what_is_secret_is_neither_printed_nor_taken_from_the_command_line() throws IOException {
        Path file = Files.writeString(folder.resolve("baton.properties"), "password=hidden\nport=7\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));

        Printed printed = Printed.of(List.of("serve", "--config", file.toString(), "--print-settings"));
        assertThat(printed.code()).as(printed.err()).isZero();
        assertThat(printed.out())
                .containsPattern("port +=  ?7 +# from the file")
                .containsPattern("workers +=  ?10 +# usual")
                .containsPattern("password +=  ?\\(not shown\\)")
                .doesNotContain("hidden");

        Printed said = Printed.of(List.of("serve", "--password", "hidden"));
        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err()).contains("BATON_PASSWORD").doesNotContain("hidden");
    }

    @Test
    void a_file_with_a_secret_that_others_can_read_is_refused() throws IOException {
        Path file = Files.writeString(folder.resolve("baton.properties"), "password=hidden\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));

        Printed printed = Printed.of(List.of("serve", "--config", file.toString(), "--print-settings"));

        assertThat(printed.code()).isEqualTo(3);
        assertThat(printed.err()).contains("FILE_OPEN_TO_OTHERS").contains("chmod 600");
    }

    @Test
    void the_command_explains_every_setting_that_can_be_said_there_and_its_exit_codes() {
        String help = Printed.of(List.of("serve", "--help")).out();

        assertThat(Setting.values())
                .allSatisfy(setting -> setting.flag()
                        .ifPresentOrElse(
                                flag -> assertThat(help).contains(flag),
                                () -> assertThat(help).doesNotContain("--" + setting.key() + "=")));
        assertThat(help).contains("Exit code: 2").contains("--print-settings");
    }

    @Test
    void the_page_says_what_the_table_of_settings_says() throws IOException {
        String page = Files.readString(Path.of(System.getProperty("baton.root"), "docs", "settings.md"));
        String written = page.split("<!-- settings -->\n", 2)[1].split("<!-- end of settings -->", 2)[0];

        assertThat(written).isEqualTo(table());
    }

    private static String table() {
        var text = new StringBuilder();
        for (Setting.Group group : Setting.Group.values()) {
            text.append("\n## ")
                    .append(group.title())
                    .append("\n\n| key | variable | usual | what it is |\n|---|---|---|---|\n");
            text.append(Setting.of(group).stream().map(SettingsTest::row).collect(Collectors.joining()));
        }
        return text.append('\n').toString();
    }

    private static String row(Setting setting) {
        return "| `" + setting.key() + "` | `" + setting.variable() + "` | "
                + (setting.usual().isEmpty() ? "none" : "`" + setting.usual() + "`") + " | " + setting.about()
                + (setting.flag().isEmpty() ? " Not on the command line." : "") + " |\n";
    }
}
