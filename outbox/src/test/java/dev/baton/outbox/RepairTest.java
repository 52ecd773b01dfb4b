package dev.baton.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How soon payments of the dead are taken back. */
class RepairTest {

    @Test
    @Tag("R-003-67")
    void the_threshold_of_the_document_is_a_number_of_seconds() {
        assertThat(Repair.afterSeconds(" 90 ")).isEqualTo(new Repair(Duration.ofSeconds(90), Duration.ofSeconds(60)));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "0", "-1", "two minutes", "1.5", "99999999999999999999"})
    @Tag("R-003-67")
    void what_is_no_number_above_zero_is_two_minutes(String seconds) {
        assertThat(Repair.afterSeconds(seconds)).isEqualTo(Repair.PATIENT);
    }

    @Test
    void a_repair_after_no_time_is_refused() {
        assertThatThrownBy(() -> new Repair(Duration.ZERO, Duration.ofSeconds(1)))
                .isInstanceOf(BatonException.class);
        assertThatThrownBy(() -> new Repair(Duration.ofSeconds(1), Duration.ofSeconds(-1)))
                .isInstanceOf(BatonException.class);
    }
}
