package dev.baton.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.outbox.AlertRule.Measure;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The rules for Prometheus say what the rules of this process say. */
class PrometheusRulesTest {

    @Test
    void the_file_in_the_jar_is_made_of_the_usual_rules() throws Exception {
        try (InputStream file = AlertRule.class.getResourceAsStream("outbox-alerts.yml")) {
            assertThat(new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo(PrometheusRules.yaml(AlertRule.usual()));
        }
    }

    @Test
    void a_rule_of_ones_own_is_written_with_its_numbers() {
        var rule = new AlertRule(Measure.RETRYABLE_SHARE, Duration.ofMinutes(2), 0.75, Duration.ofSeconds(90), 0.25);

        assertThat(PrometheusRules.yaml(List.of(rule)))
                .contains(
                        "[120s]",
                        "> 0.75 or (",
                        "> 0.25 and on() ALERTS{alertname=\"OutboxRetryableRate\"",
                        "for: 90s");
    }
}
