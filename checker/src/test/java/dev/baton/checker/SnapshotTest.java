package dev.baton.checker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SnapshotTest {

    private final Snapshot before = new Snapshot(
            Map.of("1", "old 1 5 FAILED", "2", "old 2 6 DONE", "3", "new 1 7 FAILED"),
            Map.of("old", "payment", "new", "payment"));

    private static Snapshot later(Map<String, String> attempts, String... jobs) {
        var left = new java.util.LinkedHashMap<String, String>();
        for (String job : jobs) {
            left.put(job, "payment");
        }
        return new Snapshot(attempts, left);
    }

    @Test
    void what_is_as_it_was_and_more_is_neither_changed_nor_torn() {
        Snapshot more = later(
                Map.of("1", "old 1 5 FAILED", "2", "old 2 6 DONE", "3", "new 1 7 FAILED", "4", "new 2 8 DONE"),
                "old",
                "new");

        assertThat(before.changedIn(more)).isEmpty();
        assertThat(before.tornIn(more)).isEmpty();
    }

    @Test
    void a_job_that_is_over_may_be_removed_with_all_its_attempts_where_jobs_are_pruned() {
        Snapshot pruned = later(Map.of("3", "new 1 7 FAILED"), "new");

        assertThat(before.tornIn(pruned)).isEmpty();
        assertThat(before.changedIn(pruned)).hasSize(3);
    }

    @Test
    void a_job_that_is_removed_without_its_attempts_or_the_other_way_round_is_torn() {
        assertThat(before.tornIn(later(Map.of("2", "old 2 6 DONE", "3", "new 1 7 FAILED"), "new")))
                .extracting(Finding::toString)
                .containsExactly("C7 job old: was removed, and attempt 2 was not");
        assertThat(before.tornIn(later(Map.of("2", "old 2 6 DONE", "3", "new 1 7 FAILED"), "old", "new")))
                .extracting(Finding::toString)
                .containsExactly("C7 attempt 1: was erased; it was: old 1 5 FAILED");
    }

    @Test
    void a_job_that_is_not_over_is_not_removed() {
        assertThat(before.tornIn(later(Map.of("1", "old 1 5 FAILED", "2", "old 2 6 DONE"), "old")))
                .extracting(Finding::toString)
                .containsExactly("C7 job new: was erased; it was: payment");
    }

    @Test
    void what_is_left_by_pruning_must_be_as_it_was() {
        assertThat(before.tornIn(later(Map.of("3", "new 1 7 DONE"), "new")))
                .extracting(Finding::toString)
                .containsExactly("C7 attempt 3: was changed from: new 1 7 FAILED to: new 1 7 DONE");
    }
}
