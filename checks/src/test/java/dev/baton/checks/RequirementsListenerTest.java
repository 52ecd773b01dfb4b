package dev.baton.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class RequirementsListenerTest {

    /** Not found by the build, as it is no test of its own. */
    static class Planted {
        @Test
        @Tag("R-000-01")
        @Tag("slow")
        void it_passes_without_further_ado() {}

        @Test
        @Tag("R-000-02")
        void it_fails_for_a_reason() {
            throw new AssertionError("planted");
        }

        @Test
        void it_proves_nothing_at_all() {}
    }

    @Test
    void the_report_names_each_requirement_with_the_test_that_ran_and_its_result(@TempDir Path folder)
            throws Exception {
        Path report = folder.resolve("target").resolve("requirements.csv");
        var config = LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .addTestExecutionListeners(new RequirementsListener(report))
                .build();

        LauncherFactory.create(config)
                .execute(LauncherDiscoveryRequestBuilder.request()
                        .selectors(selectClass(Planted.class))
                        .build());

        String planted = Planted.class.getName();
        assertThat(Files.readString(report))
                .isEqualTo("requirement,test,result\n"
                        + "R-000-01," + planted + "#it_passes_without_further_ado,SUCCESSFUL\n"
                        + "R-000-02," + planted + "#it_fails_for_a_reason,FAILED\n");
    }
}
