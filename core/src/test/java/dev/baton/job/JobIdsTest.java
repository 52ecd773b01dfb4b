package dev.baton.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class JobIdsTest {

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    private final JobIds ids = new JobIds(now::get, new Random(42));

    @Test
    @Tag("R-000-27")
    void ids_are_uuids_of_version_7_that_begin_with_the_time() {
        JobId id = ids.next();

        assertThat(id.value().version()).isEqualTo(7);
        assertThat(id.value().variant()).isEqualTo(2);
        assertThat(id.value().getMostSignificantBits() >>> 16)
                .isEqualTo(now.get().toEpochMilli());
    }

    @Test
    @Tag("R-000-27")
    void later_ids_sort_later_in_one_millisecond_and_when_the_clock_is_set_back() {
        List<JobId> made = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            made.add(ids.next());
            if (i == 5_000) {
                now.set(now.get().minusSeconds(3600));
            }
        }

        assertThat(made).isSorted().doesNotHaveDuplicates();
        assertThat(made.stream().map(JobId::toString).toList())
                .as("as text too")
                .isSorted();
    }

    @Test
    void an_id_survives_being_written_and_read() {
        JobId id = ids.next();

        assertThat(JobId.parse(id.toString())).isEqualTo(id);
    }

    @Test
    void what_is_no_id_is_refused_with_a_code() {
        for (String wrong : List.of("", "42", "not-an-id", "1-1-1-1-1", "0193a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b\n")) {
            assertThatThrownBy(() -> JobId.parse(wrong))
                    .isInstanceOfSatisfying(
                            BatonException.class, e -> assertThat(e.code()).isEqualTo("BAD_ID"))
                    .hasMessageNotContaining("\n");
        }
    }
}
