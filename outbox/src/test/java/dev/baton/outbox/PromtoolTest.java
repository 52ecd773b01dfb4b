package dev.baton.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What Prometheus itself says of the rules: that it can read them, and when they fire and clear. Needs {@code promtool}. */
@Tag("external")
class PromtoolTest {

    private static final Path MODULE = Path.of(System.getProperty("baton.root"), "outbox");

    private static String promtool(String... arguments) throws Exception {
        String[] command = new String[arguments.length + 1];
        command[0] = "promtool";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(said).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        return said;
    }

    @Test
    void the_rules_are_rules_to_prometheus() throws Exception {
        Path rules = MODULE.resolve("src/main/resources/dev/baton/outbox/outbox-alerts.yml");

        assertThat(promtool("check", "rules", rules.toString())).contains("SUCCESS: 5 rules found");
    }

    @Test
    void each_alert_fires_after_its_hold_stays_until_it_clears_and_is_over_then() throws Exception {
        Path tests = MODULE.resolve("src/test/resources/dev/baton/outbox/outbox-alerts-test.yml");

        assertThat(promtool("test", "rules", tests.toString())).contains("SUCCESS");
    }
}
