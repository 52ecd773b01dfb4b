package dev.baton.benchmarks.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ServiceProcessTest {

    @Test
    void the_service_is_measured_with_the_options_that_the_launcher_gives_it() throws IOException {
        String launcher = Files.readString(Path.of("../baton"));
        String serving = launcher.substring(launcher.indexOf("\nserve)"), launcher.indexOf("\n*) manner="));

        assertThat(serving.replaceAll("(?s)in \\*.*?\\*\\) ;;", ""))
                .contains(ServiceProcess.AS_LAUNCHED)
                .satisfies(
                        text -> assertThat(text.split("-XX:\\+", -1)).hasSize(ServiceProcess.AS_LAUNCHED.size() + 1));
    }
}
