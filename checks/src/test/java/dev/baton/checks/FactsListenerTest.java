package dev.baton.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class FactsListenerTest {

    /** Not found by the build, as it is no test of its own. */
    static class Planted {
        @Test
        void it_reports_what_it_saw(TestReporter report) {
            report.publishEntry(Map.of("seeds", "300", "first seed", "1"));
            report.publishEntry("kills", "7");
        }

        @Test
        void it_reports_and_then_fails(TestReporter report) {
            report.publishEntry("seeds", "300");
            throw new AssertionError("planted");
        }

        @Test
        void it_says_nothing_at_all() {}

        @ParameterizedTest
        @ValueSource(strings = {"M2", "M1"})
        void it_reports_for_each_parameter(String parameter, TestReporter report) {
            report.publishEntry(parameter, "caught");
        }

        @ParameterizedTest
        @ValueSource(booleans = {true, false})
        void it_fails_for_one_parameter(boolean parameter, TestReporter report) {
            report.publishEntry("seeds", "300");
            assertThat(parameter).isFalse();
        }
    }

    @Test
    void what_passing_tests_report_is_written_and_what_failing_ones_left_before_is_gone(@TempDir Path folder)
            throws Exception {
        Path failed = folder.resolve("Planted.it_reports_and_then_fails.txt");
        Files.writeString(failed, "seeds = 299\n");
        var config = LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .addTestExecutionListeners(new FactsListener(folder))
                .build();

        LauncherFactory.create(config)
                .execute(LauncherDiscoveryRequestBuilder.request()
                        .selectors(selectClass(Planted.class))
                        .build());

        assertThat(folder.resolve("Planted.it_reports_what_it_saw.txt"))
                .hasContent("first seed = 1\nkills = 7\nseeds = 300\n");
        assertThat(folder.resolve("Planted.it_reports_for_each_parameter.txt"))
                .hasContent("M1 = caught\nM2 = caught\n");
        assertThat(folder).isDirectoryNotContaining("glob:**/*{fails,nothing}*");
    }
}
