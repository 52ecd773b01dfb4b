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

        assertThat(figures.json("sqlite", "abc")).contains("\"cycle_vs_raw\":0.60,\"cycle_vs_naive\":null,");
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
    void the_page_says_plainly_what_falls_short() {
        var report = new Report();
        report.figures().put(Figure.HISTORY_VS_EMPTY, 0.5);
        report.found(new Findings(7, 0, 0, 0, 0));

        assertThat(new PerformancePage("./baton bench", "abc", report).text())
                .contains("- Not reached: a history costs at most a tenth; it was 0.50. No statement reads")
                .contains("7 jobs, lost 0");
    }

    @Test
    void a_page_of_a_busy_machine_warns_before_its_first_figure() {
        var report = new Report();
        assertThat(new PerformancePage("./baton bench", "abc", report).text()).doesNotContain("busy");

        report.disturbed();

        String page = new PerformancePage("./baton bench", "abc", report).text();
        assertThat(page.substring(0, page.indexOf("## Settings")))
                .contains("busy")
                .contains("measure again");
    }
}
