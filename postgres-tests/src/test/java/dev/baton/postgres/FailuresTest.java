package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.BatonException;
import dev.baton.store.StoreUnavailableException;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose fault it is: only what is wrong with the data is held against a job. */
class FailuresTest {

    @ParameterizedTest
    @ValueSource(strings = {"21000", "22001", "22021", "23502", "23514", "54000"})
    void what_is_wrong_with_the_data_is_no_better_when_it_is_tried_again(String state) {
        BatonException failure = Failures.of(new SQLException("refused", state));

        assertThat(failure).isNotInstanceOf(StoreUnavailableException.class);
        assertThat(failure.code()).isEqualTo("STORE_FAILED");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0A000", "08006", "25006", "25P03", "26000", "28000", "3D000", "3F000", "40001", "40P01", "42501",
                "42P01", "42P05", "53100", "53200", "53300", "55000", "55P03", "57014", "57P01", "58030", "58P01",
                "XX000"
            })
    void what_is_wrong_with_the_surroundings_may_be_right_again(String state) {
        assertThat(Failures.of(new SQLException("refused", state))).isInstanceOf(StoreUnavailableException.class);
    }
}
