package dev.baton.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.benchmarks.verdict.Findings;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class FiguresTest {

    private static Series series(double... values) {
        var series = new Series();
        DoubleStream.of(values).forEach(series::add);
        return series;
    }

    @Test
    void a_ratio_is_the_median_of_the_rounds_and_not_of_the_sums() {
        Series engine = series(10, 90, 30);
        Series raw = series(20, 100, 40);

        assertThat(engine.medianRatioTo(raw)).isEqualTo(0.75);
        assertThat(engine.median()).isEqualTo(30);
        assertThat(series(1, 2).median()).isEqualTo(1.5);
    }

    @Test
    void of_a_hundred_waits_the_second_longest_is_the_limit_for_ninety_nine() {
        var waits = new Waits();
        for (int i = 100; i >= 1; i--) {
            waits.add(i * 1_000_000L);
        }

        assertThat(waits.percentile(50)).isEqualTo(50);
        assertThat(waits.percentile(99)).isEqualTo(99);
    }

    @Test
    void what_was_not_measured_is_null_and_reaches_nothing() {
        var figures = new Figures();
        figures.put(Figure.CYCLE_VS_RAW, 0.6);

        assertThat(figures.json(Topic.ENGINE, Kind.SQLITE, "abc"))
                .contains("\"cycle_vs_raw\":0.60,\"cycle_vs_naive\":null,");
        assertThat(Target.RAW.isReached(figures)).isTrue();
        assertThat(Target.NAIVE.isReached(figures)).isFalse();
    }

    @Test
    void a_slow_disk_excuses_a_late_start_but_not_one_that_is_later_than_three_commits() {
        var figures = new Figures();
        figures.put(Figure.RAW_COMMIT_P99_MS, 10);
        figures.put(Figure.LATENCY_P99_MS, 30);
        assertThat(Target.LATENCY.isReached(figures)).isTrue();

        figures.put(Figure.LATENCY_P99_MS, 31);
        assertThat(Target.LATENCY.isReached(figures)).isFalse();
    }

    @Test
    void a_peer_that_was_not_there_is_called_absent_and_is_no_target() {
        var report = new Report(Topic.ENGINE, Kind.POSTGRES);
        report.figures().put(Figure.DRAIN_VS_JOBRUNR, 21);
        report.absent("burn-down: pg-boss", "no Node.js");

        assertThat(report.measured()).containsExactly(new Report.Line("burn-down: pg-boss", "absent: no Node.js"));
        assertThat(report.targets())
                .extracting(Report.Line::what)
                .contains("burn-down at least 20 times JobRunr")
                .doesNotContain("burn-down at least 1.5 times pg-boss");
        assertThat(report.json("abc"))
                .contains("\"drain_vs_jobrunr\":21.0,\"drain_vs_graphile\":null,\"drain_vs_pgboss\":null");
    }

    @Test
    void each_store_has_its_own_targets_for_the_start_of_a_job() {
        var figures = new Figures();
        figures.put(Figure.RAW_COMMIT_P99_MS, 1);
        figures.put(Figure.LATENCY_P99_MS, 9);

        assertThat(Target.of(Topic.ENGINE, Kind.SQLITE, figures))
                .contains(Target.LATENCY)
                .doesNotContain(Target.LATENCY_OF_A_SERVER);
        assertThat(Target.of(Topic.ENGINE, Kind.POSTGRES, figures))
                .contains(Target.LATENCY_OF_A_SERVER)
                .doesNotContain(Target.LATENCY);
        assertThat(Target.LATENCY.isReached(figures)).isFalse();
        assertThat(Target.LATENCY_OF_A_SERVER.isReached(figures)).isTrue();
    }

    @Test
    void the_page_says_plainly_what_falls_short() throws Exception {
        var report = new Report(Topic.ENGINE, Kind.SQLITE);
        report.figures().put(Figure.HISTORY_VS_EMPTY, 0.5);
        report.found(new Findings(7, 0, 0, 0, 0));

        assertThat(new PerformancePage("./baton bench", "abc", report).text())
                .contains("- Not reached: a history costs at most a tenth; it was 0.50. No statement reads")
                .contains("7 jobs, lost 0");
    }

    @Test
    void a_page_of_a_busy_machine_warns_before_its_first_figure() throws Exception {
        var report = new Report(Topic.ENGINE, Kind.SQLITE);
        assertThat(new PerformancePage("./baton bench", "abc", report).text()).doesNotContain("busy");

        report.disturbed();

        String page = new PerformancePage("./baton bench", "abc", report).text();
        assertThat(page.substring(0, page.indexOf("## Settings")))
                .contains("busy")
                .contains("measure again");
    }

    @Test
    void a_post_that_was_not_answered_with_201_fails_a_load_test_and_a_poor_figure_does_not() {
        var report = new Report(Topic.HTTP, Kind.SQLITE);
        report.figures().put(Figure.POST_VS_ENQUEUE, 0.2);
        report.figures().put(Figure.HEAP_GROWTH, 1.2);
        report.figures().put(Figure.LISTENERS, 200);
        report.figures().put(Figure.LISTENERS_AT_END, 199);
        report.figures().put(Figure.POST_ERRORS, 0);
        assertThat(report.holds()).isTrue();
        assertThat(report.missed()).containsExactly(Target.POST, Target.FLAT, Target.HEARD);

        report.figures().put(Figure.POST_ERRORS, 1);

        assertThat(report.holds()).isFalse();
        assertThat(report.missed()).contains(Target.ANSWERED);
    }
}
