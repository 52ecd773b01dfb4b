package dev.baton.examples.wallets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The five settings of the document. */
class SettingsTest {

    private static Properties properties(String... namesAndValues) {
        var properties = new Properties();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            properties.setProperty(Settings.PREFIX + namesAndValues[i], namesAndValues[i + 1]);
        }
        return properties;
    }

    @Test
    @Tag("R-004-10")
    void what_nobody_sets_is_as_the_document_has_it() {
        assertThat(Settings.from(new Properties(), Map.of()))
                .isEqualTo(Settings.USUAL)
                .isEqualTo(new Settings(4, 5, Duration.ofMinutes(2), Duration.ofMinutes(60), Duration.ofMinutes(2)));
    }

    @Test
    @Tag("R-004-10")
    void properties_go_before_the_environment_and_that_before_what_is_usual() {
        Properties properties = properties("worker-threads", "8", "max-retries", " 3 ");
        Map<String, String> environment = Map.of(
                "WALLETRADAR_INGESTION_BACKFILL_WORKER_THREADS", "2",
                "WALLETRADAR_INGESTION_BACKFILL_RETRY_BASE_DELAY_MINUTES", "1",
                "WALLETRADAR_INGESTION_BACKFILL_RETRY_MAX_DELAY_MINUTES", "30",
                "WALLETRADAR_INGESTION_BACKFILL_RETRY_SCHEDULER_INTERVAL_MS", "500");

        assertThat(Settings.from(properties, environment))
                .isEqualTo(new Settings(8, 3, Duration.ofMinutes(1), Duration.ofMinutes(30), Duration.ofMillis(500)));
    }

    @Test
    void every_value_that_is_none_is_named_by_its_key() {
        Properties properties =
                properties("worker-threads", "0", "max-retries", "many", "retry-max-delay-minutes", "-1");

        assertThatThrownBy(() -> Settings.from(properties, Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        "walletradar.ingestion.backfill.worker-threads must be a whole number from 1 to 1000; got 0")
                .hasMessageContaining("walletradar.ingestion.backfill.max-retries")
                .hasMessageContaining("walletradar.ingestion.backfill.retry-max-delay-minutes");
    }
}
